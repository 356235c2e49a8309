// SPDX-License-Identifier: MIT OR Apache-2.0
// Segmented sums in G2.
#include "msm/gpu_segmented_reduction.cuh"

namespace cuzk::msm {

template class SegmentedReduction<field::Fp2>;

}  // namespace cuzk::msm
