// SPDX-License-Identifier: MIT OR Apache-2.0
#include "daemon/limits.h"

#include <fmt/format.h>
#include <gnu/libc-version.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <fstream>

#include "base/error.h"
#include "cli/control_group.h"
#include "cli/human_text.h"
#include "cli/processor.h"

namespace cuzk::daemon {
namespace {

namespace fs = std::filesystem;

using service::LogLevel;
using Optional = std::optional<uint64_t>;

Optional soft_limit(decltype(RLIMIT_NOFILE) what) {
  rlimit limit{};
  ::getrlimit(what, &limit);
  if (limit.rlim_cur == RLIM_INFINITY) return std::nullopt;
  return limit.rlim_cur;
}

// Of all processes of this user.
uint64_t threads_of_user(const fs::path& root) {
  uint64_t sum = 0;
  std::error_code error;
  for (const auto& process : fs::directory_iterator(root / "proc", error)) {
    const std::string name = process.path().filename();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    struct stat status {};
    if (::stat(process.path().c_str(), &status) != 0 || status.st_uid != ::getuid()) continue;
    std::ifstream file(process.path() / "status");
    for (std::string line; std::getline(file, line);) {
      uint64_t count = 0;
      const size_t digits = line.find_first_of("0123456789");
      if (!line.starts_with("Threads:") || digits == std::string::npos) continue;
      std::from_chars(line.data() + digits, line.data() + line.size(), count);
      sum += count;
    }
  }
  return sum;
}

uint64_t left_of(uint64_t limit, uint64_t used) { return limit - std::min(limit, used); }

Optional user_threads_left(const fs::path& root) {
  const Optional limit = soft_limit(RLIMIT_NPROC);
  if (!limit || ::getuid() == 0) return std::nullopt;
  return left_of(*limit, threads_of_user(root));
}

Optional group_threads_left(const fs::path& root) {
  Optional least;
  for (const fs::path& group : cli::control_groups(root, "pids")) {
    const Optional limit = cli::group_number(group, "pids.max");
    if (!limit) continue;
    const uint64_t left = left_of(*limit, cli::group_number(group, "pids.current").value_or(0));
    least = std::min(left, least.value_or(left));
  }
  return least;
}

std::string count_or_none(const Optional& value) { return value ? std::to_string(*value) : "none"; }

Finding look_at_descriptors(const service::DescriptorLimit& limit) {
  Finding out{.subject = "descriptors",
              .line = "",
              .text = fmt::format("{} descriptors ({} before the start raises the limit)",
                                  limit.hard, limit.soft)};
  if (limit.hard < service::kDescriptorsAdvised) {
    const bool too_few = limit.hard < service::kDescriptorsMin;
    out = {"descriptors", too_few ? LogLevel::kError : LogLevel::kWarning,
           "few descriptors: more connections are refused",
           fmt::format("{} descriptors may be open, {} are advised and {} needed: more connections "
                       "are refused; raise the hard limit (LimitNOFILE of the unit, ulimit -Hn)",
                       limit.hard, service::kDescriptorsAdvised, service::kDescriptorsMin)};
  }
  out.values = {{"limit", std::to_string(limit.hard)},
                {"soft", std::to_string(limit.soft)},
                {"connections", std::to_string(service::grpc_descriptors_max())},
                {"advised", std::to_string(service::kDescriptorsAdvised)}};
  return out;
}

Finding look_at_threads(const Limits& limits, const Needs& needs) {
  const uint64_t advised = needs.threads + needs.waiting_calls;
  Optional room = limits.user_threads ? limits.user_threads : limits.group_threads;
  if (room && limits.group_threads) room = std::min(*room, *limits.group_threads);
  const std::string found = room ? fmt::format("{} more threads", *room) : "threads: no limit";
  Finding out{.subject = "threads",
              .line = "",
              .text = fmt::format("{}; {} are needed, and up to {} for calls that wait", found,
                                  needs.threads, needs.waiting_calls)};
  if (room && *room < advised) {
    out = {
        "threads", *room < needs.threads ? LogLevel::kError : LogLevel::kWarning,
        "few threads: calls that wait are refused",
        fmt::format("{} more threads can be made, {} are needed and up to {} for calls that wait: "
                    "raise the limit (ulimit -u, TasksMax of the unit, pids.max of the "
                    "container), or lower daemon.waiting_calls_max",
                    *room, needs.threads, needs.waiting_calls)};
  }
  out.values = {{"user_left", count_or_none(limits.user_threads)},
                {"group_left", count_or_none(limits.group_threads)},
                {"needed", std::to_string(needs.threads)},
                {"waiting_calls", std::to_string(needs.waiting_calls)}};
  return out;
}

Finding look_at_locked_memory(const Limits& limits) {
  return {.subject = "locked_memory",
          .line = "",
          .text = limits.locked_bytes ? fmt::format("locked memory: {} (ulimit -l)",
                                                    cli::bytes_text(*limits.locked_bytes))
                                      : "locked memory: no limit",
          .values = {{"limit_bytes", count_or_none(limits.locked_bytes)}}};
}

Finding look_at_address_space(const Limits& limits, const Needs& needs) {
  Finding out{.subject = "address_space", .line = "", .text = "address space: no limit"};
  if (limits.address_bytes) {
    const bool too_little = *limits.address_bytes < needs.budget_bytes;
    out = {
        "address_space", too_little ? LogLevel::kError : LogLevel::kWarning,
        "the address space is limited",
        fmt::format("address space: {}, for a budget of {} and stacks, libraries and what CUDA "
                    "reserves; raise the limit (LimitAS of the unit, ulimit -v)",
                    cli::bytes_text(*limits.address_bytes), cli::bytes_text(needs.budget_bytes))};
  }
  out.values = {{"limit_bytes", count_or_none(limits.address_bytes)},
                {"budget_bytes", std::to_string(needs.budget_bytes)}};
  return out;
}

Finding look_at_file_size(const Limits& limits) {
  Finding out{.subject = "file_size", .line = "", .text = "size of files: no limit"};
  if (limits.file_bytes) {
    out = {"file_size", LogLevel::kWarning, "the size of files is limited",
           fmt::format("files may have {}: beyond that lines of the log are lost and compiled "
                       "circuits not kept; raise the limit (LimitFSIZE of the unit, ulimit -f)",
                       cli::bytes_text(*limits.file_bytes))};
  }
  out.values = {{"limit_bytes", count_or_none(limits.file_bytes)}};
  return out;
}

Finding look_at_memory(const cli::HostMemory& memory, const Needs& needs) {
  const uint64_t high = memory.high_bytes;
  const uint64_t all = cli::HostMemory{memory.machine_bytes, memory.limit_bytes}.usable_bytes();
  const std::string budget =
      fmt::format("budget {} (requests {}) of {}", cli::bytes_text(needs.budget_bytes),
                  cli::bytes_text(needs.request_bytes), cli::bytes_text(all));
  Finding out{.subject = "memory", .line = "", .text = budget};
  if (needs.budget_bytes > all && all > 0) {
    out = {"memory", LogLevel::kError, "the memory budget is more than there is",
           "memory.total_budget is more than there is: " + budget};
  } else if (needs.budget_bytes > high && high > 0) {
    out = {"memory", LogLevel::kWarning, "the memory budget is above memory.high",
           fmt::format("{}, beyond {} (memory.high) the system slows the daemon down until it "
                       "stands still; lower memory.total_budget, or raise MemoryHigh of the unit",
                       budget, cli::bytes_text(high))};
  }
  const auto text = [](uint64_t bytes) { return bytes == 0 ? "none" : std::to_string(bytes); };
  out.values = {{"budget_bytes", std::to_string(needs.budget_bytes)},
                {"machine_bytes", text(memory.machine_bytes)},
                {"max_bytes", text(memory.limit_bytes)},
                {"high_bytes", text(high)}};
  return out;
}

Finding look_at_machine(const Limits& limits) {
  return {.subject = "machine",
          .line = "",
          .text = fmt::format("processor x86-64-v{}{}, glibc {}", limits.processor_level,
                              limits.adx ? " with ADX" : "", limits.glibc),
          .values = {{"processor", fmt::format("x86-64-v{}", limits.processor_level)},
                     {"adx", limits.adx ? "true" : "false"},
                     {"glibc", limits.glibc}}};
}

}  // namespace

Limits limits_of_process(const fs::path& root) {
  const cli::ProcessorFeatures processor = cli::processor_features();
  return {.descriptors = service::descriptor_limit(),
          .user_threads = user_threads_left(root),
          .group_threads = group_threads_left(root),
          .locked_bytes = soft_limit(RLIMIT_MEMLOCK),
          .address_bytes = soft_limit(RLIMIT_AS),
          .file_bytes = soft_limit(RLIMIT_FSIZE),
          .memory = cli::host_memory(root),
          .glibc = ::gnu_get_libc_version(),
          .processor_level = cli::processor_level(processor),
          .adx = cli::has_adx(processor)};
}

Findings look_at_limits(const Limits& limits, const Needs& needs) {
  return {look_at_memory(limits.memory, needs),
          look_at_descriptors(limits.descriptors),
          look_at_threads(limits, needs),
          look_at_locked_memory(limits),
          look_at_address_space(limits, needs),
          look_at_file_size(limits),
          look_at_machine(limits)};
}

void require_address_space(const Limits& limits, uint64_t budget_bytes) {
  if (!limits.address_bytes || *limits.address_bytes >= budget_bytes) return;
  throw base::Error(
      base::ErrorCode::kResourceExhausted,
      fmt::format("address space: expected at least the budget of {}, found {}; raise the limit "
                  "(LimitAS of the unit, ulimit -v), or lower memory.total_budget",
                  cli::bytes_text(budget_bytes), cli::bytes_text(*limits.address_bytes)));
}

}  // namespace cuzk::daemon
