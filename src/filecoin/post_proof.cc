// SPDX-License-Identifier: MIT OR Apache-2.0
#include "filecoin/post_proof.h"

namespace cuzk::filecoin {

std::span<const PostProof> post_proofs() {
  static const PostProof kProofs[] = {
#include "filecoin/post_proofs.inc"
  };
  return kProofs;
}

const PostProof* find_post_proof(uint64_t id) {
  std::span<const PostProof> proofs = post_proofs();
  return id < proofs.size() ? &proofs[id] : nullptr;
}

const PostProof* find_post_proof(std::string_view name) {
  for (const PostProof& proof : post_proofs()) {
    if (name == proof.name) return &proof;
  }
  return nullptr;
}

const ProofKind& proof_kind_of(PostKind kind) {
  return proof_kind_of(kind == PostKind::kWindow ? ParameterKind::kWindowPost
                                                 : ParameterKind::kWinningPost);
}

unsigned openings_per_record(PostKind kind) { return kind == PostKind::kWindow ? 10 : 66; }

unsigned records_max(PostKind kind, const Sector& sector) {
  return kind == PostKind::kWindow ? sector.window_sectors : 1;
}

}  // namespace cuzk::filecoin
