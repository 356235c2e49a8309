// SPDX-License-Identifier: MIT OR Apache-2.0
// Nobody gets here, since there is no gpu::Device in a build without CUDA.
#include "base/check.h"
#include "filecoin/post_gpu_witness.h"

namespace cuzk::filecoin {
namespace {

[[noreturn]] void unreachable() {
  base::check_failed("a build without CUDA has no device", __FILE__, __LINE__);
}

}  // namespace

PostGpuWitness::PostGpuWitness(gpu::Device&, const PostShape& shape, RegionMaker maker)
    : shape_(shape), maker_(maker) {
  unreachable();
}

void PostGpuWitness::enqueue(const gpu::Stream&, const void*, field::Fr*, uint64_t*,
                             field::Fr*) const {
  unreachable();
}

}  // namespace cuzk::filecoin
