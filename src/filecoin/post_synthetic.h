// SPDX-License-Identifier: MIT OR Apache-2.0
// Records of a WindowPoSt partition or a WinningPoSt that satisfy every rule without a sealed
// sector (post.md POST-90, POST-93): challenges depend on randomness and sector numbers only, so a
// sparse tree with pseudo-random leaves where they look serves as a replica. Nothing in circuit or
// verification can tell it from a real one; it proves nothing about storage.
//
// For tests, benchmarks and the demo. The same arguments always make the same records. Cost: a
// hundred hashes of arity 8 a sector of 32 GiB, 8 s of a core for 2,349 of them; parallel over
// sectors.
#pragma once

#include <cstdint>
#include <vector>

#include "base/bytes.h"
#include "filecoin/post_proof.h"
#include "filecoin/post_vanilla.h"

namespace cuzk::filecoin {

struct SyntheticPost {
  const PostProof* proof = nullptr;
  uint64_t first_sector = 1;  // numbers follow each other
  unsigned sectors = 1;
  base::Bytes32 randomness{};
  uint64_t partition = 0;
  uint64_t seed = 0;
};

// Requires: 1 to records_max sectors.
std::vector<PostRecord> make_synthetic_post(const SyntheticPost& wanted);

// A number below 2^254 that the seed gives, as callers make randomness (POST-10).
base::Bytes32 synthetic_randomness(uint64_t seed);

}  // namespace cuzk::filecoin
