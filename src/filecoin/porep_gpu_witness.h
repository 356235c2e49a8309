// SPDX-License-Identifier: MIT OR Apache-2.0
// The witness of a PoRep partition, made on a device from the values of the vanilla proof: bit for
// bit what porep_witness writes on the host, because the same circuit definition runs there, in
// regions (porep_regions.h). The host packs the values (0.8 MB for 32 GiB) and does nothing else.
//
// One kernel runs all regions (r1cs/gpu_regions.cuh); it needs no working memory. The longest of
// them, a column and ten Poseidon hashes in a path, decides the time: 2.4 ms of an H200 for 32 GiB.
// The memory written, 70 MB, would take 20 us. A warp makes the hashes of a path together
// (gadget/poseidon_group.cuh), a thread each compression.
//
// Immutable after construction; any number of threads and streams may use it at the same time.
#pragma once

#include <cstdint>

#include "filecoin/porep_regions.h"
#include "gpu/memory.h"

namespace cuzk::gpu {
class Stream;
}

namespace cuzk::filecoin {

class PorepGpuWitness {
 public:
  // Returns when the constants are on the device.
  PorepGpuWitness(gpu::Device& device, const PorepShape& shape);

  // The packed values of a partition.
  uint64_t input_bytes() const { return shape_.bytes(); }
  // Of the device: constants, and what the first call makes CUDA take for stacks (1.46 GB on an
  // H200).
  uint64_t device_bytes() const { return memory_.bytes() + stack_bytes_; }
  // Inputs, auxiliary variables and wide ones of the assignment.
  const r1cs::Offset& size() const { return size_; }

  // Any memory of the host. Requires: `out` is aligned to 8 bytes.
  void pack(const PorepValues& values, void* out) const { pack_porep(shape_, values, out); }

  // From packed values on the device to the assignment there. `bits` has a word for each 64
  // auxiliary variables or part of them. Requires: addresses are aligned to 8 bytes.
  void enqueue(const gpu::Stream& stream, const void* input, Fr* inputs, uint64_t* bits,
               Fr* wide) const;

 private:
  PackedShape shape_;
  r1cs::Offset challenge_size_, size_;
  gpu::DeviceMemory memory_;
  uint64_t stack_bytes_ = 0;
  gadget::PoseidonTables tables_{};
  const r1cs::Offset* paths_ = nullptr;
  const WitnessRegion* words_ = nullptr;
  unsigned word_count_ = 0;
  r1cs::Offset prologue_;
};

}  // namespace cuzk::filecoin
