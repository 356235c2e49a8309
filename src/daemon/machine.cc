// SPDX-License-Identifier: MIT OR Apache-2.0
#include "daemon/machine.h"

#include <fmt/format.h>
#include <gnu/libc-version.h>
#include <sys/resource.h>

#include <algorithm>
#include <fstream>
#include <latch>
#include <system_error>
#include <thread>
#include <vector>

#include "base/error.h"

namespace cuzk::daemon {
namespace {

namespace fs = std::filesystem;

uint64_t limit_of(rlim_t value) { return value == RLIM_INFINITY ? kNoLimit : value; }

// The smallest number in this file of our control group (version 2) and those around it.
uint64_t group_limit(const fs::path& root, const char* file) {
  std::ifstream own(root / "proc/self/cgroup");
  uint64_t limit = kNoLimit;
  for (std::string line; std::getline(own, line);) {
    if (!line.starts_with("0::")) continue;
    for (fs::path group = line.substr(3);; group = group.parent_path()) {
      uint64_t value = 0;
      std::ifstream in(root / "sys/fs/cgroup" / group.relative_path() / file);
      if (in >> value) limit = std::min(limit, value);  // "max" is no number
      if (group.relative_path().empty()) break;
    }
  }
  return limit;
}

// By one instruction set of each level.
unsigned processor_level() {
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512f")) return 4;
  if (__builtin_cpu_supports("avx2")) return 3;
  return __builtin_cpu_supports("sse4.2") ? 2 : 1;
}

}  // namespace

MachineLimits machine_limits(const fs::path& root) {
  MachineLimits limits;
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) == 0) {
    limits.descriptors = limit_of(limit.rlim_cur);
    limits.descriptors_hard = limit_of(limit.rlim_max);
  }
  if (::getrlimit(RLIMIT_NPROC, &limit) == 0) limits.threads_of_user = limit_of(limit.rlim_cur);
  if (::getrlimit(RLIMIT_MEMLOCK, &limit) == 0) limits.locked_bytes = limit_of(limit.rlim_cur);
  limits.threads_of_group = group_limit(root, "pids.max");
  limits.memory_high = group_limit(root, "memory.high");
  limits.glibc = ::gnu_get_libc_version();
  limits.processor_level = processor_level();
  return limits;
}

void require_threads(size_t count) {
  std::latch end(1);
  std::vector<std::jthread> threads;
  std::string reason;
  try {
    while (threads.size() < count) threads.emplace_back([&end] { end.wait(); });
  } catch (const std::system_error& error) {
    reason = error.what();
  }
  const size_t made = threads.size();
  end.count_down();
  threads.clear();
  if (reason.empty()) return;
  throw base::Error(
      base::ErrorCode::kResourceExhausted,
      fmt::format("threads: expected {} more, found {}: {}; raise the limit (ulimit -u, TasksMax= "
                  "of the unit, pids.max of the container), or lower "
                  "synthesis.partition_workers",
                  count, made, reason));
}

}  // namespace cuzk::daemon
