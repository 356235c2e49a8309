// SPDX-License-Identifier: MIT OR Apache-2.0
// The dictionary of matrix coefficients. Nearly all coefficients of the circuits are plus or minus
// a power of two (porep.md N-5), so these have fixed ids and need no storage in a compiled circuit;
// all others (Poseidon matrices, merged constants of SHA-256 sums) get ids in order of first use.
//   id 0 .. 254        2^id
//   id 255 .. 509      -2^(id - 255)
//   id 510 ..          others
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "field/fr.h"

namespace cuzk::r1cs {

class CoefficientTable {
 public:
  static constexpr uint32_t kPowers = 255;
  static constexpr uint32_t kFirstOther = 2 * kPowers;

  CoefficientTable();
  // With the given others, in order. Requires: none is zero, a power of two or its negative, or a
  // repetition.
  explicit CoefficientTable(std::span<const field::Fr> others);

  // The id of a non-zero value, a new one if it has none.
  uint32_t id_of(const field::Fr& value);

  const field::Fr& operator[](uint32_t id) const { return values_[id]; }
  uint32_t size() const { return static_cast<uint32_t>(values_.size()); }
  std::span<const field::Fr> others() const { return std::span(values_).subspan(kFirstOther); }

 private:
  size_t slot_of(const field::Fr& value) const;
  void grow();

  std::vector<field::Fr> values_;
  std::vector<uint32_t> slots_;  // open addressing; id + 1, 0 for empty; a power of two long
};

// 2^exponent as a field element. Requires: exponent < 255.
const field::Fr& power_of_two(unsigned exponent);

}  // namespace cuzk::r1cs
