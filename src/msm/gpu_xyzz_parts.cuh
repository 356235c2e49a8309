// SPDX-License-Identifier: MIT OR Apache-2.0
// The XYZZ accumulation of gpu_segmented_reduction.h: all parts of a level in four kernels, of
// which the last three make the sums affine (gpu_chains.cuh).
//
// sums: one thread a part, mixed additions of 8 products and 2 squares; in G1 the next point is
//   loaded while the present one is added. Parts stand by length, so that the lanes of a warp end
//   together, the longest first, so that the last blocks are short ones. It leaves ZZ as the
//   denominator, and in the place of the sum's point (X, Y * ZZZ): with i = 1 / ZZ the point is (X
//   i, Y ZZZ i^3), as ZZZ^2 = ZZ^3. Infinity becomes (0, 0) over 1.
// products, inverses and back: 7 products and a square a part, some 500 bytes of traffic.
//
// Scratch is one element for the denominator and one for the running product of each part of a
// range; a level of more parts goes through several ranges.
#pragma once

#include "msm/gpu_chains.cuh"

namespace cuzk::msm {

using curve::Xyzz;

template <class F>
struct PartsView {
  PointArrays<F> arrays;
  const uint2* parts;  // first item, number of items
  const uint32_t* references;
  GroupRange range;
  F* denominators;  // of the range's sums
  uint4* products;
  F* totals;
  uint32_t new_index;  // in `extra` of the first sum; kReplace: a sum replaces its first operand

  // Where the sum goes. In a later level that is a point which no other part refers to.
  __device__ __forceinline__ Affine<F>* sum(uint64_t part) const {
    return new_index == kReplace ? arrays.extra + (references[parts[part].x] - arrays.count)
                                 : arrays.extra + (new_index + part);
  }
};

// curve::add_mixed in place. Doubling is the same text with the tangent's slope, p = 2 Y and
// r = 3 X^2, but for one term, so that it costs no code of its own.
template <class F>
__device__ __forceinline__ void add_in_place(Xyzz<F>& sum, const Affine<F>& point) {
  if (point.x.is_zero()) return;
  if (sum.zz.is_zero()) {
    sum = {point.x, point.y, F::one(), F::one()};
    return;
  }
  F p = point.x * sum.zz - sum.x;
  F r = point.y * sum.zzz - sum.y;
  bool is_equal = p.is_zero();
  if (is_equal) {
    if (!r.is_zero()) {
      sum.zz = F::zero();
      return;
    }
    p = sum.y.doubled();
    F xx = sum.x.square();
    r = xx.doubled() + xx;
  }
  F pp = p.square();
  F ppp = p * pp;
  sum.zz *= pp;
  sum.zzz *= ppp;
  F q = sum.x * pp;
  sum.x = r.square() - q.doubled();
  if (!is_equal) sum.x -= ppp;
  sum.y = r * (q - sum.x) - sum.y * ppp;
}

// The points of a part, one after the other. The reference is loaded one step ahead and, where
// there are registers for it, so is the point; its sign is applied when it has arrived.
template <class F>
class PartPoints {
 public:
  __device__ __forceinline__ PartPoints(const PointArrays<F>& arrays, const uint32_t* references,
                                        uint32_t count)
      : arrays_(arrays), next_(references), reference_(*next_), left_(count) {
    if constexpr (kPartLoadsAhead<F>) load();
  }

  // Points not yet taken.
  __device__ __forceinline__ uint32_t left() const { return left_; }

  __device__ __forceinline__ Affine<F> take() {
    if constexpr (!kPartLoadsAhead<F>) load();
    Affine<F> point = {coming_.x, is_negated_ ? -coming_.y : coming_.y};
    --left_;
    if constexpr (kPartLoadsAhead<F>) load();
    return point;
  }

 private:
  // After the last point loads that one again.
  __device__ __forceinline__ void load() {
    is_negated_ = (reference_ & kNegated) != 0;
    coming_ = load_words(arrays_.at(reference_));
    next_ += left_ > 1 ? 1 : 0;
    reference_ = *next_;
  }

  const PointArrays<F>& arrays_;
  const uint32_t* next_;
  uint32_t reference_;
  uint32_t left_;
  bool is_negated_;
  Affine<F> coming_;
};

template <class F>
__global__ void __launch_bounds__(kPartThreads, kPartBlocks<F>) sum_parts(PartsView<F> view) {
  uint64_t index = gpu::thread_index();
  if (index >= view.range.count()) return;
  uint2 part = view.parts[view.range.first + index];
  PartPoints<F> points(view.arrays, view.references + part.x, part.y);
  Affine<F> first = points.take();
  Xyzz<F> sum = {first.x, first.y, F::one(), F::one()};
  if (first.x.is_zero()) sum.zz = F::zero();
#pragma unroll 1
  while (points.left() > 0) add_in_place(sum, points.take());
  bool is_infinite = sum.zz.is_zero();
  Affine<F>* out = view.sum(view.range.first + index);
  store_words(&out->x, is_infinite ? F::zero() : sum.x);
  store_words(&out->y, is_infinite ? F::zero() : sum.y * sum.zzz);
  store_words(&view.denominators[index], is_infinite ? F::one() : sum.zz);
}

template <class F>
__global__ void __launch_bounds__(kProductThreads) multiply_denominators(PartsView<F> view) {
  Chains chains = Chains::of(view.range.count());
  uint64_t tile = gpu::thread_index() / kWarp;
  unsigned lane = threadIdx.x % kWarp;
  if (tile >= chains.tiles) return;
  uint64_t first = tile * kWarp * chains.length + lane;
  F product = F::one();
#pragma unroll 1
  for (uint32_t j = 0; j < chains.length; ++j) {
    uint64_t index = first + uint64_t{kWarp} * j;
    if (index < chains.groups) product *= load_words(&view.denominators[index]);
    if (j + 1 < chains.length) {
      store_product(view.products, tile * chains.length + j, lane, product);
    }
  }
  store_words(&view.totals[tile * kWarp + lane], product);
}

template <class F>
__global__ void __launch_bounds__(kAdditionThreads) divide_sums(PartsView<F> view) {
  Chains chains = Chains::of(view.range.count());
  uint64_t tile = gpu::thread_index() / kWarp;
  unsigned lane = threadIdx.x % kWarp;
  if (tile >= chains.tiles) return;
  uint64_t first = tile * kWarp * chains.length + lane;
  F total_inverse = load_words(&view.totals[tile * kWarp + lane]);
#pragma unroll 1
  for (uint32_t j = chains.length; j-- > 0;) {
    uint64_t index = first + uint64_t{kWarp} * j;
    if (index >= chains.groups) continue;
    F inverse = total_inverse;
    if (j > 0) {
      inverse *= load_product<F>(view.products, tile * chains.length + j - 1, lane);
      total_inverse *= load_words(&view.denominators[index]);
    }
    Affine<F>* sum = view.sum(view.range.first + index);
    store_words(&sum->x, load_words(&sum->x) * inverse);
    store_words(&sum->y, load_words(&sum->y) * inverse * inverse.square());
  }
}

// Replaces the parts of the range by their sums.
template <class F>
void launch_parts(const gpu::Stream& stream, const PartsView<F>& view, F* before) {
  auto blocks = static_cast<unsigned>((view.range.max + kPartThreads - 1) / kPartThreads);
  sum_parts<F><<<blocks, kPartThreads, 0, stream.get()>>>(view);
  stream.check_launch("sum_parts");
  uint64_t tiles = Chains::tiles_max(view.range.max);
  launch_over_tiles(stream, "multiply_denominators", multiply_denominators<F>, tiles,
                    kProductThreads, view);
  launch_inversions(stream, view.totals, before, view.range, tiles);
  launch_over_tiles(stream, "divide_sums", divide_sums<F>, tiles, kAdditionThreads, view);
}

}  // namespace cuzk::msm
