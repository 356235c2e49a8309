// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/upload.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "service/listener.h"

namespace cuzk::service {
namespace {

constexpr UploadLimits kLimits = {std::chrono::milliseconds(60'000), 1000, 3};

// 600 kB/s for an hour is slow, and honest.
TEST(UploadWatch, SlowIsNotSilent) {
  UploadWatch watch(kLimits, 5);
  uint64_t received = 5;
  for (int i = 0; i < 60; ++i) EXPECT_TRUE(watch.goes_on(received += 1000));
  EXPECT_FALSE(watch.goes_on(received += 999));
  EXPECT_EQ(watch.text(),
            "the message was not complete after 3660 s: 60999 bytes had arrived; at least 1000 "
            "are expected every 60 s");
}

TEST(UploadWatch, WhatCannotBeSeenHasALimit) {
  UploadWatch watch(kLimits, std::nullopt);
  EXPECT_TRUE(watch.goes_on(std::nullopt));
  EXPECT_TRUE(watch.goes_on(std::nullopt));
  EXPECT_FALSE(watch.goes_on(std::nullopt));
  EXPECT_EQ(watch.text(), "the message was not complete after 180 s");
}

TEST(ReceivedBytes, AreThoseOfTheConnection) {
  Listener listener(parse_address("127.0.0.1:0"));
  sockaddr_in where{};
  where.sin_family = AF_INET;
  where.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  where.sin_port = htons(static_cast<uint16_t>(parse_address(listener.address()).port()));
  const int client = ::socket(AF_INET, SOCK_STREAM, 0);
  ASSERT_EQ(::connect(client, reinterpret_cast<const sockaddr*>(&where), sizeof where), 0);
  const int server = ::accept(listener.descriptors()[0], nullptr, nullptr);
  ASSERT_GE(server, 0);
  sockaddr_in own{};
  socklen_t size = sizeof own;
  ::getsockname(client, reinterpret_cast<sockaddr*>(&own), &size);
  const std::string peer = fmt::format("ipv4:127.0.0.1:{}", ntohs(own.sin_port));
  EXPECT_EQ(received_bytes(peer), 0u);
  ASSERT_EQ(::send(client, "hello", 5, 0), 5);
  char bytes[5];
  ASSERT_EQ(::recv(server, bytes, sizeof bytes, MSG_WAITALL), 5);
  EXPECT_EQ(received_bytes(peer), 5u);
  EXPECT_EQ(received_bytes("ipv4:127.0.0.1:1"), std::nullopt);
  EXPECT_EQ(received_bytes("unix:"), std::nullopt);
  ::close(client);
  ::close(server);
}

}  // namespace
}  // namespace cuzk::service
