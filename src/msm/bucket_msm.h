// SPDX-License-Identifier: MIT OR Apache-2.0
// The MSM, sum of [k_i] P_i, with full-size scalars, by buckets (Pippenger 1976; Bernstein, Doumen,
// Lange, Oosterwijk, "Faster batch forgery identification", section 4). Each scalar is cut into
// signed digits (digits.h); for each window the points are added into the bucket of their digit,
// buckets are combined by running sums, and windows by doublings.
//
// Buckets are affine and filled by batches of additions that share an inversion (batch_adder.h). A
// batch takes a bucket once; a second point for it waits in a list, which is thinned out by adding
// its points pairwise when it grows, so equal scalars cost no more than different ones.
//
// Points come in chunks, so that a caller can decode a file on the way. Windows run in parallel
// with oneTBB; with more threads than windows each chunk is split as well, and the parts have
// buckets of their own. Cost for n points in windows of b bits: ceil(255 / b) * (6 n + 24 *
// 2^(b-1)) products; buckets of ceil(255 / b) * 2^(b-1) points for each part.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "curve/curve.h"
#include "msm/digits.h"

namespace cuzk::msm {

using curve::Affine;
using curve::Jacobian;

// The window width that costs the fewest products for `count` points.
unsigned window_bits(uint64_t count);

template <class F>
class BucketMsm {
 public:
  // For about `count` points; another number gives the same sum more slowly.
  explicit BucketMsm(uint64_t count);
  ~BucketMsm();

  // Requires: points.size() == scalars.size(). Points are on the curve; infinity is allowed.
  void add(std::span<const Affine<F>> points, std::span<const Fr> scalars);

  Jacobian<F> total();

 private:
  class Window;

  SignedDigits digits_;
  size_t parts_;
  std::vector<std::unique_ptr<Window>> windows_;  // parts_ of each window
  std::vector<SignedDigits::Prepared> prepared_;
};

extern template class BucketMsm<field::Fp>;
extern template class BucketMsm<field::Fp2>;

template <class F>
Jacobian<F> scalar_sum(std::span<const Affine<F>> points, std::span<const Fr> scalars) {
  BucketMsm<F> msm(points.size());
  msm.add(points, scalars);
  return msm.total();
}

}  // namespace cuzk::msm
