// SPDX-License-Identifier: MIT OR Apache-2.0
#include "daemon/device_users.h"

#include <fmt/format.h>
#include <unistd.h>

#include <charconv>
#include <fstream>
#include <map>

namespace cuzk::daemon {
namespace {

namespace fs = std::filesystem;

// "/dev/nvidia0", or nothing where the driver does not say.
std::string device_file(const std::string& pci_address, const fs::path& root) {
  std::ifstream file(root / "proc/driver/nvidia/gpus" / pci_address / "information");
  for (std::string line; std::getline(file, line);) {
    const size_t digits = line.find_first_of("0123456789");
    if (line.starts_with("Device Minor:") && digits != std::string::npos) {
      return "/dev/nvidia" + line.substr(digits);
    }
  }
  return "";
}

bool has_open(const fs::path& process, const std::string& wanted) {
  std::error_code hidden;
  for (const auto& descriptor : fs::directory_iterator(process / "fd", hidden)) {
    if (fs::read_symlink(descriptor.path(), hidden) == wanted) return true;
  }
  return false;
}

}  // namespace

std::vector<std::string> device_users(const std::string& pci_address, const fs::path& root) {
  std::map<int, std::string> found;
  const std::string wanted = device_file(pci_address, root);
  if (wanted.empty()) return {};
  std::error_code error;
  for (const auto& process : fs::directory_iterator(root / "proc", error)) {
    const std::string number = process.path().filename();
    int pid = 0;
    const auto [end, failure] = std::from_chars(number.data(), number.data() + number.size(), pid);
    if (failure != std::errc() || *end != '\0' || pid == ::getpid()) continue;
    if (!has_open(process.path(), wanted)) continue;
    std::string name;
    std::ifstream comm(process.path() / "comm");
    std::getline(comm, name);
    found[pid] = fmt::format("process {} ({})", pid, name);
  }
  std::vector<std::string> out;
  for (auto& [pid, text] : found) out.push_back(std::move(text));
  return out;
}

}  // namespace cuzk::daemon
