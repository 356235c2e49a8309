// SPDX-License-Identifier: MIT OR Apache-2.0
#include "curve/pairing.h"

#include <cstring>
#include <vector>

#include "curve/blst_convert.h"

namespace cuzk::curve {
namespace {

using Coefficients = std::array<Fp2, 6>;

// The product of the Miller loops, without the final exponentiation. blst's aggregation context
// runs them eight at a time and shares the squarings.
Coefficients miller_loops(std::span<const PairingTerm> terms) {
  std::vector<uint64_t> storage(blst_pairing_sizeof() / sizeof(uint64_t) + 1);
  auto* context = reinterpret_cast<blst_pairing*>(storage.data());
  blst_pairing_init(context, false, nullptr, 0);
  bool empty = true;
  for (const PairingTerm& term : terms) {
    if (term.g1.is_infinity() || term.g2.is_infinity()) continue;
    blst_pairing_raw_aggregate(context, to_blst(&term.g2), to_blst(&term.g1));
    empty = false;
  }
  Coefficients out = Gt::one().coefficients();
  if (!empty) std::memcpy(&out, blst_pairing_as_fp12(context), sizeof(out));
  return out;
}

}  // namespace

Gt Gt::one() {
  Coefficients out{};
  out[0] = Fp2::one();
  return Gt(out);
}

// In the subgroup the inverse is the conjugate.
Gt Gt::inverse() const {
  Gt out = *this;
  blst_fp12_conjugate(to_blst(&out.coefficients_));
  return out;
}

Gt Gt::pow(const Fr& exponent) const {
  auto limbs = exponent.canonical();
  Gt power = one();
  for (size_t i = Fr::kBits; i-- > 0;) {
    blst_fp12_cyclotomic_sqr(to_blst(&power.coefficients_), to_blst(&power.coefficients_));
    if ((limbs[i / 64] >> (i % 64) & 1) != 0) power = power * *this;
  }
  return power;
}

Gt operator*(const Gt& a, const Gt& b) {
  Gt out = a;
  blst_fp12_mul(to_blst(&out.coefficients_), to_blst(&a.coefficients_), to_blst(&b.coefficients_));
  return out;
}

Gt multi_pairing(std::span<const PairingTerm> terms) {
  Coefficients product = miller_loops(terms);
  blst_final_exp(to_blst(&product), to_blst(&product));
  return Gt::from_coefficients(product);
}

Gt pairing(const G1Affine& g1, const G2Affine& g2) {
  PairingTerm term = {g1, g2};
  return multi_pairing(std::span(&term, 1));
}

bool pairing_product_is_one(std::span<const PairingTerm> terms) {
  return multi_pairing(terms).is_one();
}

}  // namespace cuzk::curve
