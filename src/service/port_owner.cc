// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/port_owner.h"

#include <fmt/format.h>

#include <charconv>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>

namespace cuzk::service {
namespace {

namespace fs = std::filesystem;

struct Listening {
  std::string inode;
  int user = 0;
};

// A line is: number, local address:port (hexadecimal), remote, state (0A listens), queues, timer,
// retransmits, user, timeout, inode.
std::optional<Listening> find_listening(const char* table, int port) {
  std::ifstream file(table);
  std::string line;
  std::getline(file, line);
  const std::string wanted = fmt::format(":{:04X}", port);
  while (std::getline(file, line)) {
    std::istringstream words(line);
    std::string number, local, remote, state, queues, timer, retransmits, timeout;
    Listening found;
    words >> number >> local >> remote >> state >> queues >> timer >> retransmits >> found.user >>
        timeout >> found.inode;
    if (words && state == "0A" && local.ends_with(wanted)) return found;
  }
  return std::nullopt;
}

std::optional<int> process_with(const std::string& inode) {
  const std::string wanted = fmt::format("socket:[{}]", inode);
  std::error_code error;
  for (const auto& process : fs::directory_iterator("/proc", error)) {
    const std::string name = process.path().filename();
    int pid = 0;
    if (std::from_chars(name.data(), name.data() + name.size(), pid).ec != std::errc()) continue;
    std::error_code hidden;
    for (const auto& descriptor : fs::directory_iterator(process.path() / "fd", hidden)) {
      if (fs::read_symlink(descriptor.path(), hidden) == wanted) return pid;
    }
  }
  return std::nullopt;
}

}  // namespace

std::string process_text(int pid) {
  std::ifstream file(fmt::format("/proc/{}/comm", pid));
  std::string name;
  if (pid <= 0 || !std::getline(file, name)) return "";
  return fmt::format("process {} ({})", pid, name);
}

std::string tcp_port_owner(int port) {
  for (const char* table : {"/proc/net/tcp", "/proc/net/tcp6"}) {
    const std::optional<Listening> found = find_listening(table, port);
    if (!found) continue;
    if (const std::optional<int> pid = process_with(found->inode)) return process_text(*pid);
    return fmt::format("a process of user {}", found->user);
  }
  return "";
}

}  // namespace cuzk::service
