// SPDX-License-Identifier: MIT OR Apache-2.0
// Circuits and assignments for tests, made at random without a circuit definition, so that every
// form of a row occurs, also those that no recorded circuit has. Nothing holds in them: they are
// for comparing one way of computing row values with another. For host and nvcc compilers, used by
// tests only.
//
// A block gets rows of twelve forms in turn: empty; of one, two and three bits; of more bits than a
// small row takes; a constant; wide values with coefficients of plus and minus one and with others;
// far columns; long mixed rows; bits with large coefficients; bits far apart. Far columns are ONE,
// earlier inputs, inputs of the block, and earlier bits and wide values.
#pragma once

#include <algorithm>
#include <map>
#include <random>
#include <utility>
#include <vector>

#include "r1cs/assignment.h"
#include "r1cs/device_rows.h"
#include "r1cs/evaluate.h"

namespace cuzk::r1cs {

// Counts are of one repetition. The first block of a circuit has ONE among its inputs.
struct BlockShape {
  unsigned repeat, aux_count, input_count, row_count;
};

class RandomCircuit {
 public:
  RandomCircuit(uint64_t seed, const std::vector<BlockShape>& shapes) : random_(seed) {
    for (const BlockShape& shape : shapes) add_block(shape);
  }

  Circuit circuit() const { return Circuit(blocks_, table_); }

  Assignment assignment() {
    Assignment out;
    Circuit whole = circuit();
    base::BitVector wide = whole.wide_aux();
    for (uint64_t i = 0; i < whole.num_inputs(); ++i) {
      out.inputs.push_back(i == 0 ? Fr::one() : element());
    }
    for (uint64_t i = 0; i < whole.num_aux(); ++i) {
      out.bits.append(!wide.get(i) && below(2) == 1, 1);
      if (wide.get(i)) out.wide.push_back(element());
    }
    return out;
  }

 private:
  using Row = std::map<uint32_t, std::pair<uint32_t, Fr>>;  // by code: column, coefficient

  uint32_t below(uint64_t bound) { return static_cast<uint32_t>(random_() % bound); }
  Fr element() { return Fr::from_canonical({random_(), random_(), random_(), random_()}); }

  Fr small_coefficient() {
    static constexpr int kValues[] = {1, 1, -1, -1, 2, -2, 3, -5, 16, 20};
    int value = kValues[below(std::size(kValues))];
    return value > 0 ? Fr::from_u64(value) : -Fr::from_u64(-value);
  }
  Fr coefficient() {
    Fr power = power_of_two(below(CoefficientTable::kPowers));
    switch (below(5)) {
      case 0: return small_coefficient();
      case 1: return power;
      case 2: return -power;
      case 3: return power + power_of_two(below(8)).doubled();
      default: return Fr::from_u64(1000 + below(50)).square();
    }
  }

  void add_block(const BlockShape& shape) {
    Block block;
    block.repeat = shape.repeat;
    block.first_aux = next_aux_;
    block.aux_count = shape.aux_count;
    block.first_input = next_input_;
    block.input_count = shape.input_count;
    block.row_count = shape.row_count;
    block.wide = base::BitVector(shape.aux_count);
    bits_.clear();
    wide_.clear();
    for (uint32_t i = 0; i < shape.aux_count; ++i) {
      bool is_wide = below(8) == 0;
      if (is_wide) block.wide.set(i);
      (is_wide ? wide_ : bits_).push_back(i);
    }
    for (unsigned row = 0; row < shape.row_count; ++row) {
      for (unsigned matrix = 0; matrix < 3; ++matrix) {
        emit(block, block.rows[matrix], make_row(block, (row + matrix * (row / 12)) % 12));
      }
    }
    next_aux_ += shape.repeat * shape.aux_count;
    next_input_ += shape.repeat * shape.input_count;
    blocks_.push_back(std::move(block));
  }

  Row make_row(Block& block, unsigned form) {
    Row row;
    switch (form) {
      case 0: break;
      case 1:
      case 2:
      case 3: add_bits(block, row, form, true); break;
      case 4: add_bits(block, row, 6, true); break;
      case 5: add_far(block, row, true, small_coefficient()); break;
      case 6: add_local(block, row, wide_, below(2) == 0 ? Fr::one() : -Fr::one()); break;
      case 7: add_local(block, row, wide_, coefficient()); break;
      case 8:
        for (unsigned i = below(6); i > 0; --i) add_far(block, row, false, coefficient());
        break;
      case 9:
        add_bits(block, row, 5 + below(500), false);
        for (unsigned i = below(40); i > 0; --i) add_local(block, row, wide_, coefficient());
        for (unsigned i = below(4); i > 0; --i) add_far(block, row, false, coefficient());
        break;
      case 10: add_bits(block, row, 2, false); break;
      default:
        if (bits_.empty()) break;
        for (uint32_t column : {bits_.front(), bits_.back()}) {
          row[(next_aux_ + column) | kAuxFlag] = {column, Fr::one()};
        }
    }
    return row;
  }

  void add_local(const Block& block, Row& row, const std::vector<uint32_t>& columns,
                 const Fr& factor) {
    if (columns.empty()) return;
    uint32_t column = columns[below(columns.size())];
    row[static_cast<uint32_t>(block.first_aux + column) | kAuxFlag] = {column, factor};
  }

  void add_bits(Block& block, Row& row, unsigned count, bool is_small) {
    for (; count > 0; --count) {
      add_local(block, row, bits_, is_small ? small_coefficient() : coefficient());
    }
    if (below(2) == 0) add_far(block, row, true, is_small ? small_coefficient() : coefficient());
  }

  void add_far(Block& block, Row& row, bool is_one, const Fr& factor) {
    FarColumn far;
    unsigned choice = is_one ? 0 : below(4);
    if (choice == 1 && block.first_aux > 0) far.variable = below(block.first_aux) | kAuxFlag;
    if (choice == 2 && block.first_input > 0) far.variable = below(block.first_input);
    if (choice == 3 && block.input_count > 0) {
      far = {.variable = below(block.input_count), .local_input = true};
    }
    if (block.first_input == 0 && far.variable == 0) far.local_input = true;  // ONE is its own
    auto found = std::find(block.far.begin(), block.far.end(), far);
    uint32_t index = static_cast<uint32_t>(found - block.far.begin());
    if (found == block.far.end()) block.far.push_back(far);
    row[block.far_variable(far, 0)] = {Block::kColumns - 1 - index, factor};
  }

  void emit(Block& block, Rows& rows, const Row& row) {
    rows.lengths.push_back(static_cast<uint16_t>(row.size()));
    for (const auto& [code, term] : row) {
      uint32_t column = term.first, id = table_.id_of(term.second);
      if (id >= Block::kEscape) {
        block.escapes.push_back({column, id});
        column = static_cast<uint32_t>(block.escapes.size() - 1);
        id = Block::kEscape;
      }
      rows.terms.push_back(column | id << Block::kColumnBits);
    }
  }

  std::mt19937_64 random_;
  std::vector<Block> blocks_;
  CoefficientTable table_;
  uint32_t next_aux_ = 0, next_input_ = 0;
  std::vector<uint32_t> bits_, wide_;  // local columns of the block being made
};

// From a domain of one row to one of 2^14, with repetitions, with blocks that lack rows or
// auxiliaries, with and without a general row, and with more columns than a gap can bridge.
inline std::vector<std::vector<BlockShape>> test_shapes() {
  return {{{1, 0, 1, 0}},
          {{1, 1, 1, 1}},
          {{1, 9, 2, 5}},
          {{1, 60, 3, 40}, {5, 300, 2, 333}, {1, 10, 0, 0}, {3, 100, 1, 50}, {1, 0, 0, 7}},
          {{3, 64, 0, 1}, {1, 0, 1, 1}},
          {{1, 90000, 3, 3001}, {2, 70000, 5, 2000}}};
}

// Values of rows as the device writes them: in bit-reversed order, over the whole domain.
inline std::vector<Fr> as_on_device(const Circuit& circuit, const std::vector<Fr>& rows) {
  unsigned log_domain = circuit.log_domain();
  std::vector<Fr> out(size_t{1} << log_domain, Fr::zero());
  for (size_t row = 0; row < rows.size(); ++row) {
    size_t position = 0;
    for (unsigned i = 0; i < log_domain; ++i) position |= (row >> i & 1) << (log_domain - 1 - i);
    out[position] = rows[row];
  }
  return out;
}

// The row values of the host.
inline std::vector<Fr> expected_rows(const Circuit& circuit, const Assignment& assignment,
                                     RowValues which) {
  std::vector<Fr> rows(circuit.num_rows(), Fr::one());
  auto multiply = [&](Matrix matrix) {
    std::vector<Fr> values = evaluate(circuit, matrix, assignment);
    for (size_t i = 0; i < rows.size(); ++i) rows[i] *= values[i];
  };
  if (which != RowValues::kB) multiply(Matrix::kA);
  if (which != RowValues::kA) multiply(Matrix::kB);
  return as_on_device(circuit, rows);
}

}  // namespace cuzk::r1cs
