// SPDX-License-Identifier: MIT OR Apache-2.0
#include "groth16/assemble.h"

#include <fmt/format.h>

#include "base/error.h"

namespace cuzk::groth16 {
namespace {

void refuse_infinity(const Proof& proof) {
  char name = proof.a.is_infinity()   ? 'A'
              : proof.b.is_infinity() ? 'B'
              : proof.c.is_infinity() ? 'C'
                                      : 0;
  if (name == 0) return;
  throw base::Error(
      base::ErrorCode::kPointInfinity,
      fmt::format(
          "proof: point {}: expected a point, found infinity; verifiers refuse such proofs, "
          "prove again",
          name));
}

}  // namespace

Proof assemble(const VerifyingKey& key, const Sums& sums, const Randomizers& randomizers) {
  const auto& [r, s] = randomizers;
  G1Jacobian a = add(add_mixed(sums.a, key.alpha_g1), multiply(key.delta_g1, r));
  G1Jacobian b_g1 = add(add_mixed(sums.b_g1, key.beta_g1), multiply(key.delta_g1, s));
  G2Jacobian b_g2 = add(add_mixed(sums.b_g2, key.beta_g2), multiply(key.delta_g2, s));
  G1Jacobian c = add(add(sums.h, sums.l), add(multiply(a, s), multiply(b_g1, r)));
  c = add(c, multiply(key.delta_g1, -(r * s)));
  Proof proof = {a.to_affine(), b_g2.to_affine(), c.to_affine()};
  refuse_infinity(proof);
  return proof;
}

}  // namespace cuzk::groth16
