// SPDX-License-Identifier: MIT OR Apache-2.0
#include "r1cs/circuit.h"

#include <bit>
#include <utility>

#include "base/check.h"

namespace cuzk::r1cs {

using base::BitVector;

uint32_t Block::wide_index(uint64_t local) const {
  uint64_t below = wide.words()[local / 64] & ((uint64_t{1} << (local % 64)) - 1);
  return wide_rank[local / 64] + static_cast<uint32_t>(std::popcount(below));
}

uint32_t Block::far_variable(const FarColumn& column, uint64_t instance) const {
  if (column.lent) return lent[instance * lent_count() + column.variable];
  if (!column.local_input) return column.variable;
  return static_cast<uint32_t>(first_input + instance * input_count) + column.variable;
}

Circuit::Circuit(std::vector<Block> blocks, CoefficientTable coefficients)
    : blocks_(std::move(blocks)), coefficients_(std::move(coefficients)) {
  for (Block& block : blocks_) {
    base::check(block.lent.size() % block.repeat == 0,
                "every repetition is lent as many variables");
    for (Rows& rows : block.rows) {
      base::check(rows.lengths.size() == block.row_count, "every matrix has all rows");
      uint64_t offset = 0;
      rows.offsets.clear();
      for (uint64_t row = 0; row < block.row_count; ++row) {
        if (row % Rows::kChunk == 0) rows.offsets.push_back(offset);
        offset += rows.lengths[row];
      }
      base::check(offset == rows.terms.size(), "row lengths add up to the terms");
    }
    block.wide_rank.assign(1, 0);
    for (uint64_t word : block.wide.words()) {
      block.wide_rank.push_back(block.wide_rank.back() +
                                static_cast<uint32_t>(std::popcount(word)));
    }
    block.first_aux = num_aux_;
    block.first_input = num_inputs_;
    block.first_row = num_constraints_;
    block.first_wide = num_wide_;
    num_aux_ += block.repeat * block.aux_count;
    num_inputs_ += block.repeat * block.input_count;
    num_constraints_ += block.repeat * block.row_count;
    num_wide_ += block.repeat * block.wide_count();
  }
}

unsigned Circuit::log_domain() const {
  return static_cast<unsigned>(std::bit_width(num_rows() <= 1 ? 0 : num_rows() - 1));
}

uint64_t Circuit::non_zeros(Matrix matrix) const {
  uint64_t sum = 0;
  for (const Block& block : blocks_) {
    sum += block.repeat * block.rows[static_cast<size_t>(matrix)].terms.size();
  }
  return sum;
}

uint64_t Circuit::memory_bytes() const {
  uint64_t bytes = coefficients_.size() * sizeof(field::Fr);
  for (const Block& block : blocks_) {
    for (const Rows& rows : block.rows) {
      bytes += rows.terms.size() * sizeof(rows.terms[0]) +
               rows.lengths.size() * sizeof(rows.lengths[0]) +
               rows.offsets.size() * sizeof(rows.offsets[0]);
    }
    bytes += block.escapes.size() * sizeof(Escape) + block.far.size() * sizeof(FarColumn) +
             block.lent.size() * sizeof(block.lent[0]) + 3 * (block.aux_count + 63) / 64 * 8 +
             block.wide_rank.size() * sizeof(uint32_t);
  }
  return bytes;
}

BitVector Circuit::expand(BitVector Block::*local, bool FarColumn::*far) const {
  BitVector out;
  out.words().reserve(num_aux_ / 64 + 2);
  for (const Block& block : blocks_) {
    for (uint64_t instance = 0; instance < block.repeat; ++instance) {
      uint64_t left = block.aux_count;
      for (uint64_t word : (block.*local).words()) {
        unsigned count = static_cast<unsigned>(left < 64 ? left : 64);
        out.append(word, count);
        left -= count;
      }
    }
  }
  if (far == nullptr) return out;
  for (const Block& block : blocks_) {
    for (const FarColumn& column : block.far) {
      if (column.local_input || !(column.*far)) continue;
      for (uint64_t instance = 0; instance < (column.lent ? block.repeat : 1); ++instance) {
        const uint32_t variable = block.far_variable(column, instance);
        if ((variable & kAuxFlag) != 0) out.set(variable & ~kAuxFlag);
      }
    }
  }
  return out;
}

BitVector Circuit::a_aux_density() const { return expand(&Block::in_a, &FarColumn::in_a); }
BitVector Circuit::b_aux_density() const { return expand(&Block::in_b, &FarColumn::in_b); }
BitVector Circuit::wide_aux() const { return expand(&Block::wide, nullptr); }

BitVector Circuit::b_input_density() const {
  BitVector out(num_inputs_);
  for (const Block& block : blocks_) {
    for (const FarColumn& column : block.far) {
      if (!column.in_b) continue;
      for (uint64_t instance = 0; instance < block.repeat; ++instance) {
        const uint32_t variable = block.far_variable(column, instance);
        if ((variable & kAuxFlag) == 0) out.set(variable);
      }
    }
  }
  return out;
}

}  // namespace cuzk::r1cs
