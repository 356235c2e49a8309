// SPDX-License-Identifier: MIT OR Apache-2.0
#include "filecoin/update_proof.h"

#include <algorithm>

namespace cuzk::filecoin {
namespace {

constexpr UpdateProof kUpdateProofs[] = {
#include "filecoin/update_proofs.inc"
};

}  // namespace

std::span<const UpdateProof> update_proofs() { return kUpdateProofs; }

const UpdateProof* find_update_proof(uint64_t id) {
  for (const UpdateProof& proof : kUpdateProofs) {
    if (proof.id == id) return &proof;
  }
  return nullptr;
}

const UpdateProof* find_update_proof(const Sector& sector) {
  for (const UpdateProof& proof : kUpdateProofs) {
    if (&proof.sector() == &sector) return &proof;
  }
  return nullptr;
}

UpdateShape update_shape(const UpdateProof& proof) {
  return {.log_nodes = proof.sector().log_nodes,
          .log_partitions = proof.log_partitions,
          .challenges = proof.challenges,
          .log_apex_leaves = proof.log_apex_leaves,
          .tree_arities = tree_r_arities(proof.sector()),
          .base_levels = proof.sector().base_levels};
}

std::array<unsigned, kHighBitsChoices> update_hs(unsigned log_nodes) {
  if (log_nodes <= 10) return {1, 1, 1, 1, 1, 1};
  return {7, 8, 9, 10, 11, 12};
}

unsigned update_h_select(unsigned log_nodes) {
  const auto hs = update_hs(log_nodes);
  return 1u << (std::find(hs.begin(), hs.end(), hs[kNetworkChoice]) - hs.begin());
}

}  // namespace cuzk::filecoin
