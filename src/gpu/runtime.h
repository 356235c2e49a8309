// SPDX-License-Identifier: MIT OR Apache-2.0
// The one function through which every CUDA result passes. It throws kGpuOutOfMemory, kGpuFault
// (the device is marked as bad, device.h) or kGpuFailed, with the call, the device, file and line
// in the text. For the sources that nvcc compiles; others see device.h only. Kernels are launched
// without a result: Stream::check_launch asks for it. An error inside a kernel shows later, at the
// next call that waits.
//
// Destructors do not throw: drop_error takes what they are told, so that the next check of a launch
// does not find it and blame a kernel that ran well.
#pragma once

#include <cuda_runtime.h>

#include "gpu/device.h"

namespace cuzk::gpu {

[[noreturn]] void cuda_failed(Device& device, cudaError_t error, const char* call, const char* file,
                              int line);

inline void check_cuda(Device& device, cudaError_t error, const char* call,
                       const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
  if (error != cudaSuccess) cuda_failed(device, error, call, file, line);
}

inline void drop_error(cudaError_t error) {
  if (error != cudaSuccess) cudaGetLastError();
}

}  // namespace cuzk::gpu
