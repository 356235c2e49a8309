// SPDX-License-Identifier: MIT OR Apache-2.0
// The program `cuzk`: without a command it is the daemon, with the flags and defaults of the
// reference (daemon-reference.md 1.2); `config default|check|show` and `doctor` help to set it up.
//
// Life of the daemon: configuration, log, engine, HTTP, gRPC, ready. SIGTERM and SIGINT drain it:
// new jobs are refused, the others finish and are answered, for daemon.drain_timeout at most; a
// second signal ends it at once. SIGHUP reads the log level from the configuration again. Exit code
// 0 after all jobs were finished, 1 if some were lost or it could not start, 2 for a command line
// or configuration that makes no sense.
//
// Main waits for signals and tells systemd how it goes; everything else runs on other threads.
// How proofs are made is the caller's, so that tests run the daemon with a fake prover.
#pragma once

#include <functional>

#include "cli/action.h"
#include "daemon/config.h"
#include "engine/prover.h"

namespace CLI {
class App;
}

namespace cuzk::daemon {

using ProverFactory = std::function<engine::Prover(const DaemonConfig&)>;

int run_daemon(int argc, const char* const* argv, const ProverFactory& make_prover);

struct DaemonFlags {
  static constexpr const char* kDefaultConfig = "/data/zk/cuzk.toml";

  std::string config;             // a file that must exist; empty for the default, which need not
  std::string listen, log_level;  // instead of the configuration's, if not empty

  std::string config_path() const { return config.empty() ? kDefaultConfig : config; }
  // Read and checked by the rules by which the daemon starts, but for what only the start can see:
  // devices, files, and whether addresses are free.
  DaemonConfig read(std::vector<std::string>& warnings) const;
};

cli::ExitCode serve(const DaemonFlags& flags, const ProverFactory& make_prover);

void add_config(CLI::App& daemon, const DaemonFlags& flags, cli::Action& action);
void add_doctor(CLI::App& daemon, const DaemonFlags& flags, cli::Action& action);

}  // namespace cuzk::daemon
