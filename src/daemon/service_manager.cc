// SPDX-License-Identifier: MIT OR Apache-2.0
#include "daemon/service_manager.h"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstddef>
#include <cstdlib>
#include <cstring>

namespace cuzk::daemon {

ServiceManager::ServiceManager() {
  if (const char* socket = std::getenv("NOTIFY_SOCKET")) socket_ = socket;
  if (const char* microseconds = std::getenv("WATCHDOG_USEC")) {
    const uint64_t value = std::strtoull(microseconds, nullptr, 10);
    if (value > 0) watchdog_period_ = std::chrono::microseconds(value) / 2;
  }
}

void ServiceManager::tell(const std::string& lines) const {
  sockaddr_un address{};
  if (socket_.empty() || socket_.size() >= sizeof address.sun_path) return;
  address.sun_family = AF_UNIX;
  std::memcpy(address.sun_path, socket_.data(), socket_.size());
  if (socket_[0] == '@') address.sun_path[0] = '\0';
  const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + socket_.size());
  const int descriptor = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  ::sendto(descriptor, lines.data(), lines.size(), MSG_NOSIGNAL,
           reinterpret_cast<const sockaddr*>(&address), size);
  ::close(descriptor);
}

}  // namespace cuzk::daemon
