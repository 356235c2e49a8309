// SPDX-License-Identifier: MIT OR Apache-2.0
// The five registered proofs of a sector update (update.md UPD-1) and what follows from the sector
// size: partitions, challenges, apex leaves (UPD-2), and the h values of the encoding (UPD-3). One
// row each; trees and sizes are those of the sector table.
//
// The apex of tree D are its upper levels within a partition: a partition's challenges lie below
// 2^log_apex_leaves nodes, the apex leaves, which all of them share.
//
// Rows live for the whole program; pointers to them are compared by value. Any thread may call.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "filecoin/sector.h"

namespace cuzk::filecoin {

struct UpdateProof {
  unsigned id;       // abi.RegisteredUpdateProof
  const char* name;  // "StackedDrg32GiBV1", as of the seal proof of the size
  const char* sector_name;
  unsigned log_partitions;
  unsigned challenges;  // in a partition
  unsigned log_apex_leaves;

  const Sector& sector() const { return *find_sector(sector_name); }
  unsigned partitions() const { return 1u << log_partitions; }
  unsigned apex_leaves() const { return 1u << log_apex_leaves; }
};

std::span<const UpdateProof> update_proofs();

// Null for a number, or a sector size, that no update has.
const UpdateProof* find_update_proof(uint64_t id);
const UpdateProof* find_update_proof(const Sector& sector);

// What circuit and challenges depend on (UPD-2, by its letters: L, p, Q, a). Tests have shapes of
// sizes that no registered proof has.
struct UpdateShape {
  unsigned log_nodes = 0;
  unsigned log_partitions = 0;
  unsigned challenges = 0;
  unsigned log_apex_leaves = 0;
  std::vector<unsigned> tree_arities;  // tree R, leaf side first
  unsigned base_levels = 0;            // of them; one or two upper ones may follow

  unsigned challenge_bits() const { return log_nodes - log_partitions; }     // b
  unsigned challenges_per_digest() const { return 254 / challenge_bits(); }  // q
  unsigned digests() const {                                                 // D
    return (challenges + challenges_per_digest() - 1) / challenges_per_digest();
  }
  unsigned data_levels() const { return challenge_bits() - log_apex_leaves; }  // d
};

UpdateShape update_shape(const UpdateProof& proof);

// UPD-3: of a sector with 2^log_nodes nodes. The network uses the fourth.
inline constexpr unsigned kHighBitsChoices = 6;
inline constexpr unsigned kNetworkChoice = 3;
std::array<unsigned, kHighBitsChoices> update_hs(unsigned log_nodes);

// UPD-4: the bit of the first h that equals the network's.
unsigned update_h_select(unsigned log_nodes);

}  // namespace cuzk::filecoin
