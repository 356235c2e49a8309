// SPDX-License-Identifier: MIT OR Apache-2.0
// Inversions shared by many lanes, as both accumulations of gpu_segmented_reduction.h need them for
// the groups of a level (Montgomery's trick, in two storeys).
//
// A warp takes a tile of 32 * chain groups; lane i handles groups i, 32 + i, 64 + i, ... of the
// tile, so lists and running products are read and written in full lines. The chain's length
// follows the number of groups, which only the device knows: 32 where there are many, shorter where
// lanes would otherwise be idle. The running products stand in planes of 32 sixteen-byte words.
// A first kernel multiplies along the chains and leaves each lane's total, `invert_totals` replaces
// the totals by their inverses, a last kernel goes back along the chains.
//
// Cost: 3 products a group, and 1 / 32 of 3 products and of 1 / 32 of an inverse.
#pragma once

#include "gpu/launch.h"
#include "msm/gpu_chain_shape.h"
#include "msm/gpu_points.cuh"

namespace cuzk::msm {

// Totals that one thread inverts together, and how many threads do that.
struct Inversions {
  uint32_t each;
  uint64_t threads;

  CUZK_HOST_DEVICE static Inversions of(uint64_t totals) {
    uint64_t each = totals / kInversionsWanted;
    each = each < 1 ? 1 : each > kInvertedMax ? kInvertedMax : each;
    return {static_cast<uint32_t>(each), (totals + each - 1) / each};
  }
};

// In the place of an index of the first new sum: sums replace the first operands of their groups.
constexpr uint32_t kReplace = 0xffffffff;

// The groups that a launch handles: those from `first` on, at most `max` of them.
struct GroupRange {
  const uint64_t* all;  // in the high half
  uint64_t first, max;

  __device__ uint64_t count() const {
    uint64_t groups = *all >> 32;
    groups = groups < first ? 0 : groups - first;
    return groups < max ? groups : max;
  }
};

template <class F>
__device__ __forceinline__ void store_product(uint4* products, uint64_t row, unsigned lane,
                                              const F& value) {
  constexpr size_t kPlanes = sizeof(F) / sizeof(uint4);
  union {
    F value;
    uint4 words[kPlanes];
  } in = {value};
#pragma unroll
  for (size_t i = 0; i < kPlanes; ++i) products[(row * kPlanes + i) * kWarp + lane] = in.words[i];
}

template <class F>
__device__ __forceinline__ F load_product(const uint4* products, uint64_t row, unsigned lane) {
  constexpr size_t kPlanes = sizeof(F) / sizeof(uint4);
  union {
    uint4 words[kPlanes];
    F value;
  } out;
#pragma unroll
  for (size_t i = 0; i < kPlanes; ++i) out.words[i] = products[(row * kPlanes + i) * kWarp + lane];
  return out.value;
}

template <class F>
__global__ void __launch_bounds__(kInversionThreads)
    invert_totals(F* totals, F* before, GroupRange range) {
  uint64_t lanes = Chains::of(range.count()).tiles * kWarp;
  if (lanes == 0) return;
  Inversions inversions = Inversions::of(lanes);
  uint64_t thread = gpu::thread_index();
  if (thread >= inversions.threads) return;
  F product = F::one();
  uint64_t i = thread;
#pragma unroll 1
  for (; i < lanes; i += inversions.threads) {
    store_words(&before[i], product);
    product *= load_words(&totals[i]);
  }
  F inverse = product.inverse();
#pragma unroll 1
  while (i > thread) {
    i -= inversions.threads;
    F value = load_words(&totals[i]);
    store_words(&totals[i], inverse * load_words(&before[i]));
    inverse *= value;
  }
}

template <class Kernel>
void launch_over_tiles(const gpu::Stream& stream, const char* name, Kernel kernel, uint64_t tiles,
                       unsigned threads, auto... arguments) {
  uint64_t tiles_a_block = threads / kWarp;
  kernel<<<static_cast<unsigned>((tiles + tiles_a_block - 1) / tiles_a_block), threads, 0,
           stream.get()>>>(arguments...);
  stream.check_launch(name);
}

// For at most so many tiles.
template <class F>
void launch_inversions(const gpu::Stream& stream, F* totals, F* before, const GroupRange& range,
                       uint64_t tiles) {
  uint64_t threads = std::max(kInversionsWanted * 2, Inversions::of(tiles * kWarp).threads);
  auto blocks = static_cast<unsigned>((threads + kInversionThreads - 1) / kInversionThreads);
  invert_totals<F><<<blocks, kInversionThreads, 0, stream.get()>>>(totals, before, range);
  stream.check_launch("invert_totals");
}

// Two loads of a 32-byte sector are to meet there.
template <class Kernel>
void prefer_cache(const gpu::Stream& stream, Kernel* kernel) {
  gpu::check_cuda(stream.device(),
                  cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout,
                                       cudaSharedmemCarveoutMaxL1),
                  "cudaFuncSetAttribute");
}

}  // namespace cuzk::msm
