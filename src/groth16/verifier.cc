// SPDX-License-Identifier: MIT OR Apache-2.0
#include "groth16/verifier.h"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "base/error.h"
#include "base/random.h"
#include "msm/bucket_msm.h"

namespace cuzk::groth16 {
namespace {

using curve::PairingTerm;

[[noreturn]] void refuse_count(std::string_view what, size_t expected, size_t found) {
  throw base::Error(
      base::ErrorCode::kInputsCount,
      fmt::format("public inputs: expected {} {}, found {}; the key is of another circuit or the "
                  "inputs are malformed",
                  expected, what, found));
}

void check_count(const VerifyingKey& key, std::span<const Fr> inputs) {
  if (inputs.size() + 1 == key.num_inputs()) return;
  refuse_count("values for this key", key.num_inputs() == 0 ? 0 : key.num_inputs() - 1,
               inputs.size());
}

// Uniform among the 128-bit values but for zero.
Fr random_weight() {
  std::array<uint8_t, 16> bytes;
  Fr weight = Fr::zero();
  while (weight.is_zero()) {
    base::fill_random(bytes);
    weight = Fr::from_bytes_le_wide(bytes);
  }
  return weight;
}

}  // namespace

PreparedKey::PreparedKey(VerifyingKey key)
    : key_(std::move(key)), alpha_beta_(curve::pairing(key_.alpha_g1, key_.beta_g2)) {}

bool verify(const PreparedKey& key, const Proof& proof, std::span<const Fr> inputs) {
  const VerifyingKey& vk = key.key();
  check_count(vk, inputs);
  G1Jacobian sum = msm::scalar_sum<Fp>(std::span(vk.ic).subspan(1), inputs);
  G1Affine accumulated = curve::add_mixed(sum, vk.ic[0]).to_affine();
  std::array<PairingTerm, 3> terms = {PairingTerm{proof.a, proof.b},
                                      PairingTerm{accumulated, vk.gamma_g2.negated()},
                                      PairingTerm{proof.c, vk.delta_g2.negated()}};
  return curve::multi_pairing(terms) == key.alpha_beta();
}

bool verify_batch(const PreparedKey& key, std::span<const Proof> proofs,
                  std::span<const std::vector<Fr>> inputs) {
  if (proofs.size() != inputs.size()) refuse_count("lists of values", proofs.size(), inputs.size());
  if (proofs.empty()) refuse_count("proof or more", 1, 0);
  const VerifyingKey& vk = key.key();
  std::vector<PairingTerm> terms;
  std::vector<Fr> input_sums(vk.num_inputs(), Fr::zero());
  G1Jacobian c = G1Jacobian::infinity();
  for (size_t j = 0; j < proofs.size(); ++j) {
    check_count(vk, inputs[j]);
    Fr weight = random_weight();
    input_sums[0] += weight;
    for (size_t i = 0; i < inputs[j].size(); ++i) input_sums[i + 1] += weight * inputs[j][i];
    c = add(c, multiply(proofs[j].c, weight));
    terms.push_back({multiply(proofs[j].a, weight).to_affine(), proofs[j].b.negated()});
  }
  terms.push_back({c.to_affine(), vk.delta_g2});
  terms.push_back({msm::scalar_sum<Fp>(vk.ic, input_sums).to_affine(), vk.gamma_g2});
  return curve::multi_pairing(terms) == key.alpha_beta().pow(input_sums[0]).inverse();
}

bool verify_bytes(const PreparedKey& key, std::span<const uint8_t> proof,
                  std::span<const std::vector<Fr>> inputs) {
  std::vector<Proof> proofs = decode_proofs(proof, inputs.size());
  if (proofs.size() == 1) return verify(key, proofs[0], inputs[0]);
  return verify_batch(key, proofs, inputs);
}

}  // namespace cuzk::groth16
