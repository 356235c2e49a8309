// SPDX-License-Identifier: MIT OR Apache-2.0
// Launching kernels with one thread for each element of a range, on a stream, with the result
// checked. For .cu files. A range of no element launches nothing. Kernels launched this way compare
// thread_index() with their count, since the last block reaches beyond it. Counts are at most 2^31
// blocks.
// Kernels whose shape is tuned are launched by their own folder; this is for all others.
#pragma once

#include <cstdint>

#include "gpu/stream.h"

namespace cuzk::gpu {

constexpr unsigned kThreads = 256;

__device__ __forceinline__ uint64_t thread_index() {
  return static_cast<uint64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
}

template <class... Parameters, class... Arguments>
void launch(const Stream& stream, const char* name, void (*kernel)(Parameters...), uint64_t count,
            const Arguments&... arguments) {
  if (count == 0) return;
  auto blocks = static_cast<unsigned>((count + kThreads - 1) / kThreads);
  kernel<<<blocks, kThreads, 0, stream.get()>>>(arguments...);
  stream.check_launch(name);
}

}  // namespace cuzk::gpu
