// SPDX-License-Identifier: MIT OR Apache-2.0
// Sums of many segments of referenced points at once, the one primitive under every sum on the GPU:
// buckets of digits, all points of set bits, rows and columns of buckets, table entries of a
// fixed-base product. Two ways lead to the same sums, level by level (gpu_segment_list.h):
//
// kAffine (gpu_affine_pairs.cuh) adds the points of each segment pairwise in affine form, and all
//   additions of a level share inversions: 5 products and a square an addition, and about 650 bytes
//   of memory traffic. What is paid depends on the number of additions only, not on their
//   distribution: one segment of 2^26 points costs what 2^20 of 64 points cost.
// kXyzz (gpu_xyzz_parts.cuh) gives a thread up to 256 points of a segment to add up in XYZZ form: 8
//   products and 2 squares, and 100 bytes. The sums are made affine and are the next level's
//   points, so long segments need a few levels.
//
// Which is faster is a matter of the device: the affine one does less arithmetic and, on an H200,
// runs into the limit of power; with a lower limit it loses its lead. gpu_calibration.h finds out.
// Equal, opposite and infinite operands are found by their x and settled aside in both.
//
// The instance holds scratch memory: 24 bytes (G1) an item for the sums and half of that for
// running products; kXyzz divides the latter between running products and denominators, and takes
// 8 bytes a segment more. Sums with the same scratch are ordered by their stream.
#pragma once

#include <cstdint>

#include "curve/curve.h"
#include "msm/gpu_segment_list.h"

namespace cuzk::msm {

using curve::Affine;

enum class Accumulation : uint8_t { kAffine, kXyzz };

template <class F>
class SegmentedReduction {
 public:
  // For lists of at most this shape. `kept` extra points at the front of `extra()` are the
  // caller's.
  SegmentedReduction(gpu::Arena& arena, uint64_t item_max, uint64_t segment_max, uint64_t kept_max,
                     Accumulation accumulation = Accumulation::kAffine);

  Affine<F>* extra() const { return extra_; }

  struct Input {
    const Affine<F>* points;
    uint32_t point_count;  // references from here on name extra points
    uint32_t kept;         // of the caller's extra points, those in use
    uint64_t item_bound;   // items stand below this index
    uint32_t segments;
    uint64_t length_max;  // no segment is longer
  };
  // out[s] = the sum of segment s, infinity if it is empty. `out` may be the kept points.
  // Requires: point_count + kept + item_bound / 2 <= 2^31. The list is used up.
  void enqueue(const gpu::Stream& stream, const Input& input, SegmentList& list,
               Affine<F>* out) const;

 private:
  void add_pairs_by_level(const gpu::Stream& stream, const Input& input, SegmentList& list) const;
  void add_parts_by_level(const gpu::Stream& stream, const Input& input, SegmentList& list) const;

  Accumulation accumulation_;
  GroupLevel level_;
  GroupOrder order_;  // kXyzz only
  Affine<F>* extra_;
  F* products_;
  uint64_t range_max_;  // kXyzz: the groups whose denominators and running products fit there
  F* totals_;           // of the lanes
  F* before_;           // their running products
};

extern template class SegmentedReduction<field::Fp>;
extern template class SegmentedReduction<field::Fp2>;

}  // namespace cuzk::msm
