// SPDX-License-Identifier: MIT OR Apache-2.0
// The FallbackPoSt circuit of one partition (post.md 4): compiled, as a witness, checked, and with
// names for its rows. WindowPoSt and WinningPoSt are this circuit with other numbers of sectors and
// challenges. The definition itself is in post_definition.h; here are its uses on the host.
//
// Sectors are equal blocks without anything between them (POST-30), so a compiled circuit holds the
// rows of one; the structure depends on the shape alone.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "filecoin/post_proof.h"
#include "filecoin/post_vanilla.h"
#include "r1cs/assignment.h"
#include "r1cs/circuit.h"
#include "r1cs/scope_offsets.h"
#include "r1cs/valuation.h"

namespace cuzk::filecoin {

struct PostShape {
  unsigned sectors = 0;                // of a partition
  unsigned challenges = 0;             // of a sector
  std::vector<unsigned> tree_arities;  // of tree R, leaf side first
};

// POST-2, POST-3.
PostShape post_shape(PostKind kind, const Sector& sector);

// What a sector of the circuit is given. The openings belong to the record that it was made of.
struct PostSectorValues {
  field::Fr comm_r{}, comm_c{}, comm_r_last{};
  std::span<const Opening> openings;
};

// The sectors of a partition, from the records of a checked vanilla proof: a partition of
// WindowPoSt that is not full repeats its last sector (POST-50), the record of WinningPoSt is a
// sector for each of its openings (POST-52). Requires: 1 to records_max records; they outlive the
// values.
std::vector<PostSectorValues> post_values(PostKind kind, const PostShape& shape,
                                          std::span<const PostRecord> records);

// Aborts unless there are as many sectors, openings and values in each as the shape has.
void check_shape(const PostShape& shape, std::span<const PostSectorValues> sectors);

// `checked_blocks`: how many sectors the recorder runs and compares (r1cs/recorder.h).
r1cs::Circuit compile_post(const PostShape& shape, unsigned checked_blocks = 2);

// Requires, here and below, what check_shape asks for.
r1cs::Assignment post_witness(const PostShape& shape, std::span<const PostSectorValues> sectors);

// The first constraint that the values break, by evaluating every constraint as it is made.
std::optional<r1cs::BrokenRow> check_post(const PostShape& shape,
                                          std::span<const PostSectorValues> sectors);

// Where each scope of the definition begins in an assignment, of the sectors in "sector 0".
r1cs::ScopeOffsets post_offsets(const PostShape& shape);

// Scopes and label of a row: "sector 3/challenge 7/path/level 0/...".
std::string post_row_name(const PostShape& shape, uint64_t row);

}  // namespace cuzk::filecoin
