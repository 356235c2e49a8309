// SPDX-License-Identifier: MIT OR Apache-2.0
// How much memory this process may use: the machine's, or less if a control group (control_group.h)
// says so. Of all groups around the process the smallest limit counts. Beyond memory.max the system
// ends processes of the group; beyond memory.high it slows them down until they stand still, so
// that it bounds what is usable as well.
// `root` stands for "/" and is another folder in tests. Files that are not there set no limit.
// Cost: a few small files, read once at the start.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace cuzk::cli {

struct HostMemory {
  uint64_t machine_bytes = 0;  // 0 if unknown
  uint64_t limit_bytes = 0;    // memory.max of the control group; 0 for none
  uint64_t high_bytes = 0;     // memory.high; 0 for none

  uint64_t usable_bytes() const;
};

HostMemory host_memory(const std::filesystem::path& root = "/");

}  // namespace cuzk::cli
