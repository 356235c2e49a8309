// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/resident.h"

#include <fstream>
#include <string>

namespace cuzk::base {
namespace {

uint64_t status_bytes(const std::string& field) {
  std::ifstream status("/proc/self/status");
  std::string line;
  while (std::getline(status, line)) {
    if (line.starts_with(field)) return std::stoull(line.substr(field.size())) * 1024;
  }
  return 0;
}

}  // namespace

uint64_t resident_bytes() { return status_bytes("VmRSS:"); }

uint64_t peak_resident_bytes() { return status_bytes("VmHWM:"); }

}  // namespace cuzk::base
