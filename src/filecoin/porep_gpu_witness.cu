// SPDX-License-Identifier: MIT OR Apache-2.0
#include "filecoin/porep_gpu_witness.h"

#include "gadget/poseidon_group.cuh"
#include "r1cs/gpu_regions.cuh"

namespace cuzk::filecoin {

// The regions of a partition: the paths of all challenges, each a warp's, with the prologue as the
// last of them; then the words.
struct PorepGpuRegions {
  using PathWriter = r1cs::GroupWriter<gadget::PoseidonTables>;

  RegionContext context;
  const r1cs::Offset* paths;
  const WitnessRegion* words;
  unsigned words_of_challenge;
  r1cs::Offset prologue;

  __host__ __device__ unsigned path_count() const {
    return PackedShape::kPaths * context.shape.challenges;
  }
  __host__ __device__ unsigned group_count() const { return path_count() + 1; }
  __host__ __device__ unsigned word_count() const {
    return words_of_challenge * context.shape.challenges;
  }

  __device__ void run_group(unsigned number) const {
    unsigned i = number % context.shape.challenges, path = number / context.shape.challenges;
    if (number == path_count()) {
      PathWriter writer(context.out, prologue, context.tables);
      run_prologue(context, writer);
    } else {
      PathWriter writer(context.out, paths[path] + i * context.challenge_size, context.tables);
      run_path(context, path, i, writer);
    }
  }

  __device__ void run_word(unsigned number) const {
    unsigned i = number % context.shape.challenges, region = number / context.shape.challenges;
    run_word_region(context, words[region], i);
  }
};

PorepGpuWitness::PorepGpuWitness(gpu::Device& device, const PorepShape& shape) : shape_(shape) {
  r1cs::ScopeOffsets offsets = porep_offsets(shape);
  RegionList list(shape, offsets);
  challenge_size_ = list.challenge_size;
  size_ = offsets.block_begin() + shape.challenges * challenge_size_;
  prologue_ = list.prologue;
  word_count_ = static_cast<unsigned>(list.words.size());
  memory_ = r1cs::place_constants(device, [&](const r1cs::ConstantPlacer& place) {
    tables_ = gadget::placed_tables(place);
    paths_ = place(list.paths.data(), list.paths.size());
    words_ = place(list.words.data(), list.words.size());
  });
  stack_bytes_ = r1cs::region_stack_bytes<PorepGpuRegions>(device);
}

void PorepGpuWitness::enqueue(const gpu::Stream& stream, const void* input, Fr* inputs,
                              uint64_t* bits, Fr* wide) const {
  stream.clear(bits, (uint64_t{size_.aux} + 63) / 64);
  const RegionContext context{shape_, input, {inputs, bits, wide}, tables_, challenge_size_};
  r1cs::enqueue_regions(stream, PorepGpuRegions{context, paths_, words_, word_count_, prologue_});
}

}  // namespace cuzk::filecoin
