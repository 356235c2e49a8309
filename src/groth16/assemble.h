// SPDX-License-Identifier: MIT OR Apache-2.0
// The last step of a proof: from the five MSMs and the randomizers to three points (groth16.md
// G16-521), common to the provers of host and device.
//
//   A = alpha + a + r delta, B = beta + b_g2 + s delta
//   C = h + l + s A + r B1 - r s delta with B1 = beta + b_g1 + s delta
//
// A key that was read has no infinity, so neither delta_g1 nor delta_g2 is (G16-525). Six scalar
// multiplications, about a millisecond. Pure.
#pragma once

#include "groth16/fixed_randomizers.h"

namespace cuzk::groth16 {

struct Sums {
  G1Jacobian h, l, a, b_g1;
  G2Jacobian b_g2;
};

// Throws kPointInfinity if a point of the proof is infinity: verifiers refuse such proofs.
Proof assemble(const VerifyingKey& key, const Sums& sums, const Randomizers& randomizers);

}  // namespace cuzk::groth16
