// SPDX-License-Identifier: MIT OR Apache-2.0
// The back end that records a circuit definition as a compiled circuit. It knows no values. Rows
// are written in their final form at once; nothing the size of the whole circuit is ever held.
//
// `repeat` stores the first block only. Further blocks run through the same code and are compared
// with the first by a SHA-256 over all that would be stored; a difference is a programmer error,
// because the definition must not depend on the block's number. `checked_blocks` says how many
// blocks of a repetition are run at all (2 expose a definition whose first block is special; all of
// them, at proportional cost, leave nothing to trust). Variables of earlier blocks that are others
// for each repetition are announced for all of them, also for those that are not run; they are
// columns by their places in the announcement. Terms of a row are stored in the order of
// repetition 0, so they must be in the same order in all: announced variables ascend, and no fixed
// variable that the block refers to lies between them.
//
// Cost: about 0.4 us a row. One recorder, one thread.
#pragma once

#include <bit>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/digest.h"
#include "r1cs/backend.h"
#include "r1cs/circuit.h"
#include "r1cs/lanes.h"

namespace cuzk::r1cs {

// A linear combination as terms, in any order and with repetitions until `normalise`.
class LinearTerms {
 public:
  struct Number {
    uint32_t code = 0;
  };
  struct Term {
    uint32_t code;
    Fr coefficient;
  };

  void add(Number number, const Fr& coefficient) { terms_.push_back({number.code, coefficient}); }
  void add(Number number) { add(number, Fr::one()); }
  void add(const LinearTerms& other, const Fr& coefficient);
  void add(const LinearTerms& other) { add(other, Fr::one()); }
  void add_one(const Fr& coefficient) { one_ += coefficient; }
  void add_lane(const VariableLanes& lanes, unsigned lane, const Fr& coefficient) {
    terms_.push_back({lanes[lane], coefficient});
  }
  void clear();

  // Merges and sorts the terms, drops zero ones, and puts ONE (code 0) first (CS-4, CS-5).
  const std::vector<Term>& normalise();

 private:
  std::vector<Term> terms_;
  Fr one_ = Fr::zero();
};

// Takes what a definition lends to a repetition.
class Lender {
 public:
  explicit Lender(std::vector<uint32_t>& codes) : codes_(codes) {}

  // The lanes of the mask, lane 0 first.
  void add_lanes(const VariableLanes& lanes, uint32_t mask) {
    for (; mask != 0; mask &= mask - 1) codes_.push_back(lanes[std::countr_zero(mask)]);
  }

 private:
  std::vector<uint32_t>& codes_;
};

class Recorder {
 public:
  using Number = LinearTerms::Number;
  using Lanes = VariableLanes;
  using Value = Unknown;
  using Bits = Unknown;
  using Linear = LinearTerms;
  using Sum = UnknownSum;
  static constexpr bool kHasRows = true;

  explicit Recorder(unsigned checked_blocks = 2);

  Number one() const { return {0}; }
  Number alloc(Unknown) { return {new_aux(true)}; }
  Number alloc_input(Unknown) { return {next_input_++}; }
  Lanes alloc_lanes(uint32_t mask, Unknown);
  std::pair<Lanes, Lanes> alloc_lane_pairs(uint32_t mask1, Unknown, uint32_t mask2, Unknown);

  template <class F>
  void enforce(std::string_view, F&& build) {
    for (Linear& linear : row_) linear.clear();
    build(row_[0], row_[1], row_[2]);
    emit_row();
  }
  template <class F>
  void enforce_lanes(std::string_view label, uint32_t mask, F&& build) {
    for (; mask != 0; mask &= mask - 1) {
      unsigned lane = static_cast<unsigned>(std::countr_zero(mask));
      enforce(label, [&](auto& a, auto& b, auto& c) { build(lane, a, b, c); });
    }
  }

  static Unknown value(Number) { return {}; }
  static Unknown value(const Linear&) { return {}; }
  static Unknown bits(const Lanes&) { return {}; }
  struct Scope {
    ~Scope() {}  // so that the object counts as used
  };
  Scope scope(std::string_view) { return {}; }
  Scope scope(std::string_view, unsigned) { return {}; }

  template <class F>
  void repeat(unsigned count, F&& block) {
    repeat(
        count, [](unsigned, Lender&) {}, block);
  }
  template <class Lend, class F>
  void repeat(unsigned count, Lend&& lend, F&& block) {
    close_block();
    lent_.clear();
    Lender lender(lent_);
    for (unsigned i = 0; i < count; ++i) lend(i, lender);
    check_lent(count);
    for (unsigned i = 0; i < count && i < checked_blocks_; ++i) {
      open_repetition(i);
      take_lent(i, count);
      block(*this, i);
      close_repetition(i);
    }
    finish_repetitions(count);
  }

  Circuit finish() &&;

 private:
  uint32_t new_aux(bool wide);
  void emit_row();
  void emit(Matrix matrix, const std::vector<LinearTerms::Term>& terms);
  uint32_t column_of(uint32_t code, Matrix matrix);
  void hash_pending(bool all);
  base::Bytes32 end_hash();

  void check_lent(unsigned count) const;
  void take_lent(unsigned index, unsigned count);

  void close_block();
  void open_repetition(unsigned index);
  void close_repetition(unsigned index);
  void finish_repetitions(unsigned count);

  const unsigned checked_blocks_;
  uint32_t next_input_ = 1, next_aux_ = 0;
  CoefficientTable coefficients_;
  std::vector<Block> blocks_;
  std::array<Linear, 3> row_;
  std::vector<uint32_t> lent_;  // to all repetitions

  // The block being recorded.
  bool storing_ = true;
  Block block_;
  uint32_t first_input_ = 0, first_aux_ = 0;
  std::unordered_map<uint32_t, uint32_t> far_index_;
  std::unordered_map<uint32_t, uint32_t> lent_place_;  // of this repetition
  base::Digest hash_ = base::Digest::sha256();
  std::array<size_t, 3> hashed_terms_{}, hashed_rows_{};
  base::Bytes32 template_hash_{};
};

template <class Definition>
Circuit record(Definition&& definition, unsigned checked_blocks = 2) {
  Recorder recorder(checked_blocks);
  definition(recorder);
  return std::move(recorder).finish();
}

}  // namespace cuzk::r1cs
