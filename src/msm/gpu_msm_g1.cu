// SPDX-License-Identifier: MIT OR Apache-2.0
// Sums with scalars in G1.
#include "msm/gpu_msm.cuh"

namespace cuzk::msm {

template class GpuMsm<field::Fp>;

}  // namespace cuzk::msm
