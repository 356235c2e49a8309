// SPDX-License-Identifier: MIT OR Apache-2.0
// Inversion modulo an odd prime: the binary greatest common divisor, 31 steps at a time on 64-bit
// approximations (Pornin, "Optimized Binary GCD for Modular Inversion", 2020, algorithm 2). The
// same code for host and device, where it runs on the plain primitives of limbs_host.h.
//
// a and b start as the value y and the modulus m and shrink to 0 and 1; u and v follow them, so
// that
//
//   a 2^e = y u  and  b 2^e = y v  (mod m)
//
// A step halves a, after taking b from it where it is odd; which steps those are is seen on the
// lowest 31 and the highest 33 bits alone. 31 steps add up to a matrix (f0 g0; f1 g1) with entries
// up to 2^31. It is applied to (a, b), which divides them by 2^31, and to (u, v) with one
// Montgomery row, which divides those by 2^64: e falls by 33. The approximation can leave a or b
// negative; then its sign and that of its row of the matrix are changed. After 2 kBits - 1 steps b
// is 1, so the inverse of y is v 2^-e. From 0 the result is 0.
//
// Cost for Fr and Fp: 17 and 25 rounds; a fifth to a tenth of raising to the power m - 2. A lone
// warp of an H200 takes 45 and 88 us, the power 191 and 864.
#pragma once

#include <cstddef>
#include <cstdint>

#include "field/limbs_host.h"

namespace cuzk::field::host {

// How the pair (a, b) changed: a' = (f0 a + g0 b) / 2^31, b' = (f1 a + g1 b) / 2^31.
struct GcdMatrix {
  int64_t f0, g0, f1, g1;
};

inline constexpr unsigned kGcdSteps = 31;

// Both columns of a row in one word, f + 2^32 g, each in (-2^31, 2^31].
constexpr int64_t low_half(uint64_t packed) {
  constexpr uint64_t kBias = 0x7fffffff7fffffff;
  return static_cast<int64_t>((packed + kBias) & 0xffffffff) - 0x7fffffff;
}
constexpr int64_t high_half(uint64_t packed) {
  constexpr uint64_t kBias = 0x7fffffff7fffffff;
  return static_cast<int64_t>((packed + kBias) >> 32) - 0x7fffffff;
}

constexpr GcdMatrix gcd_steps(uint64_t a, uint64_t b) {
  uint64_t row0 = 1;
  uint64_t row1 = uint64_t{1} << 32;
  for (unsigned step = 0; step < kGcdSteps; ++step) {
    uint64_t odd = ~(a & 1) + 1;
    uint64_t swap = odd & (~static_cast<uint64_t>(a < b) + 1);
    uint64_t difference = (a ^ b) & swap;
    uint64_t row_difference = (row0 ^ row1) & swap;
    a ^= difference;
    b ^= difference;
    row0 ^= row_difference;
    row1 ^= row_difference;
    a = (a - (b & odd)) >> 1;
    row0 -= row1 & odd;
    row1 <<= 1;
  }
  return {low_half(row0), high_half(row0), low_half(row1), high_half(row1)};
}

// The lowest 31 bits of a and b and, from the highest bit that either has, the next 33; or all,
// where 64 suffice.
template <size_t kCount>
constexpr GcdMatrix gcd_round(const Limbs<kCount>& a, const Limbs<kCount>& b) {
  size_t top = kCount - 1;
  while (top > 0 && (a[top] | b[top]) == 0) --top;
  if (top == 0) return gcd_steps(a[0], b[0]);
  unsigned shift = leading_zeros(a[top] | b[top]);
  constexpr uint64_t kLow = (uint64_t{1} << kGcdSteps) - 1;
  auto approximate = [&](const Limbs<kCount>& x) {
    uint64_t high = x[top] << shift;
    if (shift > 0) high |= x[top - 1] >> (64 - shift);
    return (high & ~kLow) | (x[0] & kLow);
  };
  return gcd_steps(approximate(a), approximate(b));
}

// x f + y g as limbs of two's complement.
template <size_t kCount>
constexpr std::array<uint64_t, kCount + 1> combine(const Limbs<kCount>& x, uint64_t f,
                                                   const Limbs<kCount>& y, uint64_t g) {
  std::array<uint64_t, kCount + 1> out{};
  uint64_t x_carry = 0;
  uint64_t y_carry = 0;
  for (size_t i = 0; i < kCount; ++i) {
    out[i] = multiply_add(multiply_add(0, x[i], f, x_carry), y[i], g, y_carry);
  }
  out[kCount] = x_carry + y_carry;
  return out;
}

// |x f + y g| / 2^31; changes the signs of f and g where the sum is negative.
template <size_t kCount>
constexpr Limbs<kCount> combine_and_shift(const Limbs<kCount>& x, int64_t& f,
                                          const Limbs<kCount>& y, int64_t& g) {
  auto sum = combine<kCount>(x, static_cast<uint64_t>(f), y, static_cast<uint64_t>(g));
  // f and g went in modulo 2^64; for a negative one that is 2^64 too much.
  uint64_t f_mask = static_cast<uint64_t>(f >> 63);
  uint64_t g_mask = static_cast<uint64_t>(g >> 63);
  Carry f_borrow = 0;
  Carry g_borrow = 0;
  for (size_t i = 0; i < kCount; ++i) {
    sum[i + 1] = subtract_with_borrow(sum[i + 1], x[i] & f_mask, f_borrow);
    sum[i + 1] = subtract_with_borrow(sum[i + 1], y[i] & g_mask, g_borrow);
  }
  uint64_t sign = ~(sum[kCount] >> 63) + 1;
  Limbs<kCount> out{};
  Carry carry = static_cast<Carry>(sign & 1);
  for (size_t i = 0; i < kCount; ++i) {
    uint64_t shifted = sum[i] >> kGcdSteps | sum[i + 1] << (64 - kGcdSteps);
    out[i] = add_with_carry(shifted ^ sign, 0, carry);
  }
  int64_t signed_sign = static_cast<int64_t>(sign);
  f = (f ^ signed_sign) - signed_sign;
  g = (g ^ signed_sign) - signed_sign;
  return out;
}

// (u f + v g) / 2^64 mod the modulus.
template <class M>
constexpr Limbs<M::kLimbs> combine_modulo(const Limbs<M::kLimbs>& u, int64_t f,
                                          const Limbs<M::kLimbs>& v, int64_t g) {
  constexpr Limbs<M::kLimbs> modulus = M::kModulus;
  // modulus - x where the factor is negative.
  auto with_sign = [&](const Limbs<M::kLimbs>& x, int64_t factor) {
    Limbs<M::kLimbs> out{};
    Carry borrow = 0;
    for (size_t i = 0; i < M::kLimbs; ++i) {
      out[i] = subtract_with_borrow(modulus[i], x[i], borrow);
    }
    return factor < 0 ? out : x;
  };
  uint64_t f_size = static_cast<uint64_t>(f < 0 ? -f : f);
  uint64_t g_size = static_cast<uint64_t>(g < 0 ? -g : g);
  Sum<M> sum = combine<M::kLimbs>(with_sign(u, f), f_size, with_sign(v, g), g_size);
  reduce_row<M>(sum);
  Limbs<M::kLimbs> out{};
  finish<M>(out, sum);
  return out;
}

// out = R^2 / value, the inverse in Montgomery form, and 0 for 0.
template <class M>
constexpr void inverse(Limbs<M::kLimbs>& out, const Limbs<M::kLimbs>& value) {
  constexpr size_t kRounds = (2 * M::kBits - 1 + kGcdSteps - 1) / kGcdSteps;
  constexpr Limbs<M::kLimbs> kScale =
      derive::power_of_two(M::kModulus, (64 - kGcdSteps) * kRounds + 3 * 64 * M::kLimbs);
  Limbs<M::kLimbs> a = value;
  constexpr Limbs<M::kLimbs> kModulus = M::kModulus;
  Limbs<M::kLimbs> b = kModulus;
  Limbs<M::kLimbs> u{1};
  Limbs<M::kLimbs> v{};
  for (size_t round = 0; round < kRounds; ++round) {
    GcdMatrix m = gcd_round<M::kLimbs>(a, b);
    Limbs<M::kLimbs> next_a = combine_and_shift<M::kLimbs>(a, m.f0, b, m.g0);
    b = combine_and_shift<M::kLimbs>(a, m.f1, b, m.g1);
    a = next_a;
    Limbs<M::kLimbs> next_u = combine_modulo<M>(u, m.f0, v, m.g0);
    v = combine_modulo<M>(u, m.f1, v, m.g1);
    u = next_u;
  }
  multiply<M>(out, kScale, v);
}

}  // namespace cuzk::field::host
