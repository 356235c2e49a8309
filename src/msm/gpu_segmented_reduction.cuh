// SPDX-License-Identifier: MIT OR Apache-2.0
// The levels of gpu_segmented_reduction.h and their launches, instantiated for G1 and G2 in a file
// each.
//
// Launches are made for the most groups that a level can have, which the host derives from the
// bounds of items and segments alone; the device knows how many there are. Levels are enough for
// the longest segment that the caller announces; what is left at the end is one item a segment.
//
// XYZZ parts are shorter than kPartMax where items are few, so that there are threads enough. Their
// denominators and running products share the memory of the affine pairs' products, half each; so a
// level whose bound is more than a quarter of the most items goes through it in several ranges.
#pragma once

#include <algorithm>

#include "msm/gpu_affine_pairs.cuh"
#include "msm/gpu_segmented_reduction.h"
#include "msm/gpu_xyzz_parts.cuh"

namespace cuzk::msm {

template <class F>
__global__ void store_sums(PointArrays<F> arrays, const uint32_t* references,
                           const uint32_t* starts, const uint32_t* lengths, uint32_t segments,
                           Affine<F>* out) {
  uint64_t segment = gpu::thread_index();
  if (segment >= segments) return;
  Affine<F> sum = Affine<F>::infinity();
  if (lengths[segment] > 0) sum = arrays.point(references[starts[segment]]);
  store_words(&out[segment].x, sum.x);
  store_words(&out[segment].y, sum.y);
}

template <class F>
void SegmentedReduction<F>::enqueue(const gpu::Stream& stream, const Input& input,
                                    SegmentList& list, Affine<F>* out) const {
  if (accumulation_ == Accumulation::kAffine) {
    add_pairs_by_level(stream, input, list);
  } else {
    add_parts_by_level(stream, input, list);
  }
  PointArrays<F> arrays = {input.points, input.point_count, extra_};
  gpu::launch(stream, "store_sums", store_sums<F>, input.segments, arrays, list.references,
              list.starts, list.lengths, input.segments, out);
}

template <class F>
void SegmentedReduction<F>::add_pairs_by_level(const gpu::Stream& stream, const Input& input,
                                               SegmentList& list) const {
  prefer_cache(stream, multiply_differences<F>);
  prefer_cache(stream, add_pairs<F>);
  uint64_t items = input.item_bound;
  uint64_t length_max = std::min(input.length_max, items);
  PairsView<F> view = {{input.points, input.point_count, extra_},
                       level_.groups,
                       {level_.offsets + input.segments, 0, 0},
                       reinterpret_cast<uint4*>(products_),
                       totals_,
                       input.kept};
  uint32_t new_reference = input.point_count + input.kept;
  for (; length_max > 1; length_max = (length_max + 1) / 2) {
    enqueue_pairs(stream, list, level_, items, input.segments, new_reference);
    view.range.max = items / 2;
    launch_pairs(stream, view, before_);
    view.new_index = kReplace;
    new_reference = 0;
    items = std::min(items, items / 2 + input.segments);
  }
}

template <class F>
void SegmentedReduction<F>::add_parts_by_level(const gpu::Stream& stream, const Input& input,
                                               SegmentList& list) const {
  prefer_cache(stream, sum_parts<F>);
  uint64_t items = input.item_bound;
  uint64_t length_max = std::min(input.length_max, items);
  PartsView<F> view = {{input.points, input.point_count, extra_},
                       level_.groups,
                       nullptr,
                       {level_.offsets + input.segments, 0, 0},
                       products_,
                       reinterpret_cast<uint4*>(products_ + range_max_),
                       totals_,
                       input.kept};
  uint32_t new_reference = input.point_count + input.kept;
  while (length_max > 1) {
    auto part_max =
        static_cast<uint32_t>(std::clamp<uint64_t>(items / kPartsWanted, kPartMin, kPartMax));
    enqueue_parts(stream, list, level_, order_, items, input.segments, part_max, new_reference);
    view.references = list.other_references;
    uint64_t next_items = std::min(items, items / part_max + input.segments);
    uint64_t parts = std::min(items / 2, next_items);
    for (uint64_t first = 0; first < parts; first += range_max_) {
      view.range.first = first;
      view.range.max = std::min(range_max_, parts - first);
      launch_parts(stream, view, before_);
    }
    view.new_index = kReplace;
    new_reference = 0;
    items = next_items;
    length_max = (length_max + part_max - 1) / part_max;
  }
}

}  // namespace cuzk::msm
