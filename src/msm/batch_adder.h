// SPDX-License-Identifier: MIT OR Apache-2.0
// Many independent additions of affine points, target += point, that share one inversion
// (Montgomery's trick). This is the inner loop of every MSM and subset sum on the host.
//
// With the slope s = (y2 - y1) / (x2 - x1), or 3 x^2 / (2 y) where the points are equal, the sum
// has x3 = s^2 - x1 - x2 and y3 = s (x1 - x3) - y1. Cost: 5 products and a square, of which three
// serve the shared inversion; a mixed addition in Xyzz coordinates costs 8 + 2 and yields a point
// twice as large.
//
// Complete: infinity on either side, equal and opposite points are settled in `add`. The targets of
// one batch are distinct and are not looked at by anybody else until `flush`. Not for several
// threads at once.
#pragma once

#include <tbb/cache_aligned_allocator.h>

#include <vector>

#include "curve/curve.h"
#include "msm/inverse.h"
#include "msm/tuning.h"

namespace cuzk::msm {

using curve::Affine;

// Points of G1 start at multiples of 32 bytes, so that none touches more than two cache lines.
template <class T>
using AlignedVector = std::vector<T, tbb::cache_aligned_allocator<T>>;

template <class Point>
void prefetch_lines(const Point& point) {
  for (size_t at = 0; at < sizeof(Point); at += 64) {
    __builtin_prefetch(reinterpret_cast<const char*>(&point) + at, 1);
  }
}

template <class F>
class BatchAdder {
 public:
  explicit BatchAdder(size_t capacity = kBatch) : entries_(capacity), running_(F::one()) {}

  size_t capacity() const { return entries_.size(); }
  bool is_full() const { return count_ == entries_.size(); }

  // Requires: not full; no addition to `target` is pending.
  void add(Affine<F>& target, const Affine<F>& point) {
    if (point.is_infinity()) return;
    if (target.is_infinity()) {
      target = point;
      return;
    }
    Entry& entry = entries_[count_];
    entry.denominator = point.x - target.x;
    if (entry.denominator.is_zero()) {
      // No point of either curve has y = 0, so equal x means equal or opposite.
      if (!(point.y == target.y)) {
        target = Affine<F>::infinity();
        return;
      }
      entry.denominator = point.y.doubled();
      F xx = point.x.square();
      entry.numerator = xx.doubled() + xx;
    } else {
      entry.numerator = point.y - target.y;
    }
    entry.x = point.x;
    entry.target = &target;
    entry.product_before = running_;
    running_ *= entry.denominator;
    ++count_;
  }

  void flush() {
    if (count_ == 0) return;
    F inverse = fast_inverse(running_);
    while (count_ > 0) {
      Entry& entry = entries_[--count_];
      if (count_ >= kPrefetch) prefetch_lines(*entries_[count_ - kPrefetch].target);
      F slope = entry.numerator * (inverse * entry.product_before);
      inverse *= entry.denominator;
      Affine<F>& target = *entry.target;
      F x = slope.square() - target.x - entry.x;
      target.y = slope * (target.x - x) - target.y;
      target.x = x;
    }
    running_ = F::one();
  }

 private:
  struct Entry {
    F numerator;
    F denominator;
    F product_before;
    F x;  // of the point
    Affine<F>* target;
  };

  std::vector<Entry> entries_;
  size_t count_ = 0;
  F running_;
};

}  // namespace cuzk::msm
