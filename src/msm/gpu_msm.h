// SPDX-License-Identifier: MIT OR Apache-2.0
// The sum of [k_i] P_i on the device, for the two kinds of scalars that proofs have, also mixed:
// full-size ones, through signed digits, sorted buckets and segmented sums, and bits, whose points
// are added as they stand (Pippenger's method; digits.h, gpu_bucket_lists.h,
// gpu_segmented_reduction.h).
//
// Points may come in chunks: buckets stay on the device between two calls of `add`, and each is one
// more item of its segment in the next call. So points that do not fit can be streamed through a
// part of the memory; a chunk costs one addition more for each bucket. Several sums over the same
// points may be under way at once, so that a chunk is streamed for all of them: each has a set of
// buckets, the scratch is shared.
//
// `finish` reduces the buckets to a few points with powers of two for weights, which `fold` adds up
// on the host: about 255 doublings and 25 additions a window.
//
// Nothing is allocated after construction, and nothing waits. On one stream.
// Cost for n scalars in w windows of b bits: w n + 3 w 2^(b-1) additions, in the form that the
// shape names, and a sort of w n pairs of words; scratch 92 bytes (G1) or 164 (G2) for each item of
// a pass.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "curve/curve.h"
#include "msm/gpu_bucket_lists.h"
#include "msm/gpu_segmented_reduction.h"

namespace cuzk::msm {

using curve::Jacobian;

struct GpuMsmShape {
  uint64_t scalars_max = 0;   // full-size scalars of one call of `add`
  uint64_t booleans_max = 0;  // points of set bits of one call
  uint64_t words_max = 0;     // and the words that they are selected by
  unsigned digit_bits = 0;
  uint64_t chunks = 1;     // calls of `add` with scalars
  uint64_t items_max = 0;  // of one pass
  uint32_t sets = 1;       // sums that are under way at once
  Accumulation accumulation = Accumulation::kAffine;
  // The digits of the scalars are expected to be uniform, as those of random ones are. Then
  // levels are enqueued for segments of twice the mean length and 64 only, since launches that find
  // nothing to do cost a few percent; `finish` tells whether that was enough.
  bool is_uniform = false;

  // `scalars` full-size scalars in all, over `chunks` calls of `add` with at most `scalars_chunk`
  // and so on of them. Passes hold at least one window and at most about `items` items.
  static GpuMsmShape plan(uint64_t scalars, uint64_t chunks, uint64_t scalars_chunk,
                          uint64_t booleans_chunk, uint64_t words_chunk, uint64_t items);

  SignedDigits digits() const { return SignedDigits(digit_bits); }
  BucketGrid grid() const { return BucketGrid(digit_bits); }
  // Of a set: the buckets of all windows, and the segments of the boolean scalars.
  uint32_t bucket_count() const;
  uint64_t window_items() const;
  unsigned windows_a_pass() const;
  uint64_t segments_max() const;
  uint64_t result_points() const;
  // No segment of these windows is longer, for `count` scalars; or is expected to be.
  uint64_t length_max(unsigned first_window, unsigned count_windows, uint64_t count) const;
};

template <class F>
class GpuMsm {
 public:
  // Takes its memory from `arena`.
  GpuMsm(gpu::Arena& arena, const GpuMsmShape& shape);

  struct Terms {
    const Affine<F>* points = nullptr;
    uint32_t point_count = 0;
    DigitTerms scalars;
    BooleanTerms booleans;
    uint64_t boolean_bound = 0;  // points whose bit may be set
  };
  // To the sum of a set. References of the terms are below point_count.
  void add(const gpu::Stream& stream, const Terms& terms, uint32_t set = 0);

  // Ends a sum: writes result_points() points to `host`, and 0 to `is_unfinished`, both pinned. If
  // it is not 0 the digits were not uniform as the shape says: run the MSM again.
  void finish(const gpu::Stream& stream, Affine<F>* host, uint32_t* is_unfinished,
              uint32_t set = 0);

  const GpuMsmShape& shape() const { return shape_; }

 private:
  // Which buckets of a set hold something.
  struct Set {
    bool has_scalars = false, has_booleans = false;
  };

  void add_scalars(const gpu::Stream& stream, const Terms& terms, uint32_t set);
  void add_booleans(const gpu::Stream& stream, const Terms& terms, uint32_t set);
  void clear_once(const gpu::Stream& stream);
  Affine<F>* buckets(uint32_t set) const { return sums_.extra() + uint64_t{set} * set_buckets_; }

  GpuMsmShape shape_;
  uint32_t set_buckets_;  // of one set
  uint32_t kept_;         // of all
  std::vector<Set> sets_;
  bool is_clear_ = false;
  SegmentList list_;
  SegmentedReduction<F> sums_;
  uint32_t* ranks_;
  Affine<F>* lines_;
  Affine<F>* results_;
  uint32_t* is_unfinished_;  // of each set
};

extern template class GpuMsm<field::Fp>;
extern template class GpuMsm<field::Fp2>;

// The value of the sum from what `finish` has left, after its stream was waited for.
template <class F>
Jacobian<F> fold(const GpuMsmShape& shape, std::span<const Affine<F>> results);

}  // namespace cuzk::msm
