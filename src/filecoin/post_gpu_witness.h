// SPDX-License-Identifier: MIT OR Apache-2.0
// The witness of a WindowPoSt or WinningPoSt partition, made on a device from the values of the
// vanilla proofs: bit for bit what post_witness writes on the host, because the same circuit
// definition runs there, in regions (post_regions.h). The host packs the values (54 MB for a 32 GiB
// WindowPoSt) and does nothing else.
//
// One kernel runs all regions (r1cs/gpu_regions.cuh); it needs no working memory. A WinningPoSt has
// few paths, and their length decides the time: a warp makes the hashes of a path together
// (gadget/poseidon_group.cuh). A WindowPoSt has enough paths to fill a device with a thread for
// each, which takes fewer products; the memory written, 4.1 GB, would take 1 ms of an H200.
//
// Immutable after construction; any number of threads and streams may use it at the same time.
#pragma once

#include <cstdint>

#include "filecoin/gpu_tuning.h"
#include "filecoin/post_regions.h"
#include "gpu/memory.h"

namespace cuzk::gpu {
class Stream;
}

namespace cuzk::filecoin {

// Who makes a region.
enum class RegionMaker : uint8_t { kWarp, kThread };

// The faster one.
inline RegionMaker region_maker(const PostShape& shape) {
  const uint64_t paths = uint64_t{shape.sectors} * shape.challenges;
  return paths < kThreadPathsMin ? RegionMaker::kWarp : RegionMaker::kThread;
}

class PostGpuWitness {
 public:
  // Returns when the constants are on the device.
  PostGpuWitness(gpu::Device& device, const PostShape& shape)
      : PostGpuWitness(device, shape, region_maker(shape)) {}
  PostGpuWitness(gpu::Device& device, const PostShape& shape, RegionMaker maker);

  // The packed values of a partition.
  uint64_t input_bytes() const { return shape_.bytes(); }
  // Of the device: constants, and what the first call makes CUDA take for stacks.
  uint64_t device_bytes() const { return memory_.bytes() + stack_bytes_; }
  // Inputs, auxiliary variables and wide ones of the assignment.
  const r1cs::Offset& size() const { return size_; }

  // Any memory of the host. Requires: `out` is aligned to 8 bytes.
  void pack(std::span<const PostSectorValues> sectors, void* out) const {
    pack_post(shape_, sectors, out);
  }

  // From packed values on the device to the assignment there. `bits` has a word for each 64
  // auxiliary variables or part of them. Requires: addresses are aligned to 8 bytes.
  void enqueue(const gpu::Stream& stream, const void* input, field::Fr* inputs, uint64_t* bits,
               field::Fr* wide) const;

 private:
  PackedPostShape shape_;
  [[maybe_unused]] RegionMaker maker_;
  r1cs::Offset commitments_, sector_size_, size_;
  gpu::DeviceMemory memory_;
  uint64_t stack_bytes_ = 0;
  [[maybe_unused]] gadget::PoseidonTables tables_{};
  [[maybe_unused]] const r1cs::Offset* paths_ = nullptr;
};

}  // namespace cuzk::filecoin
