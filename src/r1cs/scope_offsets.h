// SPDX-License-Identifier: MIT OR Apache-2.0
// The back end that finds where in the assignment each named part of a circuit definition begins.
// It runs the definition without values and counts inputs, auxiliary variables and the wide ones
// among them; at the beginning of every scope it notes the counts under the names of the open
// scopes. So a device can run parts of a definition at the same time, each writing at its offset
// (region_writer.h), and the offsets follow from the definition itself: nothing is typed.
//
// Of a repetition only the first block is run, since all are alike; `block_begin` and `block_size`
// give the others. There is at most one repetition, and what comes after it gets no offset.
// Cost: a walk through the definition without arithmetic. One thread.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "r1cs/backend.h"
#include "r1cs/lanes.h"
#include "r1cs/offset.h"
#include "r1cs/unknown_number.h"

namespace cuzk::r1cs {

class ScopeOffsets {
 public:
  using Number = UnknownNumber;
  using Linear = UnknownLinear;
  using Lanes = EmptyLanes;
  using Value = Unknown;
  using Bits = Unknown;
  using Sum = UnknownSum;
  static constexpr bool kHasRows = false;

  Number one() const { return {}; }
  Number alloc(Unknown) {
    ++next_.aux;
    ++next_.wide;
    return {};
  }
  Number alloc_input(Unknown) {
    ++next_.input;
    return {};
  }
  Lanes alloc_lanes(uint32_t mask, Unknown) {
    next_.aux += bit_count(mask);
    return {};
  }
  std::pair<Lanes, Lanes> alloc_lane_pairs(uint32_t mask1, Unknown, uint32_t mask2, Unknown) {
    next_.aux += bit_count(mask1) + bit_count(mask2);
    return {};
  }

  template <class F>
  void enforce(std::string_view, F&&) {}
  template <class F>
  void enforce_lanes(std::string_view, uint32_t, F&&) {}

  static Unknown value(Number) { return {}; }
  static Unknown value(const Linear&) { return {}; }
  static Unknown bits(Lanes) { return {}; }

  class Scope {
   public:
    Scope(ScopeOffsets& owner, const std::string& name) : owner_(owner), outer_(owner.path_) {
      owner_.path_ += (outer_.empty() ? "" : "/") + name;
      owner_.places_[owner_.path_].push_back(owner_.next_);
    }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;
    ~Scope() { owner_.path_ = outer_; }

   private:
    ScopeOffsets& owner_;
    std::string outer_;
  };
  Scope scope(std::string_view name) { return Scope(*this, std::string(name)); }
  Scope scope(std::string_view name, unsigned number) {
    return Scope(*this, std::string(name) + std::to_string(number));
  }

  template <class Lend, class F>
  void repeat(unsigned count, Lend&&, F&& block) {
    repeat(count, block);
  }
  template <class F>
  void repeat(unsigned, F&& block) {
    block_begin_ = next_;
    block(*this, 0);
    block_size_ = next_ - block_begin_;
  }

  // Where the scopes of this name begin, in order: "challenge 0/layer 2/label". Throws
  // std::out_of_range if there is none.
  const std::vector<Offset>& of(const std::string& path) const { return places_.at(path); }
  // Of block 0, and how far the blocks are apart.
  const Offset& block_begin() const { return block_begin_; }
  const Offset& block_size() const { return block_size_; }

 private:
  Offset next_{.input = 1};  // input 0 is ONE
  Offset block_begin_, block_size_;
  std::string path_;
  std::map<std::string, std::vector<Offset>> places_;
};

}  // namespace cuzk::r1cs
