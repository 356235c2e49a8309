// SPDX-License-Identifier: MIT OR Apache-2.0
// The stacked proof-of-replication circuit of one partition (porep.md 3): compiled, as a
// witness, checked, and with names for its rows. The definition itself is in porep_definition.h;
// here are its uses on the host.
//
// The structure depends on the shape alone, so one compiled circuit serves every sector of a size,
// interactive, synthetic and non-interactive, and all API versions (PAR-2).
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "filecoin/porep_vanilla.h"
#include "filecoin/sector.h"
#include "r1cs/assignment.h"
#include "r1cs/circuit.h"
#include "r1cs/scope_offsets.h"
#include "r1cs/valuation.h"

namespace cuzk::filecoin {

// What all challenges of a partition share.
struct PorepRoots {
  field::Fr replica_id, comm_d, comm_r, comm_r_last, comm_c;
};

struct PorepShape {
  unsigned layers = 0;
  unsigned challenges = 0;             // of a partition
  std::vector<unsigned> data_arities;  // tree D, leaf side first
  std::vector<unsigned> tree_arities;  // trees C and R
};

PorepShape porep_shape(const Sector& sector);

// The values that a partition's circuit is given. Every opening has the shape.
struct PorepValues {
  PorepRoots roots{};
  std::span<const ChallengeProof> challenges;
};

// Aborts unless every opening has the shape.
void check_shape(const PorepShape& shape, const PorepValues& values);

// Of partition k of a sector that the reader has accepted.
PorepValues porep_values(const SealCommitOne& sector, size_t k);

// `checked_blocks`: how many challenge blocks the recorder runs and compares (r1cs/recorder.h).
r1cs::Circuit compile_porep(const PorepShape& shape, unsigned checked_blocks = 2);

// Cost: about 0.1 s of one core for two challenges of a small sector, 0.5 s for a 32 GiB partition.
r1cs::Assignment porep_witness(const PorepShape& shape, const PorepValues& values);

// The first constraint that the values break, by evaluating every constraint as it is made.
std::optional<r1cs::BrokenRow> check_porep(const PorepShape& shape, const PorepValues& values);

// Where each scope of the definition begins in an assignment, of the challenges in "challenge 0".
r1cs::ScopeOffsets porep_offsets(const PorepShape& shape);

// Scopes and label of a row: "challenge 3/layer 2/label/block 0/rounds/ch".
std::string porep_row_name(const PorepShape& shape, uint64_t row);

}  // namespace cuzk::filecoin
