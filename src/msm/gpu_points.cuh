// SPDX-License-Identifier: MIT OR Apache-2.0
// Points in device memory and references to them.
//
// A reference is 32 bits: the highest says that the point is to be negated, the others are an index
// into two arrays taken as one, [points | extra]: the caller's points, which nobody writes, and
// extra ones, which sums are written to. Points are affine, 96 or 192 bytes, at multiples of 16
// bytes; infinity is x = y = 0, and because no point of either subgroup has x = 0 (it would have
// the order 3), x = 0 alone tells infinity.
//
// Loads and stores go through 16-byte words. A 32-byte sector is fetched by two loads that meet in
// the first-level cache, so kernels that gather points want that cache large (no shared memory).
#pragma once

#include <cstdint>

#include "curve/curve.h"

namespace cuzk::msm {

using curve::Affine;

constexpr uint32_t kNegated = 0x80000000;

template <class T>
__device__ __forceinline__ T load_words(const T* from) {
  static_assert(sizeof(T) % sizeof(uint4) == 0);
  constexpr size_t kWords = sizeof(T) / sizeof(uint4);
  union {
    uint4 words[kWords];
    T value;
  } out;
  const uint4* words = reinterpret_cast<const uint4*>(from);
#pragma unroll
  for (size_t i = 0; i < kWords; ++i) out.words[i] = words[i];
  return out.value;
}

template <class T>
__device__ __forceinline__ void store_words(T* to, const T& value) {
  static_assert(sizeof(T) % sizeof(uint4) == 0);
  constexpr size_t kWords = sizeof(T) / sizeof(uint4);
  union {
    T value;
    uint4 words[kWords];
  } in = {value};
  uint4* words = reinterpret_cast<uint4*>(to);
#pragma unroll
  for (size_t i = 0; i < kWords; ++i) words[i] = in.words[i];
}

template <class F>
struct PointArrays {
  const Affine<F>* points;
  uint32_t count;  // of points
  Affine<F>* extra;

  __device__ __forceinline__ const Affine<F>* at(uint32_t reference) const {
    uint32_t index = reference & ~kNegated;
    return index < count ? points + index : extra + (index - count);
  }
  __device__ __forceinline__ F x(uint32_t reference) const { return load_words(&at(reference)->x); }
  // With its sign.
  __device__ __forceinline__ F y(uint32_t reference) const {
    F y = load_words(&at(reference)->y);
    return (reference & kNegated) != 0 ? -y : y;
  }
  __device__ __forceinline__ Affine<F> point(uint32_t reference) const {
    return {x(reference), y(reference)};
  }
};

}  // namespace cuzk::msm
