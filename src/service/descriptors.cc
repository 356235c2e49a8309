// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/descriptors.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>

#include "base/error.h"

namespace cuzk::service {
namespace {

constexpr uint64_t kReserveMax = 256;
constexpr uint64_t kHttpConnectionsMax = 64;

uint64_t reserve(uint64_t all) { return std::min(all / 4, kReserveMax); }

}  // namespace

DescriptorLimit descriptor_limit() {
  rlimit limit{};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  return {limit.rlim_cur, limit.rlim_max};
}

void raise_descriptor_limit() {
  rlimit limit{};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
  if (limit.rlim_max >= kDescriptorsMin) return;
  throw base::Error(
      base::ErrorCode::kResourceExhausted,
      fmt::format("{} descriptors may be open, at least {} are needed and {} advised; "
                  "raise the hard limit (LimitNOFILE of the unit, ulimit -Hn)",
                  limit.rlim_max, kDescriptorsMin, kDescriptorsAdvised));
}

uint64_t grpc_descriptors_max() {
  const uint64_t all = descriptor_limit().soft;
  return all - reserve(all);
}

uint64_t http_descriptors_max() {
  const uint64_t all = descriptor_limit().soft;
  return all - reserve(all) / 2;
}

uint64_t http_connections_max() {
  return std::clamp(reserve(descriptor_limit().soft) / 2, uint64_t{1}, kHttpConnectionsMax);
}

bool has_room_for_grpc() {
  const int probe = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (probe < 0) return false;
  ::close(probe);
  return static_cast<uint64_t>(probe) < grpc_descriptors_max();
}

}  // namespace cuzk::service
