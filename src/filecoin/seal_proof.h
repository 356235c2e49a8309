// SPDX-License-Identifier: MIT OR Apache-2.0
// The twenty registered seal proofs of the network: for each of the five published sector sizes,
// the API versions 1.0.0 and 1.1.0, and the synthetic and the non-interactive variant, both
// of 1.2.0 (porep.md PAR-4). The number of a proof is its value on the wire and the head of its
// PoRep id. The version decides the order and width of graph parents, the feature decides where
// challenges come from.
//
// Rows live for the whole program; pointers to them are compared by value.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "base/bytes.h"
#include "filecoin/sector.h"

namespace cuzk::filecoin {

using base::Bytes32;

enum class ApiVersion { k1_0_0, k1_1_0, k1_2_0 };
enum class Feature { kNone, kSynthetic, kNonInteractive };

struct SealProof {
  unsigned id;
  const char* name;  // "StackedDrg32GiBV1_1"
  const Sector* sector;
  ApiVersion api;
  Feature feature;
};

std::span<const SealProof> seal_proofs();

// Absent for an unknown number or name. Names are exact.
const SealProof* find_seal_proof(uint64_t id);
const SealProof* find_seal_proof(std::string_view name);

// The key of the vanilla proofs in a C1 file: the name of the first proof of this size, whatever
// the variant (FMT-2).
const char* vanilla_name(const SealProof& proof);

unsigned partition_count(const Sector& sector, Feature feature);

// PAR-5.
Bytes32 porep_id(const SealProof& proof);

}  // namespace cuzk::filecoin
