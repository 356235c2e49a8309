// SPDX-License-Identifier: MIT OR Apache-2.0
// 32 bit variables side by side, lane 0 the least significant bit of a word. With values they are
// one uint32_t; in the recorder they are 32 variable codes; where neither matters they are empty.
// The functions move lanes between positions and exist for all three, so that circuit texts are
// written once. None of them allocates or constrains anything.
// The masks beside a word's lanes (gadget/word.h) move by the uint32_t form.
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
