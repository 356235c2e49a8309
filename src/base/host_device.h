// SPDX-License-Identifier: MIT OR Apache-2.0
// Marks functions that both the host compiler and nvcc compile, so that a field or a hash
// function is written once for both sides. For the host compiler the mark is plain `inline`.
// `or_shared` is the one operation that differs: threads of a device may share a word.
// This file and the limb primitives of `field` are the only places that look at the CUDA
// compiler's own macros, and this is the only one that defines macros. Device code is inlined
// without exception: field arithmetic lives in registers, and a call would spill them.
#pragma once

#include <cstdint>

#ifdef __CUDACC__
#define CUZK_HOST_DEVICE __host__ __device__ __forceinline__
#else
#define CUZK_HOST_DEVICE inline
#endif

namespace cuzk::base {

// word |= bits, where other threads of the device do the same to this word. On the host one thread
// at a time may.
CUZK_HOST_DEVICE void or_shared(uint64_t& word, uint64_t bits) {
#ifdef __CUDA_ARCH__
  static_assert(sizeof(unsigned long long) == sizeof(uint64_t));
  atomicOr(reinterpret_cast<unsigned long long*>(&word), bits);
#else
  word |= bits;
#endif
}

}  // namespace cuzk::base
