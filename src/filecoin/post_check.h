// SPDX-License-Identifier: MIT OR Apache-2.0
// Whether the records of a WindowPoSt partition or a WinningPoSt fit together and answer the
// challenges of the randomness (post.md POST-54), before any proving: for each sector comm_r over
// comm_c and comm_r_last, and each challenged leaf at its place under comm_r_last. What passes
// satisfies the circuit, and verifies if randomness, sector numbers and comm_r are the chain's.
//
// Sector numbers rise (POST-23). The last record may be repeated, as a caller pads a partition
// itself; repetitions are what the circuit does with a short list anyway (POST-50), and change
// nothing.
//
// All that does not hold is listed, by sector number, challenge and element: a provider has to know
// which sectors to look at. Parallel over sectors. Cost: a hundred Poseidon hashes of arity 8 a
// sector of 32 GiB; 2,349 sectors take 8 s of a core.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "filecoin/post_proof.h"
#include "filecoin/post_statement.h"
#include "filecoin/post_vanilla.h"

namespace cuzk::filecoin {

// Throws kVanillaMismatch, whose text has a line for each of the first hundred elements and the
// numbers of all further sectors. Requires: 1 to records_max records in the shape of the proof.
void check_post_records(const PostProof& proof, const base::Bytes32& randomness, uint64_t partition,
                        std::span<const PostRecord> records);

// The public inputs of the partition without ONE, from sector numbers and comm_r alone.
std::vector<field::Fr> post_public_inputs(const PostProof& proof, const base::Bytes32& randomness,
                                          uint64_t partition, std::span<const PostRecord> records);

}  // namespace cuzk::filecoin
