// SPDX-License-Identifier: MIT OR Apache-2.0
#include "filecoin/porep_gpu_witness.h"

#include "gadget/poseidon_group.cuh"
#include "gpu/stream.h"

namespace cuzk::filecoin {
namespace {

constexpr unsigned kRegionThreads = 32;

using PathWriter = r1cs::GroupWriter<gadget::PoseidonTables>;

// The regions of a partition.
struct Regions {
  const r1cs::Offset* paths;
  const WitnessRegion* words;
  unsigned word_count;
  r1cs::Offset prologue;
};

// Number `path_count` is the prologue.
__device__ void run_group(const RegionContext& context, const Regions& regions, unsigned number,
                          unsigned path_count) {
  unsigned i = number % context.shape.challenges, path = number / context.shape.challenges;
  if (number == path_count) {
    PathWriter writer(context.out, regions.prologue, context.tables);
    run_prologue(context, writer);
  } else {
    PathWriter writer(context.out, regions.paths[path] + i * context.challenge_size,
                      context.tables);
    run_path(context, path, i, writer);
  }
}

__device__ void run_words(const RegionContext& context, const Regions& regions, unsigned number) {
  unsigned i = number % context.shape.challenges, region = number / context.shape.challenges;
  if (region < regions.word_count) run_word_region(context, regions.words[region], i);
}

// A block is a warp. The first ones run a path each, since these take longest.
__global__ void __launch_bounds__(kRegionThreads)
    run_regions(RegionContext context, Regions regions) {
  unsigned path_count = PackedShape::kPaths * context.shape.challenges;
  if (blockIdx.x <= path_count) {
    run_group(context, regions, blockIdx.x, path_count);
  } else {
    run_words(context, regions, (blockIdx.x - path_count - 1) * kRegionThreads + threadIdx.x);
  }
}

// CUDA takes memory for the stacks of all threads that a device can hold when a kernel is launched
// for the first time, and keeps it.
uint64_t stack_bytes(gpu::Device& device) {
  cudaFuncAttributes kernel{};
  int threads = 0;
  gpu::check_cuda(device, cudaFuncGetAttributes(&kernel, run_regions), "cudaFuncGetAttributes");
  gpu::check_cuda(
      device,
      cudaDeviceGetAttribute(&threads, cudaDevAttrMaxThreadsPerMultiProcessor, device.info().index),
      "cudaDeviceGetAttribute");
  return kernel.localSizeBytes * device.info().multiprocessors * static_cast<uint64_t>(threads);
}

}  // namespace

PorepGpuWitness::PorepGpuWitness(gpu::Device& device, const PorepShape& shape) : shape_(shape) {
  r1cs::ScopeOffsets places = porep_offsets(shape);
  RegionList list(shape, places);
  challenge_size_ = list.challenge_size;
  size_ = places.block_begin() + shape.challenges * challenge_size_;
  prologue_ = list.prologue;
  word_count_ = static_cast<unsigned>(list.words.size());
  gpu::Stream stream(device);
  gpu::Arena need;
  place(list, need, stream);
  memory_ = gpu::DeviceMemory(device, need.peak());
  gpu::Arena arena(memory_.data(), memory_.bytes());
  place(list, arena, stream);
  stream.wait();
  stack_bytes_ = stack_bytes(device);
}

// Copies the constants into the arena, or only takes their place if it measures.
void PorepGpuWitness::place(const RegionList& list, gpu::Arena& arena, const gpu::Stream& stream) {
  auto put = [&]<class T>(const T* values, size_t count) {
    T* out = arena.take<T>(count);
    if (!arena.measures()) stream.copy(out, values, count);
    return out;
  };
  tables_ = {put(&hash::poseidon_constants<2>(), 1), put(&hash::poseidon_constants<4>(), 1),
             put(&hash::poseidon_constants<8>(), 1), put(&hash::poseidon_constants<11>(), 1)};
  paths_ = put(list.paths.data(), list.paths.size());
  words_ = put(list.words.data(), list.words.size());
}

void PorepGpuWitness::enqueue(const gpu::Stream& stream, const void* input, Fr* inputs,
                              uint64_t* bits, Fr* wide) const {
  stream.clear(bits, (uint64_t{size_.aux} + 63) / 64);
  RegionContext context{shape_, input, {inputs, bits, wide}, tables_, challenge_size_};
  Regions regions{paths_, words_, word_count_, prologue_};
  unsigned groups = shape_.challenges * PackedShape::kPaths + 1;
  unsigned threads = shape_.challenges * word_count_;
  unsigned blocks = groups + (threads + kRegionThreads - 1) / kRegionThreads;
  run_regions<<<blocks, kRegionThreads, 0, stream.get()>>>(context, regions);
  stream.check_launch("run_regions");
}

}  // namespace cuzk::filecoin
