// SPDX-License-Identifier: MIT OR Apache-2.0
// A Groth16 proof and its 192 bytes: A, B, C compressed (groth16.md G16-530). A proof of several
// partitions is the plain concatenation in the order of the partitions (G16-531).
//
// A proof that was decoded has every point on its curve, in its subgroup and not infinity
// (G16-610).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "groth16/point_io.h"

namespace cuzk::groth16 {

constexpr size_t kProofBytes = 192;

using ProofBytes = std::array<uint8_t, kProofBytes>;

struct Proof {
  G1Affine a;
  G2Affine b;
  G1Affine c;

  bool operator==(const Proof&) const = default;
};

ProofBytes encode_proof(const Proof& proof);

// The proofs of `partitions` partitions. Throws kProofLength unless there are exactly 192 bytes for
// each, and kProofBadPoint naming partition, point and reason.
std::vector<Proof> decode_proofs(std::span<const uint8_t> bytes, size_t partitions);

// One proof. Throws as decode_proofs.
Proof decode_proof(std::span<const uint8_t> bytes);

}  // namespace cuzk::groth16
