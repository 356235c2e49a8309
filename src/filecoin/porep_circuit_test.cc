// SPDX-License-Identifier: MIT OR Apache-2.0
// The stacked circuit against the reference for one small size: shape, witness, and the names of
// what it refuses. The other sizes stand in porep_circuit_slow_test.cc.
#include "filecoin/porep_circuit.h"

#include <gtest/gtest.h>

#include "filecoin/porep_circuit_testing.h"

namespace cuzk::filecoin {
namespace {

TEST(PorepCircuit, ShapesOfTheReferenceTests) {
  struct Case {
    const char* name;
    unsigned data_levels;
    std::vector<unsigned> arities;
  };
  const Case cases[] = {{"porep-test-2-0-0-1-challenge-2-layers", 3, {2, 2, 2}},
                        {"porep-test-8-0-0-1-challenge-2-layers", 3, {8}},
                        {"porep-test-8-4-0-1-challenge-2-layers", 5, {8, 4}},
                        {"porep-test-8-4-2-1-challenge-2-layers", 6, {8, 4, 2}}};
  for (const Case& test : cases) {
    PorepShape shape{2, 1, std::vector<unsigned>(test.data_levels, 2), test.arities};
    r1cs::expect_reference_digest(test.name, compile_porep(shape));
  }
}

TEST(PorepCircuit, TwoKiB) {
  PorepShape shape = porep_shape(*find_sector("2KiB"));
  r1cs::Circuit circuit = compile_porep(shape);
  r1cs::expect_reference_digest("porep-2KiB", circuit);
  expect_reference_witness("2k-v1_1-a", circuit);
}

TEST(PorepCircuit, NamesTheConstraintThatWrongValuesBreak) {
  SealCommitOne sector = read_text(load_c1("2k-v1_1-a"));
  PorepShape shape = porep_shape(*sector.proof->sector);
  EXPECT_FALSE(check_porep(shape, porep_values(sector, 0)));

  auto broken_by = [&](auto alter) {
    SealCommitOne altered = sector;
    alter(altered, altered.partitions[0]);
    auto broken = check_porep(shape, porep_values(altered, 0));
    if (!broken) return std::string("nothing");
    EXPECT_EQ(broken->name, porep_row_name(shape, broken->row));
    return broken->name;
  };
  const Fr one = Fr::one();
  EXPECT_EQ(broken_by([&](auto& s, auto&) { s.comm_r += one; }), "commitments/equal");
  EXPECT_EQ(broken_by([&](auto& s, auto&) { s.comm_d += one; }), "challenge 0/data/root/equal");
  EXPECT_EQ(broken_by([&](auto&, auto& c) { c[1].data.leaf += one; }),
            "challenge 1/data/root/equal");
  EXPECT_EQ(broken_by([&](auto&, auto& c) { c[1].drg_parents[2].rows[0] += one; }),
            "challenge 1/drg parent/path/root/equal");
  EXPECT_EQ(broken_by([&](auto&, auto& c) { c[0].exp_parents[7].path.siblings[3] += one; }),
            "challenge 0/exp parent/path/root/equal");
  EXPECT_EQ(broken_by([&](auto&, auto& c) { c[1].node ^= 1; }), "challenge 1/replica/root/equal");
  EXPECT_EQ(broken_by([&](auto&, auto& c) { c[1].column.path.siblings[0] += one; }),
            "challenge 1/own column/path/root/equal");
}

}  // namespace
}  // namespace cuzk::filecoin
