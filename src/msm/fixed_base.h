// SPDX-License-Identifier: MIT OR Apache-2.0
// [k_i] P for one point P and many scalars, as setup needs them by the million. A table holds all
// multiples of P * 2^(bits w) by 1 .. 2^(bits - 1); a scalar takes one entry of each window
// (digits.h), and the additions of many scalars share their inversions (batch_adder.h).
//
// Cost: ceil(255 / bits) additions of 6 products a scalar; a table of ceil(255 / bits) * 2^(bits -
// 1) points. A table is immutable and may be shared by threads; `multiply` runs in parallel with
// oneTBB.
#pragma once

#include <span>
#include <vector>

#include "curve/curve.h"
#include "msm/batch_adder.h"
#include "msm/digits.h"

namespace cuzk::msm {

template <class F>
class FixedBase {
 public:
  // For about `count` multiplications in all. Requires: `base` is in the subgroup.
  FixedBase(const Affine<F>& base, uint64_t count);

  // out[i] = [scalars[i]] base. Requires: out.size() == scalars.size().
  void multiply(std::span<const Fr> scalars, std::span<Affine<F>> out) const;

  const SignedDigits& digits() const { return digits_; }
  // Multiples 1 .. 2^(bits - 1) of base * 2^(bits w), window after window.
  std::span<const Affine<F>> table() const { return table_; }

 private:
  void multiply_task(std::span<const Fr> scalars, std::span<Affine<F>> out,
                     BatchAdder<F>& adder) const;

  const Affine<F>& entry(unsigned window, uint64_t multiple) const {
    return table_[window * digits_.digit_max() + multiple - 1];
  }

  SignedDigits digits_;
  AlignedVector<Affine<F>> table_;
};

extern template class FixedBase<field::Fp>;
extern template class FixedBase<field::Fp2>;

}  // namespace cuzk::msm
