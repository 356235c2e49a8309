// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/upload.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <charconv>
#include <filesystem>

namespace cuzk::service {
namespace {

// "127.0.0.1:4711" or "::1:4711" of the other end; empty if it is no TCP connection.
std::string peer_of(int descriptor) {
  sockaddr_storage address{};
  socklen_t size = sizeof address;
  if (::getpeername(descriptor, reinterpret_cast<sockaddr*>(&address), &size) != 0) return "";
  char host[INET6_ADDRSTRLEN] = {};
  if (address.ss_family == AF_INET) {
    const auto& v4 = reinterpret_cast<const sockaddr_in&>(address);
    ::inet_ntop(AF_INET, &v4.sin_addr, host, sizeof host);
    return fmt::format("{}:{}", host, ntohs(v4.sin_port));
  }
  if (address.ss_family != AF_INET6) return "";
  const auto& v6 = reinterpret_cast<const sockaddr_in6&>(address);
  if (IN6_IS_ADDR_V4MAPPED(&v6.sin6_addr)) {
    ::inet_ntop(AF_INET, &v6.sin6_addr.s6_addr[12], host, sizeof host);
  } else {
    ::inet_ntop(AF_INET6, &v6.sin6_addr, host, sizeof host);
  }
  return fmt::format("{}:{}", host, ntohs(v6.sin6_port));
}

// Without "ipv4:", and without the brackets as a URI writes them.
std::string plain(std::string peer) {
  if (!peer.starts_with("ipv4:") && !peer.starts_with("ipv6:")) return "";
  peer.erase(0, 5);
  for (const char* bracket : {"%5B", "%5D", "[", "]"}) {
    const size_t at = peer.find(bracket);
    if (at != std::string::npos) peer.erase(at, std::string(bracket).size());
  }
  return peer;
}

}  // namespace

bool UploadWatch::goes_on(std::optional<uint64_t> received) {
  ++intervals_;
  if (!received || !last_) return intervals_ < limits_.unseen_intervals_max;
  const uint64_t arrived = *received - *last_;
  last_ = received;
  return arrived >= limits_.interval_bytes_min;
}

std::string UploadWatch::text() const {
  const std::chrono::duration<double> interval = limits_.interval;
  if (!begin_ || !last_) {
    return fmt::format("the message was not complete after {:g} s", interval.count() * intervals_);
  }
  return fmt::format(
      "the message was not complete after {:g} s: {} bytes had arrived; at least {} are expected "
      "every {:g} s",
      interval.count() * intervals_, *last_ - *begin_, limits_.interval_bytes_min,
      interval.count());
}

std::optional<uint64_t> received_bytes(const std::string& peer) {
  const std::string wanted = plain(peer);
  if (wanted.empty()) return std::nullopt;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd", error)) {
    const std::string name = entry.path().filename();
    int descriptor = -1;
    std::from_chars(name.data(), name.data() + name.size(), descriptor);
    if (peer_of(descriptor) != wanted) continue;
    tcp_info info{};
    socklen_t size = sizeof info;
    if (::getsockopt(descriptor, IPPROTO_TCP, TCP_INFO, &info, &size) == 0) {
      return info.tcpi_bytes_received;
    }
  }
  return std::nullopt;
}

}  // namespace cuzk::service
