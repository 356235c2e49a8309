// SPDX-License-Identifier: MIT OR Apache-2.0
// Whether a message that is being received still makes progress. An honest client may be slow, and
// a large message may take an hour; one that sends nothing holds memory that others wait for. So
// the limit is on silence: in each interval so many bytes have to arrive.
//
// gRPC shows a message only when it is complete. What arrives is asked of the kernel, for the whole
// TCP connection of the call (TCP_INFO), so another call's bytes on it count too. A unix socket has
// no such counter: there the whole message has a limit.
//
// UploadWatch is a value without clock or threads; `received_bytes` asks the system and may be
// called from any thread. It costs a walk over this process's descriptors, once an interval.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace cuzk::service {

struct UploadLimits {
  std::chrono::milliseconds interval{60'000};
  uint64_t interval_bytes_min = 1ull << 20;
  unsigned unseen_intervals_max = 10;  // for the whole message where no bytes can be seen
};

class UploadWatch {
 public:
  // What had been received when it began, if that can be seen.
  UploadWatch(const UploadLimits& limits, std::optional<uint64_t> received)
      : limits_(limits), begin_(received), last_(received) {}

  // After each interval; false if the message is to be given up.
  [[nodiscard]] bool goes_on(std::optional<uint64_t> received);
  // What arrived and what was expected, for the error.
  std::string text() const;

 private:
  const UploadLimits limits_;
  std::optional<uint64_t> begin_, last_;
  unsigned intervals_ = 0;
};

// Bytes that this process has received over the TCP connection with a peer as gRPC writes it,
// "ipv4:127.0.0.1:4711" or "ipv6:%5B::1%5D:4711"; nothing for another kind of peer.
std::optional<uint64_t> received_bytes(const std::string& peer);

}  // namespace cuzk::service
