// SPDX-License-Identifier: MIT OR Apache-2.0
// Segmented sums in G1.
#include "msm/gpu_segmented_reduction.cuh"

namespace cuzk::msm {

template class SegmentedReduction<field::Fp>;

}  // namespace cuzk::msm
