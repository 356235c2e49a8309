// SPDX-License-Identifier: MIT OR Apache-2.0
// The pairing e: G1 x G2 -> Gt of BLS12-381 and the few operations on Gt that verification needs
// (groth16.md G16-620, G16-630). The arithmetic is blst's; no header of blst is visible here.
//
// A product of pairings costs one Miller loop a term and one final exponentiation in all. A term
// with infinity on either side is 1. The final exponentiation is blst's, a fixed power of the
// textbook one, which is still a bilinear and non-degenerate pairing: values compare only with
// values made here.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "curve/curve.h"

namespace cuzk::curve {

struct PairingTerm {
  G1Affine g1;
  G2Affine g2;
};

// An element of the subgroup of order r of Fp12, written multiplicatively. Memory is that of
// blst_fp12: the coefficients c0.c0, c0.c1, c0.c2, c1.c0, c1.c1, c1.c2 of Fp12 = Fp6[w], Fp6 =
// Fp2[v].
class Gt {
 public:
  static Gt one();
  static Gt from_coefficients(const std::array<Fp2, 6>& coefficients) { return Gt(coefficients); }

  const std::array<Fp2, 6>& coefficients() const { return coefficients_; }
  bool is_one() const { return *this == one(); }
  Gt inverse() const;
  Gt pow(const Fr& exponent) const;

  friend bool operator==(const Gt& a, const Gt& b) { return a.coefficients_ == b.coefficients_; }
  friend Gt operator*(const Gt& a, const Gt& b);

 private:
  explicit Gt(const std::array<Fp2, 6>& coefficients) : coefficients_(coefficients) {}

  std::array<Fp2, 6> coefficients_;
};

// Requires, for all three: every point is in its subgroup.
Gt pairing(const G1Affine& g1, const G2Affine& g2);
Gt multi_pairing(std::span<const PairingTerm> terms);
bool pairing_product_is_one(std::span<const PairingTerm> terms);

}  // namespace cuzk::curve
