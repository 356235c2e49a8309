// SPDX-License-Identifier: MIT OR Apache-2.0
#include "filecoin/porep_circuit.h"

#include "filecoin/porep_text.h"
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

PorepValues porep_values(const SealCommitOne& sector, size_t k) {
  const std::vector<ChallengeProof>& challenges = sector.partitions[k];
  return {.roots = {.replica_id = sector.replica_id,
                    .comm_d = sector.comm_d,
                    .comm_r = sector.comm_r,
                    .comm_r_last = challenges.front().replica.root,
                    .comm_c = challenges.front().column.path.root},
          .challenges = challenges};
}

r1cs::ScopePlaces porep_places(const PorepShape& shape) {
  r1cs::ScopePlaces places;
  run_blank(places, shape);
  return places;
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
