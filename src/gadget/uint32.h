// SPDX-License-Identifier: MIT OR Apache-2.0
// Sums of words modulo 2^32 as SHA-256 needs them (porep.md U32-4) and the rows that prove them:
// equalities of sums, each shorter than 254 bits in all, are packed side by side into one row
// (MEQ-1 to MEQ-4).
// The sum of n words has more than 32 bits; all of them are allocated and the upper ones ignored,
// as the reference does. A row is written when the next equality does not fit any more, so its
// position depends on the widths alone and never on values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>

#include "gadget/word.h"

namespace cuzk::gadget {

// Lives for one compression; `flush` must be called at its end.
template <class B>
class MultiEq {
 public:
  CUZK_HOST_DEVICE explicit MultiEq(B& b) : b_(b) {}

  // Starts an equality of `width` bits: whatever is added to lhs() and rhs() until the next call is
  // to be scaled by 2^shift, the value returned.
  CUZK_HOST_DEVICE unsigned open(unsigned width) {
    if (used_ + width >= 254) flush();
    unsigned shift = used_;
    used_ += width;
    return shift;
  }
  CUZK_HOST_DEVICE typename B::Linear& lhs() { return lhs_; }
  CUZK_HOST_DEVICE typename B::Linear& rhs() { return rhs_; }

  CUZK_HOST_DEVICE void flush() {
    if (used_ == 0) return;
    b_.enforce("packed sums", [&](auto& x, auto& y, auto& z) {
      x.add(lhs_);
      y.add(b_.one());
      z.add(rhs_);
    });
    lhs_.clear();
    rhs_.clear();
    used_ = 0;
  }

 private:
  B& b_;
  unsigned used_ = 0;
  typename B::Linear lhs_{}, rhs_{};
};

// The bits of a sum of that many words: those of count * (2^32 - 1). Requires: count >= 1.
CUZK_HOST_DEVICE constexpr unsigned sum_width(size_t count) {
  unsigned width = 32;
  while ((count - 1) >> (width - 32) != 0) ++width;
  return width;
}

// The sum of 2 to 10 words. All bits of the sum become variables; the result is its low word.
template <class B>
CUZK_HOST_DEVICE Word<B> add_many(B& b, MultiEq<B>& equalities,
                                  std::initializer_list<Word<B>> operands) {
  bool constant = true;
  typename B::Sum sum{};
  uint32_t constant_sum = 0;
  for (const Word<B>& operand : operands) {
    constant = constant && operand.is_constant();
    constant_sum += operand.ones;
    sum.add(bits(operand));
  }
  if (constant) return Word<B>::of_constant(constant_sum);

  unsigned width = sum_width(operands.size());
  Word<B> low = alloc_bits(b, 32, sum.low());
  Word<B> high = alloc_bits(b, width - 32, sum.high());
  unsigned shift = equalities.open(width);
  if constexpr (B::kHasRows) {
    for (const Word<B>& operand : operands) {
      for (unsigned i = 0; i < 32; ++i) {
        add_bit(equalities.lhs(), operand, i, power_of_two(shift + i));
      }
    }
    for (unsigned i = 0; i < width; ++i) {
      add_bit(equalities.rhs(), i < 32 ? low : high, i % 32, power_of_two(shift + i));
    }
  }
  return low;
}

}  // namespace cuzk::gadget
