// SPDX-License-Identifier: MIT OR Apache-2.0
// Marks functions that both the host compiler and nvcc compile, so that a field or a hash
// function is one text for both sides. For the host compiler the mark is plain `inline`.
// This file and the limb primitives of `field` are the only places that look at the CUDA
// compiler's own macros, and this is the only one that defines macros. Device code is inlined
// without exception: field arithmetic lives in registers, and a call would spill them.
#pragma once

#ifdef __CUDACC__
#define CUZK_HOST_DEVICE __host__ __device__ __forceinline__
#else
#define CUZK_HOST_DEVICE inline
#endif
