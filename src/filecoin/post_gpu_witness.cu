// SPDX-License-Identifier: MIT OR Apache-2.0
#include "filecoin/post_gpu_witness.h"

#include "gadget/poseidon_group.cuh"
#include "r1cs/gpu_regions.cuh"
#include "r1cs/region_writer.h"

namespace cuzk::filecoin {

// The regions of a partition: the paths of all sectors, then their commitments.
template <RegionMaker kMaker>
struct PostGpuRegions {
  PostRegionContext context;
  r1cs::Offset commitments, sector_size;
  const r1cs::Offset* paths;

  __host__ __device__ unsigned path_count() const {
    return context.shape.sectors * context.shape.challenges;
  }
  __host__ __device__ unsigned count() const { return path_count() + context.shape.sectors; }
  __host__ __device__ unsigned group_count() const {
    return kMaker == RegionMaker::kWarp ? count() : 0;
  }
  __host__ __device__ unsigned word_count() const {
    return kMaker == RegionMaker::kThread ? count() : 0;
  }

  __device__ void run_group(unsigned number) const {
    if constexpr (kMaker == RegionMaker::kWarp) {
      run<r1cs::GroupWriter<gadget::PoseidonTables>>(number);
    }
  }
  __device__ void run_word(unsigned number) const {
    if constexpr (kMaker == RegionMaker::kThread) {
      run<r1cs::RegionWriter<gadget::PoseidonTables>>(number);
    }
  }

  template <class Writer>
  __device__ void run(unsigned number) const {
    if (number < path_count()) {
      const unsigned i = number / context.shape.challenges;
      const unsigned challenge = number % context.shape.challenges;
      Writer writer(context.out, paths[challenge] + i * sector_size, context.tables);
      run_path(context, i, challenge, writer);
    } else {
      const unsigned i = number - path_count();
      Writer writer(context.out, commitments + i * sector_size, context.tables);
      run_commitments(context, i, writer);
    }
  }
};

using WarpRegions = PostGpuRegions<RegionMaker::kWarp>;
using ThreadRegions = PostGpuRegions<RegionMaker::kThread>;

PostGpuWitness::PostGpuWitness(gpu::Device& device, const PostShape& shape, RegionMaker maker)
    : shape_(shape), maker_(maker) {
  const r1cs::ScopeOffsets offsets = post_offsets(shape);
  const PostRegionList list(shape, offsets);
  commitments_ = list.commitments;
  sector_size_ = list.sector_size;
  size_ = offsets.block_begin() + shape.sectors * sector_size_;
  memory_ = r1cs::place_constants(device, [&](const r1cs::ConstantPlacer& place) {
    tables_ = gadget::placed_tables(place);
    paths_ = place(list.paths.data(), list.paths.size());
  });
  stack_bytes_ = maker == RegionMaker::kWarp ? r1cs::region_stack_bytes<WarpRegions>(device)
                                             : r1cs::region_stack_bytes<ThreadRegions>(device);
}

void PostGpuWitness::enqueue(const gpu::Stream& stream, const void* input, field::Fr* inputs,
                             uint64_t* bits, field::Fr* wide) const {
  stream.clear(bits, (uint64_t{size_.aux} + 63) / 64);
  const PostRegionContext context{shape_, input, {inputs, bits, wide}, tables_};
  if (maker_ == RegionMaker::kWarp) {
    r1cs::enqueue_regions(stream, WarpRegions{context, commitments_, sector_size_, paths_});
  } else {
    r1cs::enqueue_regions(stream, ThreadRegions{context, commitments_, sector_size_, paths_});
  }
}

}  // namespace cuzk::filecoin
