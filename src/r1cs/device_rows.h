// SPDX-License-Identifier: MIT OR Apache-2.0
// The matrices A and B of a circuit in the form in which a device evaluates their rows, and the
// steps of the evaluation as functions for host and device, so that all but the launches is tested
// without a device.
//
// Nearly all rows are small: one to three bits of the block itself with small integers as
// coefficients, perhaps plus a small integer times ONE. Their values are integers of at most
// kSmallMax in magnitude. A small row is one word:
//   bits 0..22   the local column of its first bit
//   bits 23..38  from the first bit to the second, 0 if there is none
//   bits 39..54  from the second bit to the third, 0 if there is none
//   bits 55..63  its pattern, which says constant and coefficients; pattern 0 is only in the word 0
// The word 0 has the value 0: an empty row, or one that is general. A row that is not small or
// empty in A or in B is general in both: a list of terms. Closing rows (CS-7) are not stored.
//
// As in Circuit, a block is stored once for all its repetitions. A term's index is that of
// repetition 0 in bits, wide values or inputs of the whole assignment, and says whether it moves
// with the repetition; so nothing is ranked or looked up far away. A lent bit, of which there are
// few, has its index in a table.
//
// A 32 GiB PoRep partition: 98.5 % of the 130 million rows are small, with 6 patterns; 116 MB of
// words, 53 MB of terms. Recoding takes 0.4 s of one core. Immutable after that.
//
// C is not evaluated for a proof, since a product of rows is its value; a check of the witness
// recodes it instead of B.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/host_device.h"
#include "field/fr.h"
#include "r1cs/circuit.h"

namespace cuzk::gpu {
class Arena;
}

namespace cuzk::r1cs {

using field::Fr;

// An assignment (assignment.h) by its addresses on the device.
struct GpuAssignment {
  const Fr* inputs;
  const uint64_t* bits;
  const Fr* wide;
};

// A product a_j * b_j is c_j in a satisfied system.
enum class RowValues : uint8_t { kA, kB, kProduct };

// kC: C instead of B, and nothing instead of A.
enum class StoredMatrices : uint8_t { kAB, kC };

enum class TermKind : uint8_t { kOne, kBit, kWide, kInput };

class alignas(8) GeneralTerm {
 public:
  static constexpr unsigned kCoefficientBits = 28;

  GeneralTerm() = default;
  // Requires: coefficient < 2^kCoefficientBits.
  constexpr GeneralTerm(TermKind kind, bool moves, uint32_t index, uint32_t coefficient)
      : index_(index),
        code_(coefficient << 4 | uint32_t{moves} << 2 | static_cast<uint32_t>(kind)) {}

  // `place` in each repetition's part of RowTables::lent, which says the index.
  static constexpr GeneralTerm of_lent_bit(uint32_t place, uint32_t coefficient) {
    GeneralTerm term(TermKind::kBit, false, place, coefficient);
    term.code_ |= 8;
    return term;
  }

  CUZK_HOST_DEVICE uint32_t index() const { return index_; }
  CUZK_HOST_DEVICE uint32_t coefficient() const { return code_ >> 4; }  // id in the dictionary
  CUZK_HOST_DEVICE bool moves() const { return (code_ & 4) != 0; }
  CUZK_HOST_DEVICE bool is_lent() const { return (code_ & 8) != 0; }
  CUZK_HOST_DEVICE TermKind kind() const { return static_cast<TermKind>(code_ & 3); }

 private:
  uint32_t index_;
  uint32_t code_;
};

struct alignas(16) GeneralRow {
  uint32_t row;               // in the block
  uint32_t a_begin, b_begin;  // terms of A, then terms of B
  uint32_t end;
};

// Aligned so that a thread of the device loads it in two parts rather than four.
struct alignas(16) Coefficient {
  Fr value;
};

// A Block that has rows.
struct RowBlock {
  uint32_t repeat, first_row, row_count;
  uint32_t first_aux, aux_count, wide_count, input_count;  // counts are of one repetition
  uint32_t small_begin;                                    // the word of the block's first row
  uint32_t rows_begin, long_rows_begin, rows_end;          // general rows, the long ones last
  uint32_t lent_begin, lent_count;                         // in RowTables::lent; of one repetition
};

// DeviceRows by addresses, which are all of the host or all of the device.
struct RowTables {
  const RowBlock* blocks;
  std::array<const uint64_t*, 2> small;  // words of A and B
  const uint32_t* patterns;              // signed bytes: constant, coefficients 1 to 3
  const GeneralRow* rows;
  const GeneralTerm* terms;
  const Coefficient* coefficients;  // the dictionary
  const Fr* multiples;              // of ONE, by -kMultipleMax to kMultipleMax
  const uint32_t* lent;             // indices of bits
  uint32_t block_count;
  uint32_t num_constraints;
};

// The word of a small row.
struct SmallRow {
  static constexpr unsigned kColumnBits = Block::kColumnBits;
  static constexpr unsigned kGapBits = 16;
  static constexpr unsigned kPatternBits = 9;
  static constexpr uint32_t kGapMax = (uint32_t{1} << kGapBits) - 1;
  static constexpr uint32_t kPatterns = uint32_t{1} << kPatternBits;
  static constexpr unsigned kPatternShift = kColumnBits + 2 * kGapBits;
  static_assert(kPatternShift + kPatternBits == 64);
};

constexpr int32_t kSmallMax = 64;
constexpr int32_t kMultipleMax = kSmallMax * kSmallMax;

struct DeviceRows {
  explicit DeviceRows(const Circuit& circuit, StoredMatrices stored = StoredMatrices::kAB);

  RowTables tables() const;
  // Memory for the same tables, on a device, or null if the arena measures.
  RowTables take(gpu::Arena& arena) const;

  std::vector<RowBlock> blocks;
  std::array<std::vector<uint64_t>, 2> small;
  std::vector<uint32_t> patterns;
  std::vector<GeneralRow> rows;
  std::vector<GeneralTerm> terms;
  std::vector<Coefficient> coefficients;
  std::vector<Fr> multiples;
  std::vector<uint32_t> lent;
  uint32_t num_constraints = 0;
};

CUZK_HOST_DEVICE bool bit_at(const uint64_t* bits, uint64_t index) {
  return (bits[index / 64] >> (index % 64) & 1) != 0;
}

// Of the word of a small row whose block begins at bit `first_bit`.
CUZK_HOST_DEVICE int32_t small_value(uint64_t word, const uint32_t* patterns, const uint64_t* bits,
                                     uint64_t first_bit) {
  if (word == 0) return 0;
  uint64_t index = first_bit + (word & (Block::kColumns - 1));
  uint32_t gap1 = static_cast<uint32_t>(word >> SmallRow::kColumnBits) & SmallRow::kGapMax;
  uint32_t gap2 = static_cast<uint32_t>(word >> (SmallRow::kColumnBits + SmallRow::kGapBits)) &
                  SmallRow::kGapMax;
  uint32_t pattern = patterns[word >> SmallRow::kPatternShift];
  int32_t value = static_cast<int8_t>(pattern);
  if (bit_at(bits, index)) value += static_cast<int8_t>(pattern >> 8);
  if (gap1 != 0 && bit_at(bits, index + gap1)) value += static_cast<int8_t>(pattern >> 16);
  if (gap2 != 0 && bit_at(bits, index + gap1 + gap2)) value += static_cast<int8_t>(pattern >> 24);
  return value;
}

// The value of any row of the domain, 0 for a general, a closing and an absent one.
CUZK_HOST_DEVICE int32_t small_value(const RowTables& tables, const GpuAssignment& assignment,
                                     RowValues which, uint32_t row) {
  if (row >= tables.num_constraints) return 0;
  const RowBlock* block = tables.blocks + tables.block_count - 1;
  while (row < block->first_row) --block;
  uint32_t offset = row - block->first_row;
  uint32_t instance = offset / block->row_count;
  uint32_t word = block->small_begin + (offset - instance * block->row_count);
  uint64_t first_bit = block->first_aux + uint64_t{instance} * block->aux_count;
  int32_t value = 1;
  if (which != RowValues::kB) {
    value = small_value(tables.small[0][word], tables.patterns, assignment.bits, first_bit);
  }
  if (which != RowValues::kA) {
    value *= small_value(tables.small[1][word], tables.patterns, assignment.bits, first_bit);
  }
  return value;
}

CUZK_HOST_DEVICE void add_term(Fr& sum, GeneralTerm term, const RowTables& tables,
                               const GpuAssignment& assignment, const RowBlock& block,
                               uint32_t instance) {
  uint64_t moved = term.moves() ? instance : 0;
  TermKind kind = term.kind();
  uint64_t index = term.index();
  if (term.is_lent()) index = tables.lent[block.lent_begin + instance * block.lent_count + index];
  if (kind <= TermKind::kBit) {
    bool is_set =
        kind == TermKind::kOne || bit_at(assignment.bits, index + moved * block.aux_count);
    if (!is_set) return;
    Coefficient coefficient = tables.coefficients[term.coefficient()];
    sum += coefficient.value;
    return;
  }
  Fr value = kind == TermKind::kWide ? assignment.wide[index + moved * block.wide_count]
                                     : assignment.inputs[index + moved * block.input_count];
  if (term.coefficient() == 0) {
    sum += value;
  } else if (term.coefficient() == CoefficientTable::kPowers) {
    sum -= value;
  } else {
    sum += value * tables.coefficients[term.coefficient()].value;
  }
}

// Of terms begin + lane, begin + lane + lanes, ...
CUZK_HOST_DEVICE Fr sum_terms(uint32_t begin, uint32_t end, uint32_t lane, uint32_t lanes,
                              const RowTables& tables, const GpuAssignment& assignment,
                              const RowBlock& block, uint32_t instance) {
  Fr sum = Fr::zero();
  for (uint32_t i = begin + lane; i < end; i += lanes) {
    add_term(sum, tables.terms[i], tables, assignment, block, instance);
  }
  return sum;
}

}  // namespace cuzk::r1cs
