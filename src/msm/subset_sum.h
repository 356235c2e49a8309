// SPDX-License-Identifier: MIT OR Apache-2.0
// The MSM over boolean scalars: the sum of those points of a query whose witness bit is set.
//
// A LaneSum keeps kBatch running sums in affine form and gives each new point to the next of them,
// so every batch of additions has distinct targets (batch_adder.h). At the end the lanes are added
// pairwise. Cost: 6 products a point. A LaneSum belongs to one thread; sums of several threads are
// added afterwards.
#pragma once

#include <span>
#include <vector>

#include "base/bits.h"
#include "curve/curve.h"
#include "msm/batch_adder.h"

namespace cuzk::msm {

using curve::Jacobian;

template <class F>
class LaneSum {
 public:
  LaneSum() : lanes_(kBatch, Affine<F>::infinity()) {}

  void add(const Affine<F>& point) {
    adder_.add(lanes_[next_], point);
    if (++next_ == kBatch) {
      adder_.flush();
      next_ = 0;
    }
  }

  // Ends the sum.
  Affine<F> total() {
    adder_.flush();
    for (size_t half = kBatch / 2; half > 0; half /= 2) {
      for (size_t i = 0; i < half; ++i) adder_.add(lanes_[i], lanes_[i + half]);
      adder_.flush();
    }
    return lanes_[0];
  }

 private:
  static_assert((kBatch & (kBatch - 1)) == 0);

  BatchAdder<F> adder_;
  std::vector<Affine<F>> lanes_;
  size_t next_ = 0;
};

// The sum of the points whose bit is set, in parallel. Requires: points.size() == selected.size().
template <class F>
Jacobian<F> subset_sum(std::span<const Affine<F>> points, const base::BitVector& selected);

}  // namespace cuzk::msm
