// SPDX-License-Identifier: MIT OR Apache-2.0
// The fifteen registered PoSt proofs of the network: WinningPoSt, and WindowPoSt of two versions,
// for each of the five published sector sizes (post.md POST-1). The number of a proof is its value
// on the wire. Both kinds have the same circuit with other numbers of sectors and challenges
// (POST-2, POST-3); the version decides from which index a challenge is derived (POST-21).
//
// Rows live for the whole program; pointers to them are compared by value.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "filecoin/proof_kind.h"
#include "filecoin/seal_proof.h"
#include "filecoin/sector.h"

namespace cuzk::filecoin {

enum class PostKind : uint8_t { kWinning, kWindow };

struct PostProof {
  unsigned id;
  const char* name;  // "StackedDrgWindow32GiBV1_1"
  PostKind kind;
  const Sector* sector;
  ApiVersion api;
};

std::span<const PostProof> post_proofs();

// Absent for an unknown number or name. Names are exact.
const PostProof* find_post_proof(uint64_t id);
const PostProof* find_post_proof(std::string_view name);

// The row of the table of kinds.
const ProofKind& proof_kind_of(PostKind kind);

// Of the vanilla proof of one sector, and in a record: 10 for WindowPoSt, 66 for WinningPoSt.
unsigned openings_per_record(PostKind kind);
// That a request holds at most: those of a full partition; 1 for WinningPoSt.
unsigned records_max(PostKind kind, const Sector& sector);

}  // namespace cuzk::filecoin
