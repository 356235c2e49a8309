// SPDX-License-Identifier: MIT OR Apache-2.0
// cuzk-bench, the tool of the person who tunes or checks a machine: one function for main and for
// the tests, and one function for each command, which stands in a file of its own.
//
// A command declares its flags on the parser and stores what is to be done as an Action; it runs
// after the whole command line has been accepted. Reports go to stdout, progress and errors to
// stderr. An Error ends the program with one line, "error: CODE: text".
//
// Exit codes: 0 the command did what was asked, 1 it failed (a proof that does not verify counts),
// 2 the command line made no sense. Not reentrant: a process has one command line.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "cli/action.h"

namespace CLI {
class App;
}

namespace cuzk::bench {

int run_bench(int argc, const char* const* argv);

// What --addr says, from the moment on when the command line has been parsed.
using DaemonAddress = std::shared_ptr<const std::optional<std::string>>;

void add_single(CLI::App& bench, cli::Action& action);
void add_batch(CLI::App& bench, cli::Action& action, const DaemonAddress& daemon);
void add_sweep(CLI::App& bench, cli::Action& action);
void add_compare(CLI::App& bench, cli::Action& action);
void add_gen_vanilla(CLI::App& bench, cli::Action& action);
void add_synth_only(CLI::App& bench, cli::Action& action);
void add_circuit(CLI::App& bench, cli::Action& action);
void add_params(CLI::App& bench, cli::Action& action);
void add_verify(CLI::App& bench, cli::Action& action);
void add_micro(CLI::App& bench, cli::Action& action);
void add_model(CLI::App& bench, cli::Action& action);
// status, metrics, preload: what a daemon is asked.
void add_remote(CLI::App& bench, cli::Action& action, const DaemonAddress& daemon);

}  // namespace cuzk::bench
