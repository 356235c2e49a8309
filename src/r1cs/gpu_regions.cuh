// SPDX-License-Identifier: MIT OR Apache-2.0
// The kernel that makes a witness on a device: it runs the regions of a circuit definition at the
// same time, each with a writer at its place in the assignment (group_writer.cuh for a warp,
// region_writer.h for a thread). It knows no circuit; a circuit's regions are a plain value that a
// kernel takes as its parameter:
//
//   struct Regions {
//     __host__ __device__ unsigned group_count() const;  // regions that a warp runs together
//     __host__ __device__ unsigned word_count() const;   // regions that a thread runs
//     __device__ void run_group(unsigned number) const;
//     __device__ void run_word(unsigned number) const;
//   };
//
// Long regions belong to groups and come first, because they decide the time. The kernel needs no
// working memory, but CUDA takes memory for the stacks of all threads that a device can hold when
// it is launched for the first time, and keeps it: `region_stack_bytes` says how much.
// Functions of the host; a stream orders what they enqueue.
#pragma once

#include <cstdint>

#include "gpu/arena.h"
#include "gpu/memory.h"
#include "gpu/stream.h"

namespace cuzk::r1cs {

inline constexpr unsigned kRegionThreads = 32;  // a block is a warp

template <class Regions>
__global__ void __launch_bounds__(kRegionThreads) run_regions(Regions regions) {
  const unsigned groups = regions.group_count();
  if (blockIdx.x < groups) {
    regions.run_group(blockIdx.x);
  } else {
    const unsigned number = (blockIdx.x - groups) * kRegionThreads + threadIdx.x;
    if (number < regions.word_count()) regions.run_word(number);
  }
}

// Requires: the bits of the assignment are zero.
template <class Regions>
void enqueue_regions(const gpu::Stream& stream, const Regions& regions) {
  const unsigned word_blocks = (regions.word_count() + kRegionThreads - 1) / kRegionThreads;
  const unsigned blocks = regions.group_count() + word_blocks;
  run_regions<<<blocks, kRegionThreads, 0, stream.get()>>>(regions);
  stream.check_launch("run_regions");
}

template <class Regions>
uint64_t region_stack_bytes(gpu::Device& device) {
  cudaFuncAttributes kernel{};
  int threads = 0;
  gpu::check_cuda(device, cudaFuncGetAttributes(&kernel, run_regions<Regions>),
                  "cudaFuncGetAttributes");
  gpu::check_cuda(
      device,
      cudaDeviceGetAttribute(&threads, cudaDevAttrMaxThreadsPerMultiProcessor, device.info().index),
      "cudaDeviceGetAttribute");
  return kernel.localSizeBytes * device.info().multiprocessors * static_cast<uint64_t>(threads);
}

// Copies constants into an arena, or only takes their place if it measures.
class ConstantPlacer {
 public:
  ConstantPlacer(gpu::Arena& arena, const gpu::Stream& stream) : arena_(arena), stream_(stream) {}

  template <class T>
  const T* operator()(const T* values, size_t count) const {
    T* out = arena_.take<T>(count);
    if (!arena_.measures()) stream_.copy(out, values, count);
    return out;
  }

 private:
  gpu::Arena& arena_;
  const gpu::Stream& stream_;
};

// The memory of all constants that `place` puts with the placer that it is given. It is called
// twice, and the addresses of the second time are those on the device. Returns when they are there.
template <class Place>
gpu::DeviceMemory place_constants(gpu::Device& device, const Place& place) {
  const gpu::Stream stream(device);
  gpu::Arena need;
  place(ConstantPlacer(need, stream));
  gpu::DeviceMemory memory(device, need.peak());
  gpu::Arena arena(memory.data(), memory.bytes());
  place(ConstantPlacer(arena, stream));
  stream.wait();
  return memory;
}

}  // namespace cuzk::r1cs
