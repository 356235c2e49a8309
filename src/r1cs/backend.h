// SPDX-License-Identifier: MIT OR Apache-2.0
// What a circuit definition may ask of its back end. A circuit is a function template over a back
// end `B`; the same one records (recorder.h), makes and checks assignments (valuation.h) and names
// rows (row_namer.h). A back end offers these types:
//   Number   a variable that holds a field element, or ONE
//   Lanes    32 variables that hold bits; functions in lanes.h move them
//   Value    what is known of a field element: Fr, or Unknown where only the structure matters
//   Bits     what is known of 32 bits: uint32_t, or Unknown
//   Linear   a linear combination under construction: add(number, k), add_lane(lanes, lane, k),
//            add_one(k), add(linear, k). In a back end with values it is its value.
// and these operations, in the words of porep.md 1:
//   one(), alloc(value), alloc_input(value)        variables, in order of allocation (CS-1)
//   alloc_lanes(mask, bits)                        a bit variable a set bit of mask, lane 0 first
//   alloc_lane_pairs(mask1, bits1, mask2, bits2)   the same for two words, alternating by lane
//   enforce(label, f)                              a constraint; f(a, b, c) adds the terms (CS-3)
//   enforce_lanes(label, mask, f)                  one for each set bit; f(lane, a, b, c)
//   value(number), value(linear), bits(lanes)      what is known
//   scope(name), scope(name, number)               names what is made while the result lives
//   repeat(count, f)                               f(back end, i) makes block i; all are alike
//   repeat(count, lend, f)                         the same where each block has bits made before
//                                                  of its own: lend(i, lender) adds them by
//                                                  add_lanes(lanes, mask), if a recorder asks
// Names are string literals; a number is put behind its name. A device ignores the names of scopes
// and labels. kHasRows is false where constraints are ignored, so that nothing is built for them.
// Variables and constraints are numbered apart: a definition may make a word, then constrain its
// lanes. The structure never depends on values (CS-11).
#pragma once

#include <array>
#include <concepts>
#include <cstdint>

#include "base/host_device.h"
#include "field/fr.h"

namespace cuzk::r1cs {

using field::Fr;

// A value that is not there: every operation on it gives the same nothing.
struct Unknown {
  Unknown() = default;
  template <class T>
  CUZK_HOST_DEVICE constexpr Unknown(const T&) {}

  CUZK_HOST_DEVICE constexpr Unknown square() const { return {}; }
  CUZK_HOST_DEVICE constexpr Unknown operator~() const { return {}; }
};

template <std::same_as<Unknown> U, class T>
constexpr Unknown operator+(U, const T&) {
  return {};
}
template <std::same_as<Unknown> U, class T>
constexpr Unknown operator-(U, const T&) {
  return {};
}
template <std::same_as<Unknown> U, class T>
constexpr Unknown operator*(U, const T&) {
  return {};
}
template <std::same_as<Unknown> U, class T>
constexpr Unknown operator^(U, const T&) {
  return {};
}
template <std::same_as<Unknown> U, class T>
constexpr Unknown operator&(U, const T&) {
  return {};
}
template <std::same_as<Unknown> U, class T>
constexpr Unknown operator|(U, const T&) {
  return {};
}

// A field element as 256 bits in eight words, least significant first, and back (the caller keeps
// it below r).
CUZK_HOST_DEVICE constexpr std::array<uint32_t, 8> to_words(const Fr& value) {
  auto limbs = value.canonical();
  std::array<uint32_t, 8> words{};
  for (int i = 0; i < 8; ++i) words[i] = static_cast<uint32_t>(limbs[i / 2] >> (32 * (i % 2)));
  return words;
}

CUZK_HOST_DEVICE constexpr Fr from_words(const std::array<uint32_t, 8>& words) {
  std::array<uint64_t, 4> limbs{};
  for (int i = 0; i < 8; ++i) limbs[i / 2] |= uint64_t{words[i]} << (32 * (i % 2));
  return Fr::from_canonical(limbs);
}

constexpr std::array<Unknown, 8> to_words(Unknown) { return {}; }
constexpr Unknown from_words(const std::array<Unknown, 8>&) { return {}; }

// `yes` where the bit in the lane is 1, else `no`.
CUZK_HOST_DEVICE constexpr Fr choose(uint32_t bits, unsigned lane, const Fr& yes, const Fr& no) {
  return bits >> lane & 1 ? yes : no;
}
constexpr Unknown choose(Unknown, unsigned, Unknown, Unknown) { return {}; }

// The sum of words and the low and high word of such a sum.
struct WideSum {
  CUZK_HOST_DEVICE void add(uint32_t word) { sum += word; }
  CUZK_HOST_DEVICE uint32_t low() const { return static_cast<uint32_t>(sum); }
  CUZK_HOST_DEVICE uint32_t high() const { return static_cast<uint32_t>(sum >> 32); }

  uint64_t sum = 0;
};

struct UnknownSum {
  constexpr void add(Unknown) {}
  constexpr Unknown low() const { return {}; }
  constexpr Unknown high() const { return {}; }
};

}  // namespace cuzk::r1cs
