// SPDX-License-Identifier: MIT OR Apache-2.0
#include "r1cs/coefficient_table.h"

#include "base/check.h"

namespace cuzk::r1cs {

using field::Fr;

CoefficientTable::CoefficientTable() : CoefficientTable(std::span<const Fr>()) {}

CoefficientTable::CoefficientTable(std::span<const Fr> others) {
  slots_.assign(2048, 0);
  values_.reserve(kFirstOther + others.size());
  for (unsigned i = 0; i < kPowers; ++i) id_of(power_of_two(i));
  for (unsigned i = 0; i < kPowers; ++i) id_of(-power_of_two(i));
  for (const Fr& other : others) id_of(other);
  base::check(values_.size() == kFirstOther + others.size(), "coefficients are distinct");
}

size_t CoefficientTable::slot_of(const Fr& value) const {
  const auto& limbs = value.montgomery_limbs();
  uint64_t hash = (limbs[0] ^ limbs[1] * 0x9e3779b97f4a7c15 ^ limbs[3]) * 0xff51afd7ed558ccd;
  size_t mask = slots_.size() - 1;
  size_t slot = (hash >> 32) & mask;
  while (slots_[slot] != 0 && values_[slots_[slot] - 1] != value) slot = (slot + 1) & mask;
  return slot;
}

uint32_t CoefficientTable::id_of(const Fr& value) {
  size_t slot = slot_of(value);
  if (slots_[slot] != 0) return slots_[slot] - 1;
  values_.push_back(value);
  slots_[slot] = size();
  if (2 * values_.size() > slots_.size()) grow();
  return size() - 1;
}

void CoefficientTable::grow() {
  slots_.assign(2 * slots_.size(), 0);
  for (uint32_t id = 0; id < size(); ++id) slots_[slot_of(values_[id])] = id + 1;
}

const Fr& power_of_two(unsigned exponent) {
  static const std::vector<Fr> powers = [] {
    std::vector<Fr> out{Fr::one()};
    while (out.size() < CoefficientTable::kPowers) out.push_back(out.back().doubled());
    return out;
  }();
  return powers[exponent];
}

}  // namespace cuzk::r1cs
