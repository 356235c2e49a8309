// SPDX-License-Identifier: MIT OR Apache-2.0
#include "filecoin/porep_circuit.h"

#include "base/check.h"
#include "filecoin/porep_definition.h"
#include "r1cs/recorder.h"
#include "r1cs/row_namer.h"

namespace cuzk::filecoin {
namespace {

using field::Fr;

Opening blank_opening(const std::vector<unsigned>& arities) {
  size_t siblings = 0;
  for (unsigned arity : arities) siblings += arity - 1;
  return {.siblings = std::vector<Fr>(siblings, Fr::zero()),
          .indices = std::vector<uint8_t>(arities.size(), 0)};
}

// Values of the right shape for the back ends that ignore values.
std::vector<ChallengeProof> blank_challenges(const PorepShape& shape) {
  ColumnOpening column{.rows = std::vector<Fr>(shape.layers, Fr::zero()),
                       .path = blank_opening(shape.tree_arities)};
  ChallengeProof proof;
  proof.data = blank_opening(shape.data_arities);
  proof.replica = blank_opening(shape.tree_arities);
  proof.column = column;
  proof.drg_parents.fill(column);
  proof.exp_parents.fill(column);
  return std::vector<ChallengeProof>(shape.challenges, proof);
}

template <class B>
void run_blank(B& b, const PorepShape& shape) {
  std::vector<ChallengeProof> challenges = blank_challenges(shape);
  porep_text(b, shape, {.challenges = challenges});
}

}  // namespace

PorepShape porep_shape(const Sector& sector) {
  return {.layers = sector.layers,
          .challenges = sector.challenges,
          .data_arities = tree_d_arities(sector),
          .tree_arities = tree_r_arities(sector)};
}

void check_shape(const PorepShape& shape, const PorepValues& values) {
  auto check_path = [](const std::vector<unsigned>& arities, const Opening& opening) {
    base::check(arities.size() <= gadget::kPathLevelsMax, "a path has levels of the known trees");
    size_t siblings = 0;
    for (unsigned arity : arities) {
      base::check(arity == 2 || arity == 4 || arity == 8, "trees have arity 2, 4 or 8");
      siblings += arity - 1;
    }
    base::check(opening.siblings.size() == siblings, "a path has all its siblings");
    base::check(opening.indices.size() == arities.size(), "a path has all its indices");
  };
  auto check_column = [&](const ColumnOpening& column) {
    base::check(column.rows.size() == shape.layers, "a column has a row for each layer");
    check_path(shape.tree_arities, column.path);
  };
  base::check(shape.layers == 2 || shape.layers == 11, "columns of 2 or 11 rows are hashed");
  base::check(values.challenges.size() == shape.challenges, "a partition has all its challenges");
  for (const ChallengeProof& proof : values.challenges) {
    check_path(shape.data_arities, proof.data);
    check_path(shape.tree_arities, proof.replica);
    check_column(proof.column);
    for (const ColumnOpening& parent : proof.drg_parents) check_column(parent);
    for (const ColumnOpening& parent : proof.exp_parents) check_column(parent);
  }
}

PorepValues porep_values(const SealCommitOne& sector, size_t k) {
  const std::vector<ChallengeProof>& challenges = sector.partitions[k];
  return {.roots = {.replica_id = sector.replica_id,
                    .comm_d = sector.comm_d,
                    .comm_r = sector.comm_r,
                    .comm_r_last = challenges.front().replica.root,
                    .comm_c = challenges.front().column.path.root},
          .challenges = challenges};
}

r1cs::ScopeOffsets porep_offsets(const PorepShape& shape) {
  r1cs::ScopeOffsets offsets;
  run_blank(offsets, shape);
  return offsets;
}

r1cs::Circuit compile_porep(const PorepShape& shape, unsigned checked_blocks) {
  return r1cs::record([&](r1cs::Recorder& b) { run_blank(b, shape); }, checked_blocks);
}

r1cs::Assignment porep_witness(const PorepShape& shape, const PorepValues& values) {
  r1cs::WitnessWriter writer;
  porep_text(writer, shape, values);
  return writer.take();
}

std::optional<r1cs::BrokenRow> check_porep(const PorepShape& shape, const PorepValues& values) {
  r1cs::Checker checker;
  porep_text(checker, shape, values);
  return checker.broken();
}

std::string porep_row_name(const PorepShape& shape, uint64_t row) {
  r1cs::RowNamer namer(row);
  run_blank(namer, shape);
  return namer.name();
}

}  // namespace cuzk::filecoin
