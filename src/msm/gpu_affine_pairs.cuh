// SPDX-License-Identifier: MIT OR Apache-2.0
// The affine accumulation of gpu_segmented_reduction.h: all pairs of a level in three kernels, the
// middle one and the order of the work in gpu_chains.cuh.
//
// products: 48 or 96 bytes of x gathered for each operand; one product.
// additions: the points gathered again; 4 products and a square; 96 or 192 bytes written.
// Both want a large first-level cache, since a 32-byte sector is fetched by two loads, and small
// code: their loops are not unrolled.
#pragma once

#include "msm/gpu_chains.cuh"

namespace cuzk::msm {

template <class F>
struct PairsView {
  PointArrays<F> arrays;
  const uint2* pairs;
  GroupRange range;
  uint4* products;
  F* totals;
  uint32_t new_index;  // in `extra` of the first sum; kReplace: a sum replaces its first operand
};

// What takes the place of x2 - x1 where the slope is not (y2 - y1) / (x2 - x1).
template <class F>
__device__ __noinline__ F special_denominator(const F& y1, const F& y2, bool is_infinite) {
  return !is_infinite && y1 == y2 ? y1.doubled() : F::one();
}

template <class F>
__global__ void __launch_bounds__(kProductThreads) multiply_differences(PairsView<F> view) {
  Chains chains = Chains::of(view.range.count());
  uint64_t tile = gpu::thread_index() / kWarp;
  unsigned lane = threadIdx.x % kWarp;
  if (tile >= chains.tiles) return;
  uint64_t first = tile * kWarp * chains.length + lane;
  F product = F::one();
#pragma unroll 1
  for (uint32_t j = 0; j < chains.length; ++j) {
    uint64_t index = first + uint64_t{kWarp} * j;
    if (index < chains.groups) {
      uint2 pair = view.pairs[index];
      F x1 = view.arrays.x(pair.x);
      F x2 = view.arrays.x(pair.y);
      F difference = x2 - x1;
      if (difference.is_zero() || x1.is_zero() || x2.is_zero()) {
        difference = special_denominator(view.arrays.y(pair.x), view.arrays.y(pair.y),
                                         x1.is_zero() || x2.is_zero());
      }
      product = j == 0 ? difference : product * difference;
    }
    if (j + 1 < chains.length) {
      store_product(view.products, tile * chains.length + j, lane, product);
    }
  }
  store_words(&view.totals[tile * kWarp + lane], product);
}

// The sum in the cases without a slope of their own; `x_out`, `y_out` hold the tangent's result.
template <class F>
__device__ __forceinline__ void settle_special(const Affine<F>& p1, const Affine<F>& p2, F& x_out,
                                               F& y_out) {
  if (p1.x.is_zero()) {
    x_out = p2.x;
    y_out = p2.y;
  } else if (p2.x.is_zero()) {
    x_out = p1.x;
    y_out = p1.y;
  } else if (!(p1.y == p2.y)) {
    x_out = F::zero();
    y_out = F::zero();
  }
}

template <class F>
__global__ void __launch_bounds__(kAdditionThreads, kAdditionBlocks<F>)
    add_pairs(PairsView<F> view) {
  Chains chains = Chains::of(view.range.count());
  uint64_t tile = gpu::thread_index() / kWarp;
  unsigned lane = threadIdx.x % kWarp;
  if (tile >= chains.tiles) return;
  uint64_t first = tile * kWarp * chains.length + lane;
  F inverse = load_words(&view.totals[tile * kWarp + lane]);
#pragma unroll 1
  for (uint32_t j = chains.length; j-- > 0;) {
    uint64_t index = first + uint64_t{kWarp} * j;
    if (index >= chains.groups) continue;
    uint2 pair = view.pairs[index];
    Affine<F> p1 = view.arrays.point(pair.x);
    Affine<F> p2 = view.arrays.point(pair.y);
    F difference = p2.x - p1.x;
    F rise = p2.y - p1.y;
    bool is_special = difference.is_zero() || p1.x.is_zero() || p2.x.is_zero();
    if (is_special) {
      difference = special_denominator(p1.y, p2.y, p1.x.is_zero() || p2.x.is_zero());
      F xx = p1.x.square();
      rise = xx.doubled() + xx;
    }
    F slope = inverse;
    if (j > 0) {
      slope = inverse * load_product<F>(view.products, tile * chains.length + j - 1, lane);
      inverse *= difference;
    }
    slope *= rise;
    F x_out = slope.square() - p1.x - p2.x;
    F y_out = slope * (p1.x - x_out) - p1.y;
    if (is_special) settle_special(p1, p2, x_out, y_out);
    Affine<F>* sum = view.new_index == kReplace ? view.arrays.extra + (pair.x - view.arrays.count)
                                                : view.arrays.extra + (view.new_index + index);
    store_words(&sum->x, x_out);
    store_words(&sum->y, y_out);
  }
}

// Replaces the pairs of the range by their sums. Requires: at most range.max pairs.
template <class F>
void launch_pairs(const gpu::Stream& stream, const PairsView<F>& view, F* before) {
  uint64_t tiles = Chains::tiles_max(view.range.max);
  launch_over_tiles(stream, "multiply_differences", multiply_differences<F>, tiles, kProductThreads,
                    view);
  launch_inversions(stream, view.totals, before, view.range, tiles);
  launch_over_tiles(stream, "add_pairs", add_pairs<F>, tiles, kAdditionThreads, view);
}

}  // namespace cuzk::msm
