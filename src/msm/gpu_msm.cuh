// SPDX-License-Identifier: MIT OR Apache-2.0
// The definition of GpuMsm (gpu_msm.h), instantiated for G1 and G2 in a file each.
//
// Extra points of the segmented sums begin with the buckets of each set, windows * 2^(digit_bits -
// 1) of them, then those of the boolean scalars. A pass over some windows sorts its items by bucket
// and sums into these buckets in place: their old values are read as items before the new ones are
// written.
//
// The reduction takes the buckets as points and sums lines, then lines as points and sums weights.
// Steps run in the order of the stream; nothing here waits for the device or asks it for memory.
#pragma once

#include <algorithm>
#include <bit>

#include "base/check.h"
#include "gpu/launch.h"
#include "msm/gpu_msm.h"

namespace cuzk::msm {

// A template, because it is in a header.
template <class F>
__global__ void find_unfinished(const uint32_t* lengths, uint32_t segments,
                                uint32_t* is_unfinished) {
  uint64_t segment = gpu::thread_index();
  if (segment < segments && lengths[segment] > 1) *is_unfinished = 1;
}

template <class F>
void GpuMsm<F>::clear_once(const gpu::Stream& stream) {
  if (!is_clear_) list_.enqueue_clear(stream);
  is_clear_ = true;
}

template <class F>
void GpuMsm<F>::add(const gpu::Stream& stream, const Terms& terms, uint32_t set) {
  clear_once(stream);
  if (terms.scalars.count > 0) add_scalars(stream, terms, set);
  if (terms.boolean_bound > 0) add_booleans(stream, terms, set);
}

template <class F>
void GpuMsm<F>::add_scalars(const gpu::Stream& stream, const Terms& terms, uint32_t set) {
  bool& has_scalars = sets_.at(set).has_scalars;
  base::check(terms.scalars.count <= shape_.scalars_max && !(has_scalars && shape_.chunks == 1),
              "the scalars are as many as planned");
  const SignedDigits digits = shape_.digits();
  const uint32_t buckets = shape_.grid().buckets();
  const unsigned each = shape_.windows_a_pass();
  const uint32_t first = set * set_buckets_;
  if (!has_scalars) stream.clear(is_unfinished_ + set, 1);
  for (unsigned window = 0; window < digits.windows(); window += each) {
    unsigned windows = std::min(each, digits.windows() - window);
    uint32_t segments = windows * buckets;
    uint64_t items = windows * terms.scalars.count;
    enqueue_digits(stream, list_, 0, digits, window, windows, terms.scalars);
    if (has_scalars) {
      enqueue_one_each(stream, list_, items, segments,
                       terms.point_count + first + window * buckets);
      items += segments;
    }
    enqueue_sort(stream, list_, items, static_cast<unsigned>(std::bit_width(segments)));
    enqueue_bounds(stream, list_, items, segments);
    sums_.enqueue(stream,
                  {terms.points, terms.point_count, kept_, items, segments,
                   shape_.length_max(window, windows, terms.scalars.count)},
                  list_, this->buckets(set) + uint64_t{window} * buckets);
    if (shape_.is_uniform) {
      gpu::launch(stream, "find_unfinished", find_unfinished<F>, segments, list_.lengths, segments,
                  is_unfinished_ + set);
    }
  }
  has_scalars = true;
}

template <class F>
void GpuMsm<F>::add_booleans(const gpu::Stream& stream, const Terms& terms, uint32_t set) {
  base::check(
      terms.boolean_bound <= shape_.booleans_max && terms.booleans.words <= shape_.words_max,
      "the bits are as many as planned");
  uint32_t first = (set + 1) * set_buckets_ - kBooleanSegments;
  enqueue_booleans(stream, list_, terms.booleans, terms.boolean_bound, ranks_,
                   sets_.at(set).has_booleans ? terms.point_count + first : 0);
  sums_.enqueue(stream,
                {terms.points, terms.point_count, kept_, boolean_item_bound(terms.boolean_bound),
                 kBooleanSegments, terms.boolean_bound / kBooleanSegments + 2},
                list_, sums_.extra() + first);
  sets_[set].has_booleans = true;
}

template <class F>
void GpuMsm<F>::finish(const gpu::Stream& stream, Affine<F>* host, uint32_t* is_unfinished,
                       uint32_t set) {
  const BucketGrid grid = shape_.grid();
  const unsigned windows = shape_.digits().windows();
  const uint32_t buckets = grid.buckets();
  Affine<F>* own = this->buckets(set);
  Affine<F>* own_booleans = own + (set_buckets_ - kBooleanSegments);
  Affine<F>* booleans = lines_ + uint64_t{windows} * grid.lines();
  clear_once(stream);
  if (!sets_.at(set).has_scalars) {
    stream.clear(own, uint64_t{windows} * buckets);
    stream.clear(is_unfinished_ + set, 1);
  }
  if (!sets_[set].has_booleans) stream.clear(own_booleans, kBooleanSegments);
  stream.copy(booleans, static_cast<const Affine<F>*>(own_booleans), kBooleanSegments);

  const unsigned each = shape_.windows_a_pass();
  for (unsigned window = 0; window < windows; window += each) {
    unsigned count = std::min(each, windows - window);
    enqueue_lines(stream, list_, grid, count);
    sums_.enqueue(
        stream,
        {own + uint64_t{window} * buckets, count * buckets, kept_, 2 * uint64_t{count} * buckets,
         count * grid.lines(), std::max(grid.rows(), grid.columns())},
        list_, lines_ + uint64_t{window} * grid.lines());
  }
  enqueue_weights(stream, list_, grid, windows);
  sums_.enqueue(
      stream,
      {lines_, windows * grid.lines() + kBooleanSegments, kept_,
       uint64_t{windows} * grid.weight_items() + kBooleanSegments, windows * grid.weights() + 1,
       std::max({grid.rows() / 2, grid.columns() / 2, kBooleanSegments})},
      list_, results_);
  stream.copy(host, static_cast<const Affine<F>*>(results_), shape_.result_points());
  stream.copy(is_unfinished, static_cast<const uint32_t*>(is_unfinished_ + set), 1);
  sets_[set] = {};
}

}  // namespace cuzk::msm
