// SPDX-License-Identifier: MIT OR Apache-2.0
// As gpu_none.cc: nobody gets here, since there is no gpu::Device in a build without CUDA.
#include "base/check.h"
#include "bench/gpu_micro.h"

namespace cuzk::bench {
namespace {

[[noreturn]] void unreachable() {
  base::check_failed("a build without CUDA has no device", __FILE__, __LINE__);
}

}  // namespace

MicroRate micro_multiplier(gpu::Device&, const MicroEffort&) { unreachable(); }
MicroCopy micro_device_copy(gpu::Device&, const MicroEffort&) { unreachable(); }
std::vector<MicroRate> micro_arithmetic(gpu::Device&, const MicroEffort&) { unreachable(); }
std::vector<MicroCopy> micro_copies(gpu::Device&, const MicroEffort&) { unreachable(); }
std::vector<MicroTransform> micro_transforms(gpu::Device&, LogSizes, const MicroEffort&) {
  unreachable();
}
std::vector<MicroMsm> micro_sums_g1(gpu::Device&, LogSizes, const MicroEffort&) { unreachable(); }
std::vector<MicroMsm> micro_sums_g2(gpu::Device&, LogSizes, const MicroEffort&) { unreachable(); }
MicroSlabs micro_slabs(gpu::Device&, const SlabEffort&) { unreachable(); }

}  // namespace cuzk::bench
