// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/host_memory.h"

#include <algorithm>
#include <fstream>

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

// The smallest limit in the group and those around it; "max" is no number.
uint64_t smallest_limit(const fs::path& root, fs::path group, const char* file) {
  uint64_t limit = kNoLimit;
  while (true) {
    uint64_t value = 0;
    std::ifstream in(root / group.relative_path() / file);
    if (in >> value) limit = std::min(limit, value);
    if (group.relative_path().empty()) break;
    group = group.parent_path();
  }
  return limit;
}

}  // namespace

uint64_t HostMemory::usable_bytes() const {
  if (limit_bytes == 0) return machine_bytes;
  return machine_bytes == 0 ? limit_bytes : std::min(machine_bytes, limit_bytes);
}

HostMemory host_memory(const fs::path& root) {
  uint64_t limit = kNoLimit;
  const fs::path groups = root / "sys/fs/cgroup";
  std::ifstream own(root / "proc/self/cgroup");
  for (std::string line; std::getline(own, line);) {  // number:controllers:path
    const size_t second = line.rfind(':');
    const size_t first = line.find(':');
    if (first == std::string::npos || first == second) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    const std::string group = line.substr(second + 1);
    if (controllers.empty()) {
      limit = std::min(limit, smallest_limit(groups, group, "memory.max"));
    } else if (("," + controllers + ",").find(",memory,") != std::string::npos) {
      limit = std::min(limit, smallest_limit(groups / "memory", group, "memory.limit_in_bytes"));
    }
  }
  return {meminfo_bytes(root / "proc/meminfo"), limit >= kNoLimit ? 0 : limit};
}

}  // namespace cuzk::cli
