// SPDX-License-Identifier: MIT OR Apache-2.0
#include "filecoin/porep_vanilla.h"

namespace cuzk::filecoin {

std::vector<field::Fr> parent_labels(const ChallengeProof& proof, unsigned layer) {
  std::vector<field::Fr> labels;
  labels.reserve(proof.drg_parents.size() + proof.exp_parents.size());
  for (const ColumnOpening& parent : proof.drg_parents) labels.push_back(parent.rows[layer - 1]);
  if (layer == 1) return labels;
  for (const ColumnOpening& parent : proof.exp_parents) labels.push_back(parent.rows[layer - 2]);
  return labels;
}

}  // namespace cuzk::filecoin
