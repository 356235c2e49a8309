// SPDX-License-Identifier: MIT OR Apache-2.0
// The back ends that run a circuit definition with values. `WitnessWriter` writes the assignment
// and nothing else: constraints are not even built, and a linear combination is a field element.
// `Checker` does the same and also evaluates every constraint as it comes, remembering the first
// that does not hold.
//
// Blocks of `repeat` run in parallel, each into a valuation of its own, and are joined in order, a
// batch at a time: the 2,349 sectors of a WindowPoSt have 4 GB, which must not be there twice. So a
// definition may only share values that exist before `repeat`. Otherwise one thread at a time may
// use a valuation.
#pragma once

#include <tbb/parallel_for.h>

#include <algorithm>
#include <bit>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "r1cs/assignment.h"
#include "r1cs/backend.h"
#include "r1cs/lanes.h"
#include "r1cs/linear_value.h"

namespace cuzk::r1cs {

struct BrokenRow {
  uint64_t row = 0;  // number of the constraint in the circuit
  std::string name;  // scopes and label, outermost first
  Fr a, b, c;        // the values of the three linear combinations: a * b != c
};

template <bool kChecked>
class Valuation {
 public:
  using Number = Fr;
  using Lanes = uint32_t;
  using Value = Fr;
  using Bits = uint32_t;
  using Linear = LinearValue;
  using Sum = WideSum;
  static constexpr bool kHasRows = kChecked;

  Valuation() { assignment_.inputs.push_back(Fr::one()); }

  Number one() const { return Fr::one(); }
  Number alloc(const Fr& value) {
    assignment_.bits.append(0, 1);
    assignment_.wide.push_back(value);
    return value;
  }
  Number alloc_input(const Fr& value) {
    assignment_.inputs.push_back(value);
    return value;
  }
  Lanes alloc_lanes(uint32_t mask, uint32_t bits) {
    if (mask == ~0u) {
      assignment_.bits.append(bits, 32);
    } else {
      assignment_.bits.append(gather(bits, mask), static_cast<unsigned>(std::popcount(mask)));
    }
    return bits & mask;
  }
  std::pair<Lanes, Lanes> alloc_lane_pairs(uint32_t mask1, uint32_t bits1, uint32_t mask2,
                                           uint32_t bits2) {
    uint64_t mask = interleave(mask1, mask2);
    assignment_.bits.append(gather(interleave(bits1, bits2), mask),
                            static_cast<unsigned>(std::popcount(mask)));
    return {bits1 & mask1, bits2 & mask2};
  }

  template <class F>
  void enforce(std::string_view label, F&& build) {
    if constexpr (kChecked) {
      LinearValue a, b, c;
      build(a, b, c);
      if (a.value() * b.value() != c.value()) note_broken(label, a, b, c);
      ++rows_;
    }
  }
  template <class F>
  void enforce_lanes(std::string_view label, uint32_t mask, F&& build) {
    if constexpr (kChecked) {
      for (; mask != 0; mask &= mask - 1) {
        unsigned lane = static_cast<unsigned>(std::countr_zero(mask));
        enforce(label, [&](auto& a, auto& b, auto& c) { build(lane, a, b, c); });
      }
    }
  }

  static const Fr& value(const Number& number) { return number; }
  static const Fr& value(const Linear& linear) { return linear.value(); }
  static uint32_t bits(Lanes lanes) { return lanes; }

  class Scope {
   public:
    Scope(Valuation& owner, std::string_view name) : owner_(owner) {
      if constexpr (kChecked) owner_.scopes_.emplace_back(name);
    }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;
    ~Scope() {
      if constexpr (kChecked) owner_.scopes_.pop_back();
    }

   private:
    Valuation& owner_;
  };
  Scope scope(std::string_view name) { return Scope(*this, name); }
  Scope scope(std::string_view name, unsigned number) {
    return Scope(*this, kChecked ? std::string(name) + std::to_string(number) : std::string());
  }

  template <class Lend, class F>
  void repeat(unsigned count, Lend&&, F&& block) {
    repeat(count, block);
  }
  template <class F>
  void repeat(unsigned count, F&& block) {
    constexpr unsigned kTogether = 64;
    for (unsigned first = 0; first < count; first += kTogether) {
      std::vector<Valuation> blocks(std::min(kTogether, count - first));
      tbb::parallel_for(0u, static_cast<unsigned>(blocks.size()), [&](unsigned i) {
        blocks[i].assignment_.inputs.clear();
        blocks[i].scopes_ = scopes_;
        block(blocks[i], first + i);
      });
      // All blocks have the same number of values.
      auto& wide = assignment_.wide;
      if (first == 0) wide.reserve(wide.size() + count * blocks[0].assignment_.wide.size());
      for (Valuation& part : blocks) join(std::move(part));
    }
  }

  const Assignment& assignment() const { return assignment_; }
  Assignment take() { return std::move(assignment_); }
  uint64_t rows() const { return rows_; }
  const std::optional<BrokenRow>& broken() const { return broken_; }
  uint64_t broken_count() const { return broken_count_; }

 private:
  void note_broken(std::string_view label, const Linear& a, const Linear& b, const Linear& c) {
    ++broken_count_;
    if (broken_) return;
    std::string name;
    for (const std::string& scope : scopes_) name += scope + "/";
    broken_ = BrokenRow{rows_, name.append(label), a.value(), b.value(), c.value()};
  }

  void join(Valuation&& part) {
    auto& own = assignment_;
    own.inputs.insert(own.inputs.end(), part.assignment_.inputs.begin(),
                      part.assignment_.inputs.end());
    own.wide.insert(own.wide.end(), part.assignment_.wide.begin(), part.assignment_.wide.end());
    const auto& words = part.assignment_.bits.words();
    uint64_t left = part.assignment_.bits.size();
    for (uint64_t word : words) {
      own.bits.append(word, static_cast<unsigned>(left < 64 ? left : 64));
      left -= left < 64 ? left : 64;
    }
    if (!broken_ && part.broken_) {
      broken_ = std::move(part.broken_);
      broken_->row += rows_;
    }
    broken_count_ += part.broken_count_;
    rows_ += part.rows_;
    part.assignment_ = Assignment{};
  }

  Assignment assignment_;
  std::vector<std::string> scopes_;
  uint64_t rows_ = 0;
  std::optional<BrokenRow> broken_;
  uint64_t broken_count_ = 0;
};

using WitnessWriter = Valuation<false>;
using Checker = Valuation<true>;

}  // namespace cuzk::r1cs
