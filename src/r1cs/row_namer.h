// SPDX-License-Identifier: MIT OR Apache-2.0
// The back end that finds the name of a constraint: it runs a circuit definition without variables
// and values, counts rows, and keeps scopes and label of the one that was asked for. It is how an
// unsatisfied row of the matrices, which store no names, is reported. Blocks of a repetition run
// one after the other.
// Cost: a walk through the definition without arithmetic, about 20 ns a row.
#pragma once

#include <bit>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "r1cs/backend.h"
#include "r1cs/lanes.h"
#include "r1cs/unknown_number.h"

namespace cuzk::r1cs {

class RowNamer {
 public:
  using Number = UnknownNumber;
  using Linear = UnknownLinear;
  using Lanes = EmptyLanes;
  using Value = Unknown;
  using Bits = Unknown;
  using Sum = UnknownSum;
  static constexpr bool kHasRows = true;

  explicit RowNamer(uint64_t row) : wanted_(row) {}

  Number one() const { return {}; }
  Number alloc(Unknown) { return {}; }
  Number alloc_input(Unknown) { return {}; }
  Lanes alloc_lanes(uint32_t, Unknown) { return {}; }
  std::pair<Lanes, Lanes> alloc_lane_pairs(uint32_t, Unknown, uint32_t, Unknown) { return {}; }

  template <class F>
  void enforce(std::string_view label, F&&) {
    count_rows(label, 1);
  }
  template <class F>
  void enforce_lanes(std::string_view label, uint32_t mask, F&&) {
    count_rows(label, static_cast<uint64_t>(std::popcount(mask)));
  }

  static Unknown value(Number) { return {}; }
  static Unknown value(const Linear&) { return {}; }
  static Unknown bits(Lanes) { return {}; }

  class Scope {
   public:
    Scope(RowNamer& owner, std::string_view name) : owner_(owner) {
      owner_.scopes_.emplace_back(name);
    }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;
    ~Scope() { owner_.scopes_.pop_back(); }

   private:
    RowNamer& owner_;
  };
  Scope scope(std::string_view name) { return Scope(*this, name); }
  Scope scope(std::string_view name, unsigned number) {
    return Scope(*this, std::string(name) + std::to_string(number));
  }

  template <class Lend, class F>
  void repeat(unsigned count, Lend&&, F&& block) {
    repeat(count, block);
  }
  template <class F>
  void repeat(unsigned count, F&& block) {
    for (unsigned i = 0; i < count; ++i) block(*this, i);
  }

  // Scopes and label, outermost first; empty if the circuit has no such row.
  const std::string& name() const { return name_; }

 private:
  void count_rows(std::string_view label, uint64_t rows) {
    if (wanted_ >= rows_ && wanted_ < rows_ + rows) {
      name_.clear();
      for (const std::string& scope : scopes_) name_ += scope + "/";
      name_ += label;
    }
    rows_ += rows;
  }

  uint64_t wanted_;
  uint64_t rows_ = 0;
  std::vector<std::string> scopes_;
  std::string name_;
};

}  // namespace cuzk::r1cs
