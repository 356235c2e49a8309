// SPDX-License-Identifier: MIT OR Apache-2.0
// Fp2 = Fp[u] / (u^2 + 1), the coordinates of G2. An element is c0 + c1 * u; memory holds c0 first,
// as blst_fp2 does, while the point encodings write c1 first (groth16.md G16-120).
//
// A plain struct of two reduced elements, with the same operations as a prime field and no
// invariant of its own. Cost in Fp products: a product 3 (Karatsuba), a square 2, an inverse one Fp
// inverse and 4.
#pragma once

#include <optional>
#include <span>

#include "field/fp.h"

namespace cuzk::field {

struct Fp2 {
  Fp c0;
  Fp c1;

  CUZK_HOST_DEVICE static constexpr Fp2 zero() { return {Fp::zero(), Fp::zero()}; }
  CUZK_HOST_DEVICE static constexpr Fp2 one() { return {Fp::one(), Fp::zero()}; }
  CUZK_HOST_DEVICE static constexpr Fp2 from_u64(uint64_t value) {
    return {Fp::from_u64(value), Fp::zero()};
  }
  static Fp2 random() { return {Fp::random(), Fp::random()}; }

  CUZK_HOST_DEVICE constexpr bool is_zero() const { return c0.is_zero() && c1.is_zero(); }
  CUZK_HOST_DEVICE constexpr bool is_one() const { return c0.is_one() && c1.is_zero(); }

  CUZK_HOST_DEVICE friend constexpr bool operator==(const Fp2& a, const Fp2& b) {
    return a.c0 == b.c0 && a.c1 == b.c1;
  }

  CUZK_HOST_DEVICE friend constexpr Fp2 operator+(const Fp2& a, const Fp2& b) {
    return {a.c0 + b.c0, a.c1 + b.c1};
  }
  CUZK_HOST_DEVICE friend constexpr Fp2 operator-(const Fp2& a, const Fp2& b) {
    return {a.c0 - b.c0, a.c1 - b.c1};
  }
  CUZK_HOST_DEVICE friend constexpr Fp2 operator*(const Fp2& a, const Fp2& b) {
    Fp low = a.c0 * b.c0;
    Fp high = a.c1 * b.c1;
    Fp cross = (a.c0 + a.c1) * (b.c0 + b.c1);
    return {low - high, cross - low - high};
  }
  CUZK_HOST_DEVICE constexpr Fp2 operator-() const { return {-c0, -c1}; }

  CUZK_HOST_DEVICE constexpr Fp2& operator+=(const Fp2& b) { return *this = *this + b; }
  CUZK_HOST_DEVICE constexpr Fp2& operator-=(const Fp2& b) { return *this = *this - b; }
  CUZK_HOST_DEVICE constexpr Fp2& operator*=(const Fp2& b) { return *this = *this * b; }

  CUZK_HOST_DEVICE constexpr Fp2 square() const {
    Fp product = c0 * c1;
    return {(c0 + c1) * (c0 - c1), product.doubled()};
  }
  CUZK_HOST_DEVICE constexpr Fp2 doubled() const { return {c0.doubled(), c1.doubled()}; }
  CUZK_HOST_DEVICE constexpr Fp2 conjugate() const { return {c0, -c1}; }

  // 1 / *this, and 0 for 0: the conjugate divided by the norm c0^2 + c1^2.
  CUZK_HOST_DEVICE constexpr Fp2 inverse() const {
    Fp scale = (c0.square() + c1.square()).inverse();
    return {c0 * scale, -(c1 * scale)};
  }

  // The larger of x and -x by the rule of the encodings: compare c1, and c0 only if c1 = 0
  // (G16-121).
  constexpr bool is_above_half() const {
    return c1.is_zero() ? c0.is_above_half() : c1.is_above_half();
  }

  constexpr Fp2 pow(std::span<const uint64_t> exponent) const {
    Fp2 power = one();
    for (size_t i = 64 * exponent.size(); i-- > 0;) {
      power = power.square();
      if ((exponent[i / 64] >> (i % 64) & 1) != 0) power = power * *this;
    }
    return power;
  }
  constexpr Fp2 pow(uint64_t exponent) const {
    return pow(std::span<const uint64_t>(&exponent, 1));
  }
};

static_assert(sizeof(Fp2) == 96);

}  // namespace cuzk::field
