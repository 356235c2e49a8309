// SPDX-License-Identifier: MIT OR Apache-2.0
// What the machine and its administrator allow this process, beside memory (cli/host_memory.h):
// threads, descriptors, locked memory, soft limits of control groups, glibc and processor.
// `root` stands for "/" and is another folder in tests. What is not known is 0, what has no limit
// is kNoLimit.
//
// A daemon for which the system makes too few threads would fail somewhere in the middle, in
// libraries that end the process. So it makes all of them once before it starts, which takes some
// milliseconds, and says what is missing.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace cuzk::daemon {

inline constexpr uint64_t kNoLimit = UINT64_MAX;

struct MachineLimits {
  uint64_t descriptors = 0, descriptors_hard = 0;
  uint64_t threads_of_user = 0, threads_of_group = 0;  // ulimit -u, pids.max
  uint64_t locked_bytes = 0;                           // ulimit -l
  uint64_t memory_high = 0;                            // of the control group
  std::string glibc;
  unsigned processor_level = 0;  // x86-64-v<level>
};

MachineLimits machine_limits(const std::filesystem::path& root = "/");

// Throws kResourceExhausted unless so many threads can be made beside those that run.
void require_threads(size_t count);

}  // namespace cuzk::daemon
