// SPDX-License-Identifier: MIT OR Apache-2.0
#include "filecoin/update_circuit.h"

#include <bit>

#include "base/check.h"
#include "filecoin/merkle.h"
#include "filecoin/update_definition.h"
#include "r1cs/recorder.h"
#include "r1cs/row_namer.h"

namespace cuzk::filecoin {
namespace {

using field::Fr;

Opening blank_opening(size_t siblings, size_t levels) {
  return {.siblings = std::vector<Fr>(siblings, Fr::zero()),
          .indices = std::vector<uint8_t>(levels, 0)};
}

// Values of the right shape for the back ends that ignore values.
template <class B>
void run_blank(B& b, const UpdateShape& shape) {
  const Opening replica =
      blank_opening(sibling_count(shape.tree_arities), shape.tree_arities.size());
  const UpdateChallenge challenge{replica, blank_opening(shape.log_nodes, shape.log_nodes),
                                  replica};
  UpdatePartition partition;
  partition.apex_leaves.assign(size_t{1} << shape.log_apex_leaves, Fr::zero());
  partition.challenges.assign(shape.challenges, challenge);
  update_text(
      b, shape,
      {.commitments = {}, .h_select = update_h_select(shape.log_nodes), .partition = &partition});
}

}  // namespace

void check_shape(const UpdateShape& shape, const UpdateValues& values) {
  using base::check;
  const UpdatePartition& partition = *values.partition;
  check(shape.log_nodes <= 32 && shape.challenge_bits() >= shape.log_apex_leaves,
        "a node's index is one word");
  check(values.index >> shape.log_partitions == 0, "the update has the partition");
  check(std::has_single_bit(values.h_select) && values.h_select >> kHighBitsChoices == 0,
        "one h is selected");
  check(partition.apex_leaves.size() == size_t{1} << shape.log_apex_leaves,
        "a partition has all its apex leaves");
  check(partition.challenges.size() == shape.challenges, "a partition has all its challenges");
  const size_t siblings = sibling_count(shape.tree_arities);
  for (const UpdateChallenge& challenge : partition.challenges) {
    check(challenge.old_replica.siblings.size() == siblings &&
              challenge.new_replica.siblings.size() == siblings &&
              challenge.data.siblings.size() == shape.log_nodes,
          "a path has all its siblings");
  }
}

UpdateValues update_values(const SectorUpdate& update, size_t k) {
  return {.commitments = update.commitments,
          .index = static_cast<unsigned>(k),
          .h_select = update_h_select(update.proof->sector().log_nodes),
          .partition = &update.partitions[k]};
}

r1cs::Circuit compile_update(const UpdateShape& shape, unsigned checked_blocks) {
  return r1cs::record([&](r1cs::Recorder& b) { run_blank(b, shape); }, checked_blocks);
}

r1cs::Assignment update_witness(const UpdateShape& shape, const UpdateValues& values) {
  r1cs::WitnessWriter writer;
  update_text(writer, shape, values);
  return writer.take();
}

std::optional<r1cs::BrokenRow> check_update(const UpdateShape& shape, const UpdateValues& values) {
  r1cs::Checker checker;
  update_text(checker, shape, values);
  return checker.broken();
}

std::string update_row_name(const UpdateShape& shape, uint64_t row) {
  r1cs::RowNamer namer(row);
  run_blank(namer, shape);
  return namer.name();
}

}  // namespace cuzk::filecoin
