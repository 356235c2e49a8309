// SPDX-License-Identifier: MIT OR Apache-2.0
// The circuit of a sector update (update.md 4) for one partition: compiled, as a witness, checked,
// and with names for its rows. The definition itself is in update_definition.h; here are its uses
// on the host.
//
// It is a fixed part (commitments, apex of tree D, challenge bits) and a block for each challenge,
// to which the bits of its challenge are lent (r1cs/recorder.h). The structure depends on the shape
// alone: one compiled circuit serves all partitions of a size (UPD-73).
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "filecoin/update_vanilla.h"
#include "r1cs/assignment.h"
#include "r1cs/circuit.h"
#include "r1cs/valuation.h"

namespace cuzk::filecoin {

// What a partition's circuit is given. The partition has the shape.
struct UpdateValues {
  UpdateCommitments commitments;
  unsigned index = 0;     // of the partition
  unsigned h_select = 0;  // one of the six bits
  const UpdatePartition* partition = nullptr;
};

// Aborts unless the partition has the shape (UPD-35).
void check_shape(const UpdateShape& shape, const UpdateValues& values);

// Of partition k of an update that the reader has accepted.
UpdateValues update_values(const SectorUpdate& update, size_t k);

// `checked_blocks`: how many challenge blocks the recorder runs and compares (r1cs/recorder.h).
// Cost: for 32 GiB 7.7 million rows are recorded, a few seconds and 0.2 GB.
r1cs::Circuit compile_update(const UpdateShape& shape, unsigned checked_blocks = 2);

r1cs::Assignment update_witness(const UpdateShape& shape, const UpdateValues& values);

// The first constraint that the values break, by evaluating every constraint as it is made.
std::optional<r1cs::BrokenRow> check_update(const UpdateShape& shape, const UpdateValues& values);

// Scopes and label of a row: "challenge 3/data/level 0/sha256 node/block 0/rounds/ch".
std::string update_row_name(const UpdateShape& shape, uint64_t row);

}  // namespace cuzk::filecoin
