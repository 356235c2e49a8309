// SPDX-License-Identifier: MIT OR Apache-2.0
// The daemon's configuration: a TOML file with the keys of the reference daemon
// (daemon-reference.md 1.3) and some of our own, listed once, in the table of config_keys.inc,
// which reading, writing and the documentation (docs/configuration.md) follow.
//
// A value of the wrong type, a count outside its key's range, or a malformed size or time, is
// kBadArgument with its line: nothing is guessed. Unknown keys and those without effect are warned
// about, unknown ones with the nearest known name, and otherwise ignored, so that files of the
// reference daemon work. "auto" (an absent value here) is decided when the daemon starts
// (daemon/options.h).
// Plain values; reading has no effects but on the list of warnings.
#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cuzk::daemon {

using AutoBytes = std::optional<uint64_t>;
using Time = std::chrono::nanoseconds;

struct DaemonConfig {
  std::vector<std::string> listen = {"unix:///run/curio/cuzk.sock"};
  std::string socket_mode = "0660", socket_group;
  std::string status_listen;
  Time drain_timeout = std::chrono::minutes(30);
  unsigned waiting_calls_max = 1024;

  AutoBytes total_budget, request_budget;
  uint64_t safety_margin = 5ull << 30;
  Time eviction_min_idle = std::chrono::minutes(5);

  std::string backend = "auto";
  std::vector<unsigned> devices;
  unsigned gpu_threads = 0, gpu_workers_per_device = 2;
  AutoBytes vram_budget;

  unsigned synthesis_threads = 0, partition_workers = 0;
  unsigned queue_capacity = 0;

  unsigned queue_jobs_max = 256, results_max = 1024;
  Time results_age_max = std::chrono::hours(1), ageing_step = std::chrono::minutes(2);

  std::string param_cache, circuit_cache;  // empty: see folders.h
  std::vector<std::string> preload;

  std::string log_level = "info", log_format = "text";
  bool timeline = false;

  // Of the keys that are not at their default, who set them: "cuzk.toml:7", "--listen".
  std::map<std::string, std::string> origins;
};

// `name` is for messages.
DaemonConfig parse_config(std::string_view toml, const std::string& name,
                          std::vector<std::string>& warnings);
// The defaults and a warning if there is no such file and it may be missing. Throws kFileMissing,
// and kFileUnreadable if it cannot be read.
DaemonConfig read_config(const std::filesystem::path& path, bool may_be_missing,
                         std::vector<std::string>& warnings);

struct KeyValue {
  std::string key, value;  // the value as TOML
};
// Of every key that has an effect.
std::vector<KeyValue> config_values(const DaemonConfig& config);

// TOML with every key that has an effect, and what it means as comments.
std::string config_text(const DaemonConfig& config);

// Of known keys, "section.key"; also those without effect.
std::vector<std::string> config_keys();

}  // namespace cuzk::daemon
