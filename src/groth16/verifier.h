// SPDX-License-Identifier: MIT OR Apache-2.0
// Verification of single proofs and of batches under one key (groth16.md 6).
//
// One proof, G16-620: with acc = ic_0 + sum of x_i ic_i,
//   e(A, B) = e(alpha, beta) e(acc, gamma) e(C, delta),
// one multi-pairing of three terms against the prepared e(alpha, beta).
//
// A batch, G16-630: with random 128-bit z_j, not zero, from the system's random source,
//   product of e(z_j A_j, -B_j), e(sum z_j C_j, delta), e(sum_i (sum_j z_j x_ji) ic_i, gamma)
//     = e(alpha, beta)^(- sum z_j).
// A bad proof passes with probability 2^-128. A failed batch does not say which proof is bad.
//
// "Not valid" is an outcome, `false`. Input of the wrong shape is an error.
#pragma once

#include <span>
#include <vector>

#include "curve/pairing.h"
#include "groth16/proof.h"
#include "groth16/verifying_key.h"

namespace cuzk::groth16 {

// A key with what does not depend on the proof. Immutable; may be shared by threads.
class PreparedKey {
 public:
  // Requires: the points are in their subgroups.
  explicit PreparedKey(VerifyingKey key);

  const VerifyingKey& key() const { return key_; }
  const curve::Gt& alpha_beta() const { return alpha_beta_; }

 private:
  VerifyingKey key_;
  curve::Gt alpha_beta_;
};

// Public inputs do not contain ONE. Throws kInputsCount unless there are num_inputs() - 1 of them
// (G16-611).
[[nodiscard]] bool verify(const PreparedKey& key, const Proof& proof, std::span<const Fr> inputs);

// proofs[j] with inputs[j]; for the partitions of one proof the order matters (G16-632).
// Throws kInputsCount, also for other numbers of proofs than of input lists, and for no proof at
// all.
[[nodiscard]] bool verify_batch(const PreparedKey& key, std::span<const Proof> proofs,
                                std::span<const std::vector<Fr>> inputs);

// From bytes: decodes the partitions, verifies one singly and several as a batch.
// Throws also the errors of decode_proofs.
[[nodiscard]] bool verify_bytes(const PreparedKey& key, std::span<const uint8_t> proof,
                                std::span<const std::vector<Fr>> inputs);

}  // namespace cuzk::groth16
