// SPDX-License-Identifier: MIT OR Apache-2.0
// The recoded matrices, evaluated on the host by the functions and in the order of the kernels,
// give the row values of `evaluate`.
#include "r1cs/device_rows.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <string>

#include "r1cs/blocks_definition.h"
#include "r1cs/circuit_testing.h"
#include "r1cs/recorder.h"

namespace cuzk::r1cs {
namespace {

constexpr RowValues kAllValues[] = {RowValues::kA, RowValues::kB, RowValues::kProduct};

GpuAssignment host_addresses(const Assignment& assignment) {
  return {assignment.inputs.data(), assignment.bits.words().data(), assignment.wide.data()};
}

// The steps of gpu_rows.cu.
class Interpreter {
 public:
  Interpreter(const DeviceRows& rows, unsigned log_domain, const Assignment& assignment)
      : rows_(rows),
        tables_(rows.tables()),
        log_domain_(log_domain),
        inputs_(assignment.inputs),
        assignment_(host_addresses(assignment)) {}

  std::vector<Fr> run(RowValues which) const {
    std::vector<Fr> out(size_t{1} << log_domain_, Fr::from_u64(0xbad));
    for (uint32_t row = 0; row < out.size(); ++row) {
      int32_t value = small_value(tables_, assignment_, which, row);
      EXPECT_LE(std::abs(value), kMultipleMax);
      out[position(row)] = rows_.multiples[static_cast<size_t>(kMultipleMax + value)];
    }
    for (const RowBlock& block : rows_.blocks) {
      for (uint32_t i = block.rows_begin; i < block.rows_end; ++i) {
        const GeneralRow& row = rows_.rows[i];
        uint32_t lanes = i < block.long_rows_begin ? 1 : 32;
        for (uint32_t instance = 0; instance < block.repeat; ++instance) {
          uint32_t number = block.first_row + instance * block.row_count + row.row;
          Fr value = Fr::one();
          if (which != RowValues::kB) {
            value *= sum(row.a_begin, row.b_begin, lanes, block, instance);
          }
          if (which != RowValues::kA) value *= sum(row.b_begin, row.end, lanes, block, instance);
          out[position(number)] = value;
        }
      }
    }
    for (size_t i = 0; which == RowValues::kA && i < inputs_.size(); ++i) {
      out[position(tables_.num_constraints + i)] = inputs_[i];
    }
    return out;
  }

 private:
  size_t position(size_t row) const {
    size_t out = 0;
    for (unsigned i = 0; i < log_domain_; ++i) out |= (row >> i & 1) << (log_domain_ - 1 - i);
    return out;
  }

  Fr sum(uint32_t begin, uint32_t end, uint32_t lanes, const RowBlock& block,
         uint32_t instance) const {
    Fr out = Fr::zero();
    for (uint32_t lane = 0; lane < lanes; ++lane) {
      out += sum_terms(begin, end, lane, lanes, tables_, assignment_, block, instance);
    }
    return out;
  }

  const DeviceRows& rows_;
  RowTables tables_;
  unsigned log_domain_;
  const std::vector<Fr>& inputs_;
  GpuAssignment assignment_;
};

void expect_equal(const Circuit& circuit, const Assignment& assignment) {
  DeviceRows rows(circuit);
  Interpreter interpreter(rows, circuit.log_domain(), assignment);
  for (RowValues which : kAllValues) {
    EXPECT_TRUE(interpreter.run(which) == expected_rows(circuit, assignment, which))
        << "values " << static_cast<int>(which);
  }
  DeviceRows c_rows(circuit, StoredMatrices::kC);
  Interpreter c_interpreter(c_rows, circuit.log_domain(), assignment);
  EXPECT_TRUE(c_interpreter.run(RowValues::kB) ==
              as_on_device(circuit, evaluate(circuit, Matrix::kC, assignment)));
}

TEST(DeviceRows, GiveTheValuesOfEvaluate) {
  uint64_t seed = 0;
  for (const std::vector<BlockShape>& shapes : test_shapes()) {
    SCOPED_TRACE("shapes " + std::to_string(seed));
    RandomCircuit random(++seed, shapes);
    Circuit circuit = random.circuit();
    for (int round = 0; round < 2; ++round) expect_equal(circuit, random.assignment());
  }
}

TEST(DeviceRows, GiveTheValuesOfARecordedCircuit) {
  for (unsigned blocks : {1u, 4u}) {
    BlocksDefinition definition{blocks};
    expect_equal(record(definition), assign(definition));
  }
}

TEST(DeviceRows, FindWhatIsLentToABlock) {
  LentBitsDefinition definition;
  expect_equal(record(definition), assign(definition));
  DeviceRows rows(record(definition));
  EXPECT_EQ(rows.lent.size(), 2u * definition.blocks);
  EXPECT_TRUE(std::any_of(rows.terms.begin(), rows.terms.end(),
                          [](const GeneralTerm& term) { return term.is_lent(); }));
}

TEST(DeviceRows, HoldRowsOfEveryForm) {
  Circuit circuit = RandomCircuit(1, test_shapes().back()).circuit();
  DeviceRows rows(circuit);
  std::array<unsigned, 4> small_of_bits{};
  for (uint64_t word : rows.small[0]) {
    bool has_second = (word >> SmallRow::kColumnBits & SmallRow::kGapMax) != 0;
    bool has_third =
        (word >> (SmallRow::kColumnBits + SmallRow::kGapBits) & SmallRow::kGapMax) != 0;
    ++small_of_bits[word == 0 ? 0 : 1 + has_second + has_third];
  }
  for (unsigned count : small_of_bits) EXPECT_GT(count, 50u);
  EXPECT_EQ(rows.patterns.size(), SmallRow::kPatterns);  // more would be needed
  for (const RowBlock& block : rows.blocks) {
    EXPECT_GT(block.long_rows_begin - block.rows_begin, 100u);
    EXPECT_GT(block.rows_end - block.long_rows_begin, 100u);
  }
  std::array<std::array<unsigned, 2>, 4> kinds{};
  for (const GeneralTerm& term : rows.terms)
    ++kinds[static_cast<size_t>(term.kind())][term.moves()];
  for (TermKind kind : {TermKind::kBit, TermKind::kWide, TermKind::kInput}) {
    for (unsigned count : kinds[static_cast<size_t>(kind)]) EXPECT_GT(count, 10u);
  }
  EXPECT_GT(kinds[static_cast<size_t>(TermKind::kOne)][0], 10u);
}

// x + 2 y - z + 3 over bits 5, 9 and 70000 of a block; and what makes such a row general.
TEST(DeviceRows, StateASmallRowAsOneWord) {
  auto recode = [](uint32_t third, const Fr& constant) {
    std::vector<Block> blocks(2);
    blocks[0].input_count = 1;
    Block& block = blocks[1];
    block.aux_count = 200000;
    block.wide = base::BitVector(block.aux_count);
    block.far = {FarColumn{}};
    block.row_count = 1;
    CoefficientTable table;
    for (Rows& rows : block.rows) rows.lengths = {0};
    block.rows[0].lengths = {4};
    auto term = [&](uint32_t column, const Fr& factor) {
      uint32_t id = table.id_of(factor);
      if (id >= Block::kEscape) {
        block.escapes.push_back({column, id});
        column = static_cast<uint32_t>(block.escapes.size() - 1);
        id = Block::kEscape;
      }
      block.rows[0].terms.push_back(column | id << Block::kColumnBits);
    };
    term(Block::kColumns - 1, constant);
    term(5, Fr::one());
    term(9, Fr::from_u64(2));
    term(third, -Fr::one());
    return DeviceRows(Circuit(std::move(blocks), std::move(table)));
  };
  DeviceRows rows = recode(60000, Fr::from_u64(3));
  EXPECT_EQ(rows.small[0][0], 5 | uint64_t{4} << 23 | uint64_t{59991} << 39 | uint64_t{1} << 55);
  EXPECT_EQ(rows.patterns, (std::vector<uint32_t>{0, 0xff020103}));
  EXPECT_TRUE(rows.rows.empty());
  EXPECT_EQ(recode(9 + SmallRow::kGapMax, Fr::one()).rows.size(), 0u);
  EXPECT_EQ(recode(10 + SmallRow::kGapMax, Fr::one()).rows.size(), 1u);
  EXPECT_EQ(recode(60000, Fr::from_u64(kSmallMax - 4)).rows.size(), 0u);
  EXPECT_EQ(recode(60000, Fr::from_u64(kSmallMax - 3)).rows.size(), 1u);
  EXPECT_EQ(recode(60000, -Fr::from_u64(kSmallMax)).rows.size(), 1u);
}

}  // namespace
}  // namespace cuzk::r1cs
