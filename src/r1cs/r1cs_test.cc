// SPDX-License-Identifier: MIT OR Apache-2.0
// Recorder, valuation, evaluation and names on small circuit definitions, against the plain
// expanded form.
#include <gtest/gtest.h>

#include "r1cs/blocks_definition.h"
#include "r1cs/circuit_digest.h"
#include "r1cs/evaluate.h"
#include "r1cs/plain_circuit.h"
#include "r1cs/recorder.h"
#include "r1cs/row_namer.h"
#include "r1cs/valuation.h"
#include "r1cs/witness_digest.h"

namespace cuzk::r1cs {
namespace {

TEST(Recorder, StoresARepeatedBlockOnce) {
  Circuit circuit = record(BlocksDefinition{5});
  ASSERT_EQ(circuit.blocks().size(), 3u);
  EXPECT_EQ(circuit.blocks()[1].repeat, 5u);
  EXPECT_EQ(circuit.num_inputs(), 6u);
  EXPECT_EQ(circuit.num_aux(), 3u + 5 * 3);
  EXPECT_EQ(circuit.num_constraints(), 1u + 5 * 3 + 1);
  EXPECT_EQ(circuit.num_rows(), circuit.num_constraints() + 6);
  EXPECT_EQ(circuit.num_wide(), 6u);
}

TEST(Recorder, NumberOfCheckedBlocksDoesNotMatter) {
  EXPECT_EQ(digest(record(BlocksDefinition{5}, 1)).value,
            digest(record(BlocksDefinition{5}, 5)).value);
  EXPECT_NE(digest(record(BlocksDefinition{5})).value, digest(record(BlocksDefinition{4})).value);
}

TEST(RecorderDeathTest, RefusesBlocksThatDiffer) {
  auto definition = [](Recorder& b) {
    b.repeat(2, [&](Recorder& block, unsigned i) {
      auto x = block.alloc(Unknown());
      block.enforce("row", [&](auto& ra, auto&, auto&) { ra.add(x, Fr::from_u64(i + 1)); });
    });
  };
  EXPECT_DEATH(record(definition), "one structure");
}

// Columns of other blocks that move with the repetition: recorded once, as if all blocks were run.
TEST(Recorder, LendsBitsToBlocks) {
  const LentBitsDefinition definition;
  Circuit circuit = record(definition, 1);
  ASSERT_EQ(circuit.blocks().size(), 2u);
  EXPECT_EQ(circuit.blocks()[1].lent_count(), 2u);
  EXPECT_EQ(digest(circuit).value, digest(record(definition, definition.blocks)).value);
  PlainCircuit plain(circuit);
  Assignment assignment = assign(definition);
  std::vector<Fr> values = plain.values(assignment);
  for (uint64_t row = 0; row < plain.rows().size(); ++row) EXPECT_TRUE(plain.holds(row, values));
  // Bits 5 i and 5 i + 3 of words 0 and 1 in turn.
  for (unsigned i = 0; i < definition.blocks; ++i) {
    const auto& row = plain.rows()[2 * i + 1];
    EXPECT_EQ(row[1][0].variable, 1u + 32 * (i % 2) + 5 * i + 3);
    EXPECT_TRUE(circuit.a_aux_density().get(32 * (i % 2) + 5 * i));
  }
  EXPECT_EQ(circuit.b_aux_density().popcount(), definition.blocks);
}

TEST(RecorderDeathTest, RefusesLentBitsInAnotherOrder) {
  const auto record_with = [](unsigned fixed_lane) {
    const auto definition = [&](Recorder& b) {
      auto word = b.alloc_lanes(~0u, Unknown());
      const auto lend = [&](unsigned i, auto& lender) { lender.add_lanes(word, 2u << 4 * i); };
      b.repeat(2, lend, [&](Recorder& block, unsigned i) {
        block.enforce("row", [&](auto& ra, auto&, auto&) {
          ra.add_lane(word, 4 * i + 1, Fr::one());
          ra.add_lane(word, fixed_lane, Fr::one());
        });
      });
    };
    record(definition, 1);
  };
  EXPECT_DEATH(record_with(3), "lies between");
  record_with(0);
}

TEST(Recorder, MergesAndCancelsTerms) {
  Circuit circuit = record(BlocksDefinition{1});
  PlainCircuit plain(circuit);
  const auto& row = plain.rows()[circuit.num_constraints() - 1];
  ASSERT_EQ(row[0].size(), 1u);
  EXPECT_EQ(row[0][0].variable, 0u);
  ASSERT_EQ(row[1].size(), 1u);
  EXPECT_EQ(row[1][0].coefficient, Fr::from_u64(3));
}

TEST(Circuit, DensitiesMarkWhatOccurs) {
  Circuit circuit = record(BlocksDefinition{3});
  PlainCircuit plain(circuit);
  base::BitVector in_a(circuit.num_aux()), in_b(circuit.num_aux()), b_inputs(circuit.num_inputs());
  for (const auto& row : plain.rows()) {
    for (const auto& term : row[0]) {
      if (term.variable >= circuit.num_inputs()) in_a.set(term.variable - circuit.num_inputs());
    }
    for (const auto& term : row[1]) {
      if (term.variable >= circuit.num_inputs()) in_b.set(term.variable - circuit.num_inputs());
      if (term.variable < circuit.num_inputs()) b_inputs.set(term.variable);
    }
  }
  EXPECT_EQ(circuit.a_aux_density(), in_a);
  EXPECT_EQ(circuit.b_aux_density(), in_b);
  EXPECT_EQ(circuit.b_input_density(), b_inputs);
}

template <class Definition>
void expect_plain_form(const Definition& definition) {
  Circuit circuit = record(definition);
  PlainCircuit plain(circuit);
  Assignment assignment = assign(definition);
  std::vector<Fr> values = plain.values(assignment);
  std::vector<Fr> weights(circuit.num_rows());
  for (size_t i = 0; i < weights.size(); ++i) weights[i] = Fr::from_u64(1000 + i).square();
  for (Matrix matrix : {Matrix::kA, Matrix::kB, Matrix::kC}) {
    std::vector<Fr> rows = evaluate(circuit, matrix, assignment);
    std::vector<Fr> sums(plain.num_variables(), Fr::zero());
    ASSERT_EQ(rows.size(), circuit.num_rows());
    for (uint64_t row = 0; row < rows.size(); ++row) {
      EXPECT_EQ(rows[row], plain.evaluate(row, matrix, values));
      for (const auto& term : plain.rows()[row][static_cast<size_t>(matrix)]) {
        sums[term.variable] += term.coefficient * weights[row];
      }
    }
    EXPECT_EQ(column_sums(circuit, matrix, weights), sums);
  }
}

TEST(Evaluate, EqualsThePlainForm) {
  for (unsigned blocks : {1u, 4u}) expect_plain_form(BlocksDefinition{blocks});
  expect_plain_form(LentBitsDefinition{});
}

TEST(Checker, AcceptsAndNamesTheFirstBrokenRow) {
  Checker good;
  BlocksDefinition{4}(good);
  EXPECT_FALSE(good.broken());
  EXPECT_EQ(good.rows(), record(BlocksDefinition{4}).num_constraints());

  Checker bad;
  BlocksDefinition{4, false}(bad);
  ASSERT_TRUE(bad.broken());
  EXPECT_EQ(bad.broken()->name, "block 0/lane");
  EXPECT_EQ(bad.broken()->row, 3u);
  EXPECT_EQ(bad.broken_count(), 4u);
}

TEST(RowNamer, FindsTheNameOfEveryRow) {
  auto name = [](uint64_t row) {
    RowNamer namer(row);
    BlocksDefinition{3}(namer);
    return namer.name();
  };
  EXPECT_EQ(name(0), "shared");
  EXPECT_EQ(name(1), "block 0/product");
  EXPECT_EQ(name(3), "block 0/lane");
  EXPECT_EQ(name(7), "block 2/product");
  EXPECT_EQ(name(10), "merged");
  EXPECT_EQ(name(11), "");
}

TEST(Witness, FirstUnsatisfiedRow) {
  Circuit circuit = record(BlocksDefinition{4});
  Assignment assignment = assign(BlocksDefinition{4});
  auto rows = [&](Matrix matrix) { return evaluate(circuit, matrix, assignment); };
  EXPECT_EQ(first_unsatisfied(rows(Matrix::kA), rows(Matrix::kB), rows(Matrix::kC)),
            circuit.num_rows());
  assignment.wide[2] += Fr::one();
  EXPECT_EQ(first_unsatisfied(rows(Matrix::kA), rows(Matrix::kB), rows(Matrix::kC)), 4u);
}

TEST(Witness, DigestOfAuxIsThatOfItsValues) {
  Circuit circuit = record(BlocksDefinition{4});
  Assignment assignment = assign(BlocksDefinition{4});
  std::vector<Fr> values = PlainCircuit(circuit).values(assignment);
  ValuesDigest digest = digest_aux(circuit, assignment);
  EXPECT_EQ(digest.whole, digest_values(std::span(values).subspan(circuit.num_inputs())).whole);
  EXPECT_EQ(digest.count, circuit.num_aux());
}

}  // namespace
}  // namespace cuzk::r1cs
