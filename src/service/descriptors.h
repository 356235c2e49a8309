// SPDX-License-Identifier: MIT OR Apache-2.0
// How many descriptors the system lets this process have, and how many of them connections may
// take. A reserve, a quarter of the limit and at most 256, stays free: one half of it for the
// connections of HTTP, so that probes are answered whatever clients do, the other for files of
// parameters and circuits, so that a flood fails no job.
//
// The kernel gives the lowest free number to a new descriptor: one at or above the bound says that
// the others are taken. That needs no count of connections, which gRPC does not tell.
// Any thread may call these; each costs a system call or two.
#pragma once

#include <cstdint>

namespace cuzk::service {

struct DescriptorLimit {
  uint64_t soft = 0, hard = 0;
};

inline constexpr uint64_t kDescriptorsMin = 64;  // some twenty clients
inline constexpr uint64_t kDescriptorsAdvised = 1024;

DescriptorLimit descriptor_limit();
// Makes the soft limit what the hard one allows. Throws kResourceExhausted if that is less than a
// daemon needs: gRPC ends the process when it finds none at its start.
void raise_descriptor_limit();

// Numbers from here on are not for connections of gRPC, of HTTP.
uint64_t grpc_descriptors_max();
uint64_t http_descriptors_max();
// Connections of HTTP that are open at once.
uint64_t http_connections_max();
// Whether one more connection of gRPC would be taken.
bool has_room_for_grpc();

}  // namespace cuzk::service
