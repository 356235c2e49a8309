// SPDX-License-Identifier: MIT OR Apache-2.0
// For tests: a link between one client and a server on loopback that can fail as links do. It
// forwards the bytes of one connection at a time; `freeze` stops both directions without closing
// anything, as a router that went away, and a bound on the bytes to the server makes a client that
// falls silent in the middle of a message, while answers still reach it.
//
// One thread, ended by the destructor. `freeze` and `set_upload_max` may be called from any thread.
#pragma once

#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <string>
#include <thread>

#include "service/address.h"
#include "service/listener.h"

namespace cuzk::service {

class Relay {
 public:
  explicit Relay(const std::string& server)
      : server_(parse_address(server)), listener_(parse_address("127.0.0.1:0")) {
    thread_ = std::jthread([this](std::stop_token stop) { run(stop); });
  }

  const std::string& address() const { return listener_.address(); }
  void freeze() { frozen_ = true; }
  void set_upload_max(uint64_t bytes) { upload_max_ = bytes; }
  uint64_t uploaded() const { return uploaded_; }

 private:
  static constexpr int kStepMilliseconds = 5;

  int connect_to_server() const {
    sockaddr_in where{};
    where.sin_family = AF_INET;
    where.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    where.sin_port = htons(static_cast<uint16_t>(server_.port()));
    const int descriptor = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    EXPECT_EQ(::connect(descriptor, reinterpret_cast<const sockaddr*>(&where), sizeof where), 0);
    return descriptor;
  }

  void run(const std::stop_token& stop) {
    while (!stop.stop_requested()) {
      pollfd waiting{listener_.descriptors()[0], POLLIN, 0};
      if (::poll(&waiting, 1, kStepMilliseconds) != 1) continue;
      const int client = ::accept4(waiting.fd, nullptr, nullptr, SOCK_CLOEXEC);
      if (client < 0) continue;
      const int server = connect_to_server();
      forward(client, server, stop);
      ::close(client);
      ::close(server);
    }
  }

  void forward(int client, int server, const std::stop_token& stop) {
    while (!stop.stop_requested()) {
      pollfd ends[2] = {{client, POLLIN, 0}, {server, POLLIN, 0}};
      const bool upload = uploaded_ < upload_max_;
      if (!upload) ends[0].fd = -1;
      if (frozen_) ends[0].fd = ends[1].fd = -1;
      ::poll(ends, 2, kStepMilliseconds);
      if (ends[0].revents != 0 && !copy(client, server, true)) return;
      if (ends[1].revents != 0 && !copy(server, client, false)) return;
    }
  }

  bool copy(int from, int to, bool is_upload) {
    std::array<char, 16384> bytes;
    const ssize_t size = ::recv(from, bytes.data(), bytes.size(), 0);
    if (size <= 0) return false;
    if (is_upload) uploaded_ += static_cast<uint64_t>(size);
    return ::send(to, bytes.data(), static_cast<size_t>(size), MSG_NOSIGNAL) == size;
  }

  const Address server_;
  Listener listener_;
  std::atomic<bool> frozen_ = false;
  std::atomic<uint64_t> upload_max_ = UINT64_MAX, uploaded_ = 0;
  std::jthread thread_;
};

}  // namespace cuzk::service
