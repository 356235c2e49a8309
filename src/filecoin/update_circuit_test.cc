// SPDX-License-Identifier: MIT OR Apache-2.0
// The circuit of a sector update against the reference for the small sizes: shape, counts, names.
// The other sizes stand in update_circuit_slow_test.cc.
#include "filecoin/update_circuit.h"

#include <gtest/gtest.h>

#include "filecoin/update_circuit_testing.h"
#include "filecoin/update_statement.h"
#include "filecoin/update_synthetic.h"
#include "filecoin/witness_testing.h"
#include "r1cs/evaluate.h"
#include "r1cs/reference_digest.h"

namespace cuzk::filecoin {
namespace {

// UPD-2.
TEST(UpdateCircuit, ShapesFollowFromTheTable) {
  struct Row {
    const char* sector;
    unsigned b, q, digests, d;
  };
  for (const Row& row :
       {Row{"2KiB", 6, 42, 1, 3}, Row{"8MiB", 16, 15, 1, 9}, Row{"512MiB", 20, 12, 8, 13},
        Row{"32GiB", 26, 9, 10, 19}, Row{"64GiB", 27, 9, 10, 20}}) {
    const UpdateShape shape = update_shape_of(row.sector);
    EXPECT_EQ(shape.challenge_bits(), row.b) << row.sector;
    EXPECT_EQ(shape.challenges_per_digest(), row.q) << row.sector;
    EXPECT_EQ(shape.digests(), row.digests) << row.sector;
    EXPECT_EQ(shape.data_levels(), row.d) << row.sector;
  }
}

TEST(UpdateCircuit, SmallSizesEqualTheReference) {
  for (const NamedUpdateShape& test : small_update_shapes()) {
    r1cs::expect_reference_digest(test.name, compile_update(test.shape));
  }
}

TEST(UpdateCircuit, WitnessEqualsTheReference) {
  const SectorUpdate update = real_update();
  const UpdateShape shape = update_shape(*update.proof);
  const nlohmann::json expected = read_vectors("reference/update/update-2k/witness.json");
  ASSERT_EQ(expected.size(), update.partitions.size());
  expect_partition(expected[0], compile_update(shape),
                   update_witness(shape, update_values(update, 0)));
}

TEST(UpdateCircuit, NamesTheConstraintThatWrongValuesBreak) {
  const SectorUpdate update = real_update();
  const UpdateShape shape = update_shape(*update.proof);
  EXPECT_FALSE(check_update(shape, update_values(update, 0)));

  auto broken_by = [&](auto alter) {
    SectorUpdate altered = update;
    alter(altered.commitments, altered.partitions[0]);
    const auto broken = check_update(shape, update_values(altered, 0));
    if (!broken) return std::string("nothing");
    EXPECT_EQ(broken->name, update_row_name(shape, broken->row));
    return broken->name;
  };
  const Fr one = Fr::one();
  EXPECT_EQ(broken_by([&](auto& s, auto&) { s.comm_r_old += one; }),
            "commitments/old replica/equal");
  EXPECT_EQ(broken_by([&](auto& s, auto&) { s.comm_r_new += one; }),
            "commitments/new replica/equal");
  EXPECT_EQ(broken_by([&](auto& s, auto&) { s.comm_d_new += one; }), "apex/root/equal");
  EXPECT_EQ(broken_by([&](auto&, auto& p) { p.comm_c += one; }), "commitments/old replica/equal");
  EXPECT_EQ(broken_by([&](auto&, auto& p) { p.apex_leaves[7] += one; }), "apex/root/equal");
  EXPECT_EQ(broken_by([&](auto&, auto& p) { p.challenges[3].old_replica.leaf += one; }),
            "challenge 3/old replica/root/equal");
  EXPECT_EQ(broken_by([&](auto&, auto& p) { p.challenges[9].old_replica.siblings[13] += one; }),
            "challenge 9/old replica/root/equal");
  EXPECT_EQ(broken_by([&](auto&, auto& p) { p.challenges[2].new_replica.siblings[0] += one; }),
            "challenge 2/new replica/root/equal");
  EXPECT_EQ(broken_by([&](auto&, auto& p) { p.challenges[4].data.leaf += one; }),
            "challenge 4/new replica/root/equal");
  EXPECT_EQ(broken_by([&](auto&, auto& p) { p.challenges[0].data.siblings[2] += one; }),
            "challenge 0/data/root/equal");
  // Its circuit reads neither indices nor the new label (UPD-33.6, UPD-41).
  EXPECT_EQ(broken_by([&](auto&, auto& p) { p.challenges[0].data.indices[2] ^= 1; }), "nothing");
  EXPECT_EQ(broken_by([&](auto&, auto& p) { p.challenges[0].new_replica.leaf += one; }), "nothing");
}

// Rows of the recorded matrices hold for the witness: bits that are lent, of more than one digest,
// and those of a partition that is not the first included.
TEST(UpdateCircuit, TheRecordedMatricesHold) {
  const UpdateShape shape{.log_nodes = 7,
                          .log_partitions = 1,
                          .challenges = 43,
                          .log_apex_leaves = 5,
                          .tree_arities = {8, 8, 2},
                          .base_levels = 2};
  ASSERT_EQ(shape.digests(), 2u);
  const auto label = [](uint64_t high, uint64_t low) { return Fr::from_u64(100 + 8 * high + low); };
  const SectorUpdate update = make_update(shape, {Fr::from_u64(11), label, label});
  const UpdateValues values{update.commitments, 1, update_h_select(7), &update.partitions[1]};
  const r1cs::Circuit circuit = compile_update(shape);
  const r1cs::Assignment assignment = update_witness(shape, values);
  const auto rows = [&](r1cs::Matrix matrix) {
    return r1cs::evaluate(circuit, matrix, assignment);
  };
  EXPECT_EQ(r1cs::first_unsatisfied(rows(r1cs::Matrix::kA), rows(r1cs::Matrix::kB),
                                    rows(r1cs::Matrix::kC)),
            circuit.num_rows());
  EXPECT_EQ(std::vector<Fr>(assignment.inputs.begin() + 1, assignment.inputs.end()),
            public_inputs(shape, update.commitments, 1));
}

}  // namespace
}  // namespace cuzk::filecoin
