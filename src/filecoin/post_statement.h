// SPDX-License-Identifier: MIT OR Apache-2.0
// What a WindowPoSt or WinningPoSt claims: for each sector its comm_r and the leaves of its replica
// that the randomness selects (post.md POST-20, POST-21, POST-36, POST-37). These are all the
// public inputs, so a verifier needs nothing else.
//
// Pure functions, callable by any thread; a challenge costs one SHA-256 block.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "field/fr.h"
#include "filecoin/seal_proof.h"

namespace cuzk::filecoin {

// The leaves of one sector. `sector_index` is its index in the whole ordered list of the proof; in
// API 1.2.0 it has no effect. Requires: nodes is a power of two.
std::vector<uint64_t> post_challenges(const base::Bytes32& randomness, uint64_t sector_number,
                                      uint64_t sector_index, unsigned count, uint64_t nodes,
                                      ApiVersion api);

struct PostSector {
  uint64_t number;
  field::Fr comm_r;
};

struct PostStatement {
  const Sector* sector;
  ApiVersion api;
  base::Bytes32 randomness;
  uint64_t partition;  // its index in the proof
  unsigned sectors_per_partition;
  unsigned challenges_per_sector;
  std::span<const PostSector> sectors;  // of this partition, ordered (POST-23)
};

// The public inputs of the partition without ONE; one that is not full repeats its last sector.
// Requires: 1 to sectors_per_partition sectors.
std::vector<field::Fr> public_inputs(const PostStatement& statement);

}  // namespace cuzk::filecoin
