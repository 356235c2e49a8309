// SPDX-License-Identifier: MIT OR Apache-2.0
// Nobody gets here, since there is no gpu::Device in a build without CUDA.
#include "base/check.h"
#include "filecoin/porep_gpu_witness.h"

namespace cuzk::filecoin {
namespace {

[[noreturn]] void unreachable() {
  base::check_failed("a build without CUDA has no device", __FILE__, __LINE__);
}

}  // namespace

PorepGpuWitness::PorepGpuWitness(gpu::Device&, const PorepShape& shape) : shape_(shape) {
  unreachable();
}

void PorepGpuWitness::enqueue(const gpu::Stream&, const void*, Fr*, uint64_t*, Fr*) const {
  unreachable();
}

}  // namespace cuzk::filecoin
