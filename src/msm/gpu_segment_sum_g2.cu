// SPDX-License-Identifier: MIT OR Apache-2.0
// Segmented sums in G2.
#include "msm/gpu_segment_sum.cuh"

namespace cuzk::msm {

template class SegmentSum<field::Fp2>;

}  // namespace cuzk::msm
