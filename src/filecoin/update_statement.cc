// SPDX-License-Identifier: MIT OR Apache-2.0
#include "filecoin/update_statement.h"

#include <array>

#include "hash/poseidon.h"

namespace cuzk::filecoin {
namespace {

using field::Fr;

// Bits [first, first + count) of a canonical value, count below 64.
uint64_t bits_of(const Fr::Canonical& limbs, unsigned first, unsigned count) {
  const unsigned limb = first / 64, offset = first % 64;
  uint64_t bits = limbs[limb] >> offset;
  if (offset + count > 64) bits |= limbs[limb + 1] << (64 - offset);
  return bits & ((uint64_t{1} << count) - 1);
}

}  // namespace

Fr randomness_hash(const Fr& x, const Fr& y) {
  const std::array<Fr, 2> inputs = {x, y};
  return hash::poseidon_tagged<2>(Fr::from_u64(hash::kRandomnessTag), inputs);
}

Fr update_phi(const UpdateCommitments& commitments) {
  return randomness_hash(commitments.comm_d_new, commitments.comm_r_old);
}

Fr update_rho(const Fr& phi, uint64_t high_bits) {
  return randomness_hash(phi, Fr::from_u64(high_bits));
}

unsigned update_h(unsigned log_nodes) { return update_hs(log_nodes)[kNetworkChoice]; }

std::vector<uint64_t> update_challenges(const UpdateShape& shape, const Fr& comm_r_new,
                                        unsigned k) {
  const unsigned bits = shape.challenge_bits();
  std::vector<uint64_t> out;
  for (unsigned j = 0; j < shape.digests(); ++j) {
    const Fr index = Fr::from_u64(uint64_t{k} * shape.digests() + j);
    const Fr::Canonical digest = randomness_hash(comm_r_new, index).canonical();
    for (unsigned i = 0; i < shape.challenges_per_digest() && out.size() < shape.challenges; ++i) {
      out.push_back(bits_of(digest, i * bits, bits) + (uint64_t{k} << bits));
    }
  }
  return out;
}

std::vector<Fr> public_inputs(const UpdateShape& shape, const UpdateCommitments& commitments,
                              unsigned k) {
  const unsigned head = k + (update_h_select(shape.log_nodes) << shape.log_partitions);
  return {Fr::from_u64(head), commitments.comm_r_old, commitments.comm_d_new,
          commitments.comm_r_new};
}

}  // namespace cuzk::filecoin
