// SPDX-License-Identifier: MIT OR Apache-2.0
// How a program of this project runs and ends. Parsing stores an action; it runs after the whole
// command line has been accepted.
//
// An Error ends the program with one line on stderr, "error: CODE: text". Exit codes: 0 what was
// asked was done, 1 it failed, 2 the command line (or a configuration) made no sense. `run_action`
// is the one place where errors of commands end.
//
// What is printed on stdout is the result: if it cannot be written (a full disk, a closed pipe),
// the program fails with kWriteFailed. What goes to stderr is for people and never hurts the work:
// it is lost if it cannot be written, and never waited for (base/line_writer.h).
#pragma once

#include <functional>
#include <string_view>

namespace CLI {
class App;
}

namespace cuzk::cli {

enum ExitCode : int { kExitOk = 0, kExitFailed = 1, kExitUsage = 2 };

using Action = std::function<ExitCode()>;

ExitCode run_action(const Action& action);

// Parses and runs. Changes the process: SIGPIPE and SIGXFSZ are ignored from here on, so that a
// write reports a closed pipe and a file that may not grow (ulimit -f); standard descriptors that
// are closed are opened for nothing, so that no file or socket gets their numbers, and output that
// was meant for them.
ExitCode run_program(CLI::App& app, int argc, const char* const* argv, const Action& action);

void print_stderr(std::string_view text);

}  // namespace cuzk::cli
