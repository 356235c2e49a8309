// SPDX-License-Identifier: MIT OR Apache-2.0
// A compiled circuit: the matrices A, B, C of an R1CS with densities, small enough to keep for
// every circuit.
//
// The circuits of Filecoin are a prologue plus one block repeated for every challenge or sector
// (porep.md N-1). A block is stored once. Its columns are local: an auxiliary variable of the block
// counts from the block's first. All other variables it refers to (ONE, variables of earlier
// blocks, and the block's own inputs) are its few far columns. A far column is the same variable
// for all repetitions, or an input of its own for each, or lent: a bit of an earlier block,
// another one for each repetition, as a table states. A term is 32 bits:
//   bits 0..22   the column: local auxiliary index from 0 upwards, far column f as kColumns - 1 - f
//   bits 23..31  the coefficient's id, if below 510; kEscape: bits 0..22 number an entry of escapes
// Terms of a row ascend in the order inputs, then auxiliaries (CS-4); none is zero. Row lengths are
// 16 bits. The closing rows (CS-7: input_i * 0 = 0) are not stored; they are the rows from
// num_constraints on.
//
// A 32 GiB PoRep partition has 722 million terms; stored: 40 million, 4 bytes each.
// Circuits are immutable once recorded and may be shared by threads.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/bits.h"
#include "r1cs/coefficient_table.h"

namespace cuzk::r1cs {

enum class Matrix : uint8_t { kA, kB, kC };

// Inputs count from 0; auxiliaries have the top bit set. So codes ascend in the order of CS-4.
constexpr uint32_t kAuxFlag = 0x80000000;

struct FarColumn {
  uint32_t variable = 0;     // code; for a local input its index inside the block, for a lent
                             // bit its place in a repetition's part of Block::lent
  bool local_input = false;  // an input of this block: it moves with the repetition
  bool in_a = false, in_b = false;
  bool lent = false;

  bool operator==(const FarColumn&) const = default;
};

struct Escape {
  uint32_t column = 0;
  uint32_t coefficient = 0;
};

struct Rows {
  static constexpr uint64_t kChunk = 4096;  // rows between two stored offsets

  std::vector<uint32_t> terms;
  std::vector<uint16_t> lengths;
  std::vector<uint64_t> offsets;  // of the first term of rows 0, kChunk, 2 kChunk, ...
};

struct Block {
  static constexpr unsigned kColumnBits = 23;
  static constexpr uint32_t kColumns = uint32_t{1} << kColumnBits;
  static constexpr uint32_t kEscape = CoefficientTable::kFirstOther;

  uint64_t repeat = 1;
  uint64_t first_aux = 0, aux_count = 0;  // counts are of one repetition
  uint64_t first_input = 0, input_count = 0;
  uint64_t first_row = 0, row_count = 0;
  uint64_t first_wide = 0;   // wide auxiliaries before the block
  std::array<Rows, 3> rows;  // by Matrix
  std::vector<Escape> escapes;
  std::vector<FarColumn> far;
  std::vector<uint32_t> lent;  // codes of bits, as many for each repetition, repetition 0 first
  base::BitVector in_a, in_b, wide;  // local auxiliaries
  std::vector<uint32_t> wide_rank;   // set bits of `wide` before each of its words

  uint64_t wide_count() const { return wide_rank.empty() ? 0 : wide_rank.back(); }
  uint32_t wide_index(uint64_t local) const;  // how many wide auxiliaries of the block stand before
  uint64_t lent_count() const { return lent.size() / repeat; }  // of one repetition
  // The variable's code in repetition `instance`, for a far column.
  uint32_t far_variable(const FarColumn& column, uint64_t instance) const;
};

class Circuit {
 public:
  Circuit(std::vector<Block> blocks, CoefficientTable coefficients);

  uint64_t num_inputs() const { return num_inputs_; }  // with ONE
  uint64_t num_aux() const { return num_aux_; }
  uint64_t num_wide() const { return num_wide_; }
  uint64_t num_constraints() const { return num_constraints_; }         // of the circuit definition
  uint64_t num_rows() const { return num_constraints_ + num_inputs_; }  // with the closing rows
  unsigned log_domain() const;                                          // CS-8
  uint64_t non_zeros(Matrix matrix) const;                              // without the closing rows
  uint64_t memory_bytes() const;

  // Densities (CS-9), expanded over all repetitions.
  base::BitVector a_aux_density() const;
  base::BitVector b_aux_density() const;
  base::BitVector b_input_density() const;
  base::BitVector wide_aux() const;

  const std::vector<Block>& blocks() const { return blocks_; }
  const CoefficientTable& coefficients() const { return coefficients_; }

 private:
  base::BitVector expand(base::BitVector Block::*local, bool FarColumn::*far) const;

  std::vector<Block> blocks_;
  CoefficientTable coefficients_;
  uint64_t num_inputs_ = 0, num_aux_ = 0, num_wide_ = 0, num_constraints_ = 0;
};

// Calls f(row, column, coefficient id) for the terms of rows [row_begin, row_end) of one repetition
// of a block, rows and columns in the block's numbering. Requires: row_begin is a multiple of
// Rows::kChunk.
template <class F>
void for_each_term(const Block& block, Matrix matrix, uint64_t row_begin, uint64_t row_end, F&& f) {
  const Rows& rows = block.rows[static_cast<size_t>(matrix)];
  if (row_begin >= row_end) return;
  uint64_t next = rows.offsets[row_begin / Rows::kChunk];
  for (uint64_t row = row_begin; row < row_end; ++row) {
    for (unsigned left = rows.lengths[row]; left > 0; --left) {
      uint32_t term = rows.terms[next++];
      uint32_t column = term & (Block::kColumns - 1);
      uint32_t coefficient = term >> Block::kColumnBits;
      if (coefficient == Block::kEscape) {
        const Escape& escape = block.escapes[column];
        column = escape.column;
        coefficient = escape.coefficient;
      }
      f(row, column, coefficient);
    }
  }
}

}  // namespace cuzk::r1cs
