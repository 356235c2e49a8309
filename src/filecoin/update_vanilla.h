// SPDX-License-Identifier: MIT OR Apache-2.0
// The vanilla proof of a sector update (update.md 6) as plain values: the records of all
// partitions and the three commitments of the request, which no record repeats.
//
// Filled by the reader or by the synthetic update; both guarantee the shapes of update_proof.h and
// sector.h, nobody below checks them again. Bytes that a reader has taken are no part of it, so it
// outlives the request.
#pragma once

#include <vector>

#include "filecoin/porep_vanilla.h"
#include "filecoin/update_proof.h"

namespace cuzk::filecoin {

struct UpdateChallenge {
  Opening old_replica;  // tree R before the update
  Opening data;         // tree D, root comm_d_new
  Opening new_replica;  // tree R after it
};

struct UpdatePartition {
  field::Fr comm_c{};
  std::vector<field::Fr> apex_leaves;  // nodes of tree D above this partition's challenges
  std::vector<UpdateChallenge> challenges;
};

struct UpdateCommitments {
  field::Fr comm_r_old{};
  field::Fr comm_r_new{};
  field::Fr comm_d_new{};
};

struct SectorUpdate {
  const UpdateProof* proof = nullptr;
  UpdateCommitments commitments;
  std::vector<UpdatePartition> partitions;
};

}  // namespace cuzk::filecoin
