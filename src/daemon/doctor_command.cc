// SPDX-License-Identifier: MIT OR Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <memory>
#include <string>

#include "base/error.h"
#include "daemon/daemon.h"
#include "daemon/finding.h"
#include "daemon/limits.h"
#include "daemon/options.h"
#include "daemon/required_threads.h"
#include "daemon/surroundings.h"

namespace cuzk::daemon {
namespace {

using service::LogLevel;

Finding settings_finding(const DaemonConfig& config) {
  std::vector<std::string> texts;
  for (const auto& [key, origin] : config.origins) {
    texts.push_back(fmt::format("{} ({})", key, origin));
  }
  return {.subject = "settings",
          .line = "",
          .text = texts.empty() ? "settings: all at their defaults"
                                : fmt::format("settings: {}", fmt::join(texts, ", "))};
}

std::vector<Setting> settings_of(const DaemonConfig& config) {
  std::vector<Setting> out;
  for (const auto& [key, value] : config_values(config)) {
    const auto origin = config.origins.find(key);
    out.push_back({key, value, origin == config.origins.end() ? "default" : origin->second});
  }
  return out;
}

size_t devices_of(const DaemonConfig& config) {
  try {
    return backends_of(config).size();
  } catch (const base::Error&) {
    return 1;  // what is wrong with them is found by look_at_devices
  }
}

Findings look_around(const DaemonConfig& config, const std::vector<std::string>& warnings) {
  Findings all;
  for (const std::string& warning : warnings) {
    all.push_back({"configuration", LogLevel::kWarning, warning, warning});
  }
  all.push_back(settings_finding(config));
  append(all, look_at_backend(config, std::getenv("CUDA_VISIBLE_DEVICES")));
  append(all, look_at_devices(config));
  append(all, look_at_folders(folders_of(config), engine::kinds()));
  append(all, look_at_addresses(config));
  const Limits limits = limits_of_process();
  const engine::Options options = engine_options(config, limits.memory);
  append(all, look_at_limits(limits,
                             {threads_needed(options, devices_of(config)), config.waiting_calls_max,
                              options.host_budget_bytes, options.request_bytes_max}));
  return all;
}

}  // namespace

void add_doctor(CLI::App& daemon, const DaemonFlags& flags, cli::Action& action) {
  CLI::App* doctor = daemon.add_subcommand("doctor", "Check what the daemon needs, and advise");
  const auto as_json = std::make_shared<bool>(false);
  doctor->add_flag("--json", *as_json, "Print one JSON document (docs/formats.md)");
  doctor->callback([&flags, &action, as_json] {
    action = [&flags, as_json] {
      std::vector<std::string> warnings;
      const DaemonConfig config = flags.read(warnings);
      const Findings findings = look_around(config, warnings);
      fmt::print("{}", *as_json ? findings_json(findings, settings_of(config), CUZK_VERSION)
                                : findings_text(findings));
      return count_problems(findings) == 0 ? cli::kExitOk : cli::kExitFailed;
    };
  });
}

}  // namespace cuzk::daemon
