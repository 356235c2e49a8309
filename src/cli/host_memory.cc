// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/host_memory.h"

#include <algorithm>
#include <fstream>

#include "cli/control_group.h"

namespace cuzk::cli {
namespace {

namespace fs = std::filesystem;

// Version 1 writes a number near 2^63 where there is no limit.
constexpr uint64_t kNoLimit = 1ull << 60;

uint64_t meminfo_bytes(const fs::path& file) {
  std::ifstream in(file);
  std::string name, unit;
  uint64_t value = 0;
  while (in >> name >> value) {
    std::getline(in, unit);
    if (name == "MemTotal:") return value * 1024;
  }
  return 0;
}

uint64_t smallest_limit(const std::vector<fs::path>& groups,
                        std::initializer_list<const char*> files) {
  uint64_t limit = kNoLimit;
  for (const fs::path& group : groups) {
    for (const char* file : files) {
      limit = std::min(limit, group_number(group, file).value_or(kNoLimit));
    }
  }
  return limit >= kNoLimit ? 0 : limit;
}

}  // namespace

uint64_t HostMemory::usable_bytes() const {
  uint64_t usable = 0;
  for (uint64_t bytes : {machine_bytes, limit_bytes, high_bytes}) {
    if (bytes != 0 && (usable == 0 || bytes < usable)) usable = bytes;
  }
  return usable;
}

HostMemory host_memory(const fs::path& root) {
  const std::vector<fs::path> groups = control_groups(root, "memory");
  return {meminfo_bytes(root / "proc/meminfo"),
          smallest_limit(groups, {"memory.max", "memory.limit_in_bytes"}),
          smallest_limit(groups, {"memory.high"})};
}

}  // namespace cuzk::cli
