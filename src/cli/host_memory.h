// SPDX-License-Identifier: MIT OR Apache-2.0
// How much memory this process may use: the machine's, or less if a control group (a container, a
// systemd slice) says so. The limit of a group holds for all groups in it, so the smallest one
// from our own group up to the root counts; versions 1 and 2 of the interface are read.
// `root` stands for "/" and is another folder in tests. Files that are not there set no limit.
// Cost: a few small files, read once at the start.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace cuzk::cli {

struct HostMemory {
  uint64_t machine_bytes = 0;  // 0 if unknown
  uint64_t limit_bytes = 0;    // of the control group; 0 for none

  uint64_t usable_bytes() const;
};

HostMemory host_memory(const std::filesystem::path& root = "/");

}  // namespace cuzk::cli
