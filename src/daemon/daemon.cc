// SPDX-License-Identifier: MIT OR Apache-2.0
#include "daemon/daemon.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "base/error.h"
#include "cli/host_memory.h"
#include "daemon/options.h"
#include "service/listener.h"

namespace cuzk::daemon {
namespace {

constexpr const char* kFooter =
    "Signals: TERM and INT let running jobs finish, a second one ends at once; HUP reads the log\n"
    "level again. Exit code: 0 done, 1 failed, 2 wrong usage.\n";

void print_warnings(const std::vector<std::string>& warnings) {
  for (const std::string& warning : warnings) cli::print_stderr("warning: " + warning + "\n");
}

void check_addresses(const DaemonConfig& config) {
  for (const std::string& address : config.listen) service::parse_address(address);
  if (config.listen.empty()) {
    throw base::Error(base::ErrorCode::kBadArgument,
                      "daemon.listen: expected at least one address, found an empty list");
  }
  if (!config.status_listen.empty() && service::parse_address(config.status_listen).is_unix) {
    throw base::Error(base::ErrorCode::kBadArgument,
                      fmt::format("daemon.status_listen: expected an address as 127.0.0.1:9821, "
                                  "found {}",
                                  config.status_listen));
  }
}

}  // namespace

DaemonConfig DaemonFlags::read(std::vector<std::string>& warnings) const {
  DaemonConfig read = read_config(config_path(), config.empty(), warnings);
  if (!listen.empty()) {
    read.listen = {listen};
    read.origins["daemon.listen"] = "--listen";
  }
  if (!log_level.empty()) {
    read.log_level = log_level;
    read.origins["logging.level"] = "--log-level";
  }
  check_addresses(read);
  service::parse_socket_mode(read.socket_mode);
  (void)engine_options(read, cli::host_memory());
  return read;
}

void add_config(CLI::App& daemon, const DaemonFlags& flags, cli::Action& action) {
  CLI::App* config = daemon.add_subcommand("config", "Look at configurations");
  config->require_subcommand(1);
  CLI::App* defaults = config->add_subcommand("default", "Print the defaults, with comments");
  defaults->callback([&action] {
    action = [] {
      fmt::print("{}", config_text({}));
      return cli::kExitOk;
    };
  });
  CLI::App* check = config->add_subcommand("check", "Read the file of -c and print what is odd");
  check->callback([&flags, &action] {
    action = [&flags] {
      std::vector<std::string> warnings;
      flags.read(warnings);
      print_warnings(warnings);
      fmt::print("{}: {}\n", flags.config_path(), warnings.empty() ? "ok" : "ok, with warnings");
      return cli::kExitOk;
    };
  });
  CLI::App* show = config->add_subcommand("show", "Print what the file of -c and the flags mean");
  show->callback([&flags, &action] {
    action = [&flags] {
      std::vector<std::string> warnings;
      const std::string text = config_text(flags.read(warnings));
      print_warnings(warnings);
      fmt::print("{}", text);
      return cli::kExitOk;
    };
  });
}

int run_daemon(int argc, const char* const* argv, const ProverFactory& make_prover) {
  CLI::App daemon{"Proves for Filecoin storage providers, as a service.", "cuzk"};
  daemon.set_version_flag("--version", CUZK_VERSION);
  daemon.get_formatter()->column_width(32);
  DaemonFlags flags;
  daemon.add_option("-c,--config", flags.config, "Configuration file (TOML)")
      ->default_str(DaemonFlags::kDefaultConfig);
  daemon.add_option("-l,--listen", flags.listen,
                    "Address of gRPC instead of the configured ones: host:port or unix:///path");
  daemon
      .add_option("--log-level", flags.log_level,
                  "Instead of the configured one: trace, debug, info, warn, error")
      ->check(CLI::IsMember({"trace", "debug", "info", "warn", "error"}));
  cli::Action action = [&] { return serve(flags, make_prover); };
  add_config(daemon, flags, action);
  add_doctor(daemon, flags, action);
  daemon.require_subcommand(0, 1);
  daemon.footer(kFooter);  // After the commands, which would inherit it.
  return cli::run_program(daemon, argc, argv, [&] { return action(); });
}

}  // namespace cuzk::daemon
