// SPDX-License-Identifier: MIT OR Apache-2.0
// The lists (gpu_segment_list.h) behind a sum of [k_i] P_i: points by the digits of their scalars,
// points of set bits, and the buckets by their weights. Nothing here looks at a point.
//
// Digits: the segment of digit d of window w is w * buckets + |d| - 1, the sign goes to the
// reference; a digit 0 gets a key that is no segment. Such lists are sorted afterwards.
//
// Boolean scalars: the points whose bit is set, cut into kBooleanSegments segments of equal length.
//
// Weights: bucket b = high * columns + low counts b + 1 times. First the sums of rows (equal high)
// and of columns (equal low) are made, then of those rows whose `high` has bit j, for each j, and
// of those columns whose `low + 1` has bit j. What is left is a few points a window with powers of
// two for weights, which the host folds.
#pragma once

#include <cstdint>

#include "base/bits.h"
#include "msm/digits.h"
#include "msm/gpu_segment_list.h"

namespace cuzk::msm {

constexpr uint32_t kBooleanSegments = 4096;

// The shape of the buckets of one window, and of what they are reduced to.
struct BucketGrid {
  explicit BucketGrid(unsigned digit_bits)
      : low_bits(digit_bits / 2), high_bits(digit_bits - 1 - digit_bits / 2) {}

  unsigned low_bits, high_bits;

  CUZK_HOST_DEVICE uint32_t rows() const { return 1u << high_bits; }
  CUZK_HOST_DEVICE uint32_t columns() const { return 1u << low_bits; }
  CUZK_HOST_DEVICE uint32_t buckets() const { return rows() * columns(); }
  CUZK_HOST_DEVICE uint32_t lines() const { return rows() + columns(); }
  // Points that the host folds.
  CUZK_HOST_DEVICE uint32_t weights() const { return high_bits + low_bits + 1; }
  CUZK_HOST_DEVICE uint32_t row_weight_items() const { return high_bits * (rows() / 2); }
  CUZK_HOST_DEVICE uint32_t weight_items() const {
    return row_weight_items() + low_bits * (columns() / 2) + 1;
  }
};

// Scalar i belongs to point references[i] - first_reference; to point i if `references` is null.
// Scalars are used up: the first window leaves them in the form that digits are cut from, for the
// windows after it, which saves a product a window.
struct DigitTerms {
  Fr* scalars = nullptr;
  const uint32_t* references = nullptr;
  uint64_t count = 0;
  uint32_t first_reference = 0;
};
// Writes windows * count items from `first_item` on. Requires: windows come in ascending order.
void enqueue_digits(const gpu::Stream& stream, const SegmentList& list, uint64_t first_item,
                    const SignedDigits& digits, unsigned first_window, unsigned windows,
                    const DigitTerms& terms);

// Items from `first_item` on: one for each of `segments` segments, with the references
// first_reference, first_reference + 1, ...
void enqueue_one_each(const gpu::Stream& stream, const SegmentList& list, uint64_t first_item,
                      uint32_t segments, uint32_t first_reference);

// Which points have a bit of their own, word by word: a variable has a point if its bit in
// `density` is set, the point's number is first_point plus the set bits before it, and the point
// counts if its bits in `bits` and in `mask` (a part of density) are set.
struct BooleanTerms {
  const uint64_t* bits = nullptr;
  const uint64_t* mask = nullptr;
  const uint64_t* density = nullptr;
  const uint32_t* density_ranks = nullptr;
  uint64_t words = 0;
  uint32_t first_point = 0;
};
// Items below this index, at most, for so many points.
constexpr uint64_t boolean_item_bound(uint64_t points) { return points + 3 * kBooleanSegments; }
// `ranks` is scratch of terms.words + 1. Each segment starts with the reference kept_reference +
// its number unless that is 0.
void enqueue_booleans(const gpu::Stream& stream, const SegmentList& list, const BooleanTerms& terms,
                      uint64_t points_max, uint32_t* ranks, uint32_t kept_reference);

// Rows and columns of `windows` windows, whose buckets are numbered from 0 on: windows * lines()
// segments of 2 * windows * buckets() items.
void enqueue_lines(const gpu::Stream& stream, const SegmentList& list, const BucketGrid& grid,
                   unsigned windows);
// Their weights: windows * weights() segments, and one more for the boolean scalars, whose sums
// come after the lines.
void enqueue_weights(const gpu::Stream& stream, const SegmentList& list, const BucketGrid& grid,
                     unsigned windows);

}  // namespace cuzk::msm
