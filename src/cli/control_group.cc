// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/control_group.h"

#include <fstream>

namespace cuzk::cli {

namespace fs = std::filesystem;

std::vector<fs::path> control_groups(const fs::path& root, const std::string& controller) {
  std::vector<fs::path> out;
  const fs::path groups = root / "sys/fs/cgroup";
  std::ifstream own(root / "proc/self/cgroup");
  for (std::string line; std::getline(own, line);) {  // number:controllers:path
    const size_t second = line.rfind(':');
    const size_t first = line.find(':');
    if (first == std::string::npos || first == second) continue;
    const std::string controllers = "," + line.substr(first + 1, second - first - 1) + ",";
    const bool is_second_version = controllers == ",,";
    if (!is_second_version && controllers.find("," + controller + ",") == std::string::npos) {
      continue;
    }
    const fs::path top = is_second_version ? groups : groups / controller;
    for (fs::path group = line.substr(second + 1);; group = group.parent_path()) {
      out.push_back(top / group.relative_path());
      if (group.relative_path().empty()) break;
    }
  }
  return out;
}

std::optional<uint64_t> group_number(const fs::path& group, const char* file) {
  std::ifstream in(group / file);
  uint64_t value = 0;
  if (!(in >> value)) return std::nullopt;
  return value;
}

}  // namespace cuzk::cli
