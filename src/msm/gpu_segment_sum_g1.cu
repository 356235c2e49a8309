// SPDX-License-Identifier: MIT OR Apache-2.0
// Segmented sums in G1.
#include "msm/gpu_segment_sum.cuh"

namespace cuzk::msm {

template class SegmentSum<field::Fp>;

}  // namespace cuzk::msm
