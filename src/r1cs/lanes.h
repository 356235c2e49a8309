// SPDX-License-Identifier: MIT OR Apache-2.0
// 32 bit variables side by side, lane 0 the least significant bit of a word. With values they are
// one uint32_t; in the recorder they are 32 variable codes; where neither matters they are empty.
// The functions move lanes between positions and exist for all three, so that circuit definitions
// are written once. None of them allocates or constrains anything. The masks beside a word's lanes
// (gadget/word.h) move by the uint32_t form. `interleave` and `gather` put the values of lanes in
// the order in which a witness stores them.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "base/host_device.h"

namespace cuzk::r1cs {

using VariableLanes = std::array<uint32_t, 32>;
struct EmptyLanes {};

// Lane i of the result is lane (i + count) mod 32.
CUZK_HOST_DEVICE constexpr uint32_t rotate_right(uint32_t lanes, unsigned count) {
  return lanes >> (count % 32) | lanes << ((32 - count) % 32);
}

// Lane i of the result is lane i + count; the lanes beyond are meaningless (0 here).
CUZK_HOST_DEVICE constexpr uint32_t shift_right(uint32_t lanes, unsigned count) {
  return lanes >> count;
}

// Reverses the order of the four bytes.
CUZK_HOST_DEVICE constexpr uint32_t byte_swap(uint32_t lanes) {
  return lanes << 24 | (lanes & 0xff00) << 8 | (lanes >> 8 & 0xff00) | lanes >> 24;
}

// Lanes of `yes` where the mask is set, of `no` elsewhere.
CUZK_HOST_DEVICE constexpr uint32_t select(uint32_t mask, uint32_t yes, uint32_t no) {
  return (yes & mask) | (no & ~mask);
}

// How many bits are set. Not std::popcount: it is not made for device code.
CUZK_HOST_DEVICE constexpr unsigned bit_count(uint64_t bits) {
  bits -= bits >> 1 & 0x5555555555555555;
  bits = (bits & 0x3333333333333333) + (bits >> 2 & 0x3333333333333333);
  bits = (bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0f;
  return static_cast<unsigned>(bits * 0x0101010101010101 >> 56);
}

// Bit i of `first` at position 2 i, bit i of `second` at position 2 i + 1.
CUZK_HOST_DEVICE constexpr uint64_t interleave(uint32_t first, uint32_t second) {
  uint64_t both[2] = {first, second};
  for (uint64_t& x : both) {
    x = (x | x << 16) & 0x0000ffff0000ffff;
    x = (x | x << 8) & 0x00ff00ff00ff00ff;
    x = (x | x << 4) & 0x0f0f0f0f0f0f0f0f;
    x = (x | x << 2) & 0x3333333333333333;
    x = (x | x << 1) & 0x5555555555555555;
  }
  return both[0] | both[1] << 1;
}

// The bits of `value` under the mask, moved together at the low end: run by run, of which there
// are few, and most often one that begins at lane 0.
CUZK_HOST_DEVICE constexpr uint64_t gather(uint64_t value, uint64_t mask) {
  if ((mask & (mask + 1)) == 0) return value & mask;
  uint64_t out = 0;
  unsigned filled = 0;
  while (mask != 0) {
    uint64_t lowest = mask & -mask;
    uint64_t run = mask & ~(mask + lowest);
    out |= (value & run) >> bit_count(lowest - 1) << filled;
    filled += bit_count(run);
    mask ^= run;
  }
  return out;
}

inline VariableLanes rotate_right(const VariableLanes& lanes, unsigned count) {
  VariableLanes out;
  for (unsigned i = 0; i < 32; ++i) out[i] = lanes[(i + count) % 32];
  return out;
}

inline VariableLanes shift_right(const VariableLanes& lanes, unsigned count) {
  VariableLanes out{};
  for (unsigned i = 0; i + count < 32; ++i) out[i] = lanes[i + count];
  return out;
}

inline VariableLanes byte_swap(const VariableLanes& lanes) {
  VariableLanes out;
  for (unsigned i = 0; i < 32; ++i) out[i] = lanes[i ^ 24];
  return out;
}

inline VariableLanes select(uint32_t mask, const VariableLanes& yes, const VariableLanes& no) {
  VariableLanes out = no;
  for (; mask != 0; mask &= mask - 1) {
    int lane = std::countr_zero(mask);
    out[lane] = yes[lane];
  }
  return out;
}

constexpr EmptyLanes rotate_right(EmptyLanes, unsigned) { return {}; }
constexpr EmptyLanes shift_right(EmptyLanes, unsigned) { return {}; }
constexpr EmptyLanes byte_swap(EmptyLanes) { return {}; }
constexpr EmptyLanes select(uint32_t, EmptyLanes, EmptyLanes) { return {}; }

}  // namespace cuzk::r1cs
