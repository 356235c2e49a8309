// SPDX-License-Identifier: MIT OR Apache-2.0
#include "filecoin/seal_proof.h"

#include "base/check.h"

namespace cuzk::filecoin {

std::span<const SealProof> seal_proofs() {
  static const SealProof kProofs[] = {
#include "filecoin/seal_proofs.inc"
  };
  return kProofs;
}

const SealProof* find_seal_proof(uint64_t id) {
  std::span<const SealProof> proofs = seal_proofs();
  return id < proofs.size() ? &proofs[id] : nullptr;
}

const SealProof* find_seal_proof(std::string_view name) {
  for (const SealProof& proof : seal_proofs()) {
    if (name == proof.name) return &proof;
  }
  return nullptr;
}

const char* vanilla_name(const SealProof& proof) {
  for (const SealProof& first : seal_proofs()) {
    if (first.sector == proof.sector) return first.name;
  }
  base::check(false, "every registered size has a first proof");
  return nullptr;
}

unsigned partition_count(const Sector& sector, Feature feature) {
  return feature == Feature::kNonInteractive ? sector.ni_partitions : sector.partitions;
}

Bytes32 porep_id(const SealProof& proof) {
  Bytes32 id{};
  base::store_le<uint64_t>(id.data(), proof.id);
  return id;
}

}  // namespace cuzk::filecoin
