// SPDX-License-Identifier: MIT OR Apache-2.0
// What a command line asks for, and how it ends. Parsing stores an action; it runs after the whole
// command line has been accepted.
// An Error ends the program with one line on stderr, "error: CODE: text". Exit codes: 0 what was
// asked was done, 1 it failed, 2 the command line (or a configuration) made no sense.
// `run_action` is the one place where errors of commands end.
#pragma once

#include <functional>

namespace cuzk::cli {

enum ExitCode : int { kExitOk = 0, kExitFailed = 1, kExitUsage = 2 };

using Action = std::function<ExitCode()>;

ExitCode run_action(const Action& action);

}  // namespace cuzk::cli
