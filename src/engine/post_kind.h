// SPDX-License-Identifier: MIT OR Apache-2.0
// WindowPoSt and WinningPoSt for the engine (kind.h): one circuit definition, a circuit for each
// kind and registered sector size, and the records of a partition as a checked case.
//
// A request is one partition (POST-63). Its registered proof decides kind, size and version; a
// request whose kind or sector size says otherwise is refused (size 0 says nothing). Records are
// those of the partition alone, whatever its index (POST-51). What can be told from numbers and
// lengths is refused before anything is read: the number of records, the length of each, and the
// randomness (POST-10).
#pragma once

#include <memory>
#include <vector>

#include "engine/kind.h"
#include "filecoin/post_proof.h"
#include "filecoin/post_vanilla.h"

namespace cuzk::engine {

Kind window_post_kind();
Kind winning_post_kind();

// What a partition claims, beside its records.
struct PostClaim {
  const filecoin::PostProof* proof = nullptr;
  base::Bytes32 randomness{};
  uint64_t partition = 0;
};

// Checks the statement, once: throws kVanillaMismatch. For callers that have records.
// Requires: 1 to records_max records in the shape of the proof.
CheckedCase post_case(const PostClaim& claim,
                      std::shared_ptr<const std::vector<filecoin::PostRecord>> records);

}  // namespace cuzk::engine
