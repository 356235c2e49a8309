// SPDX-License-Identifier: MIT OR Apache-2.0
// What Montgomery arithmetic needs to know about a prime, derived from the prime alone (groth16.md
// G16-102).
//
// A modulus description is a struct with one member, the prime as little-endian 64-bit limbs.
// `Montgomery<D>` adds twice the prime, R = 2^(64 * kLimbs) modulo the prime, R^2, R^3 and the
// negated inverse of the prime modulo 2^64 and 2^32. All of it is computed at compile time, once,
// for host and device alike: no constant is typed twice.
//
// Invariant: the prime leaves at least one bit of its top limb free. The limb primitives rely on
// it: sums of two reduced values do not overflow, and a Montgomery row needs no carry beyond its
// own limbs.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace cuzk::field {

// Little-endian limbs: limb i has the weight 2^(64 * i).
template <size_t kCount>
using Limbs = std::array<uint64_t, kCount>;

namespace derive {

template <size_t kCount>
constexpr bool is_less(const Limbs<kCount>& a, const Limbs<kCount>& b) {
  for (size_t i = kCount; i-- > 0;) {
    if (a[i] != b[i]) return a[i] < b[i];
  }
  return false;
}

// a - b. Requires: a >= b.
template <size_t kCount>
constexpr Limbs<kCount> minus(const Limbs<kCount>& a, const Limbs<kCount>& b) {
  Limbs<kCount> out{};
  uint64_t borrow = 0;
  for (size_t i = 0; i < kCount; ++i) {
    uint64_t difference = a[i] - b[i];
    out[i] = difference - borrow;
    borrow = (a[i] < b[i] || difference < borrow) ? 1 : 0;
  }
  return out;
}

// floor(a / 2^count). Requires: count < 64.
template <size_t kCount>
constexpr Limbs<kCount> shifted_right(const Limbs<kCount>& a, unsigned count) {
  Limbs<kCount> out = a;
  for (unsigned step = 0; step < count; ++step) {
    for (size_t i = 0; i < kCount; ++i) {
      uint64_t above = i + 1 < kCount ? out[i + 1] : 0;
      out[i] = out[i] >> 1 | above << 63;
    }
  }
  return out;
}

// 2 a. Requires: the highest bit is clear.
template <size_t kCount>
constexpr Limbs<kCount> doubled(const Limbs<kCount>& a) {
  Limbs<kCount> out{};
  for (size_t i = 0; i < kCount; ++i) out[i] = a[i] << 1 | (i > 0 ? a[i - 1] >> 63 : 0);
  return out;
}

// 2^exponent mod modulus, by doubling.
template <size_t kCount>
constexpr Limbs<kCount> power_of_two(const Limbs<kCount>& modulus, size_t exponent) {
  Limbs<kCount> value{1};
  for (size_t step = 0; step < exponent; ++step) {
    Limbs<kCount> twice = doubled(value);
    value = is_less(twice, modulus) ? twice : minus(twice, modulus);
  }
  return value;
}

// -1 / odd mod 2^64 by Newton's iteration: each step doubles the number of correct low bits, 3 at
// first.
constexpr uint64_t negated_inverse(uint64_t odd) {
  uint64_t inverse = odd * 3 ^ 2;
  for (int step = 0; step < 5; ++step) inverse *= 2 - odd * inverse;
  return ~inverse + 1;
}

}  // namespace derive

template <class Description>
struct Montgomery {
  static constexpr auto kModulus = Description::kModulus;
  static constexpr size_t kLimbs = kModulus.size();
  static constexpr unsigned kBits = static_cast<unsigned>(64 * kLimbs) -
                                    static_cast<unsigned>(std::countl_zero(kModulus[kLimbs - 1]));
  static constexpr Limbs<kLimbs> kTwice = derive::doubled(kModulus);
  static constexpr Limbs<kLimbs> kR = derive::power_of_two(kModulus, 64 * kLimbs);
  static constexpr Limbs<kLimbs> kR2 = derive::power_of_two(kModulus, 2 * 64 * kLimbs);
  static constexpr Limbs<kLimbs> kR3 = derive::power_of_two(kModulus, 3 * 64 * kLimbs);
  static constexpr uint64_t kNegatedInverse64 = derive::negated_inverse(kModulus[0]);
  static constexpr uint32_t kNegatedInverse32 = static_cast<uint32_t>(kNegatedInverse64);

  static_assert(kModulus[0] % 2 == 1 && kBits < 64 * kLimbs && kBits > 64 * (kLimbs - 1));
};

}  // namespace cuzk::field
