// SPDX-License-Identifier: MIT OR Apache-2.0
// [k_i] P for one point P and many scalars on the device, as setup needs them by the hundred
// million: the table of multiples of fixed_base.h, from which a scalar takes one entry a window, so
// that its product is a segment of a segmented sum (gpu_segmented_reduction.h).
//
// The table (8 MB in G1, 16 in G2) stays in the second-level cache. Cost: one affine addition a
// window, 20 a scalar; scratch about 90 bytes (G1) for each of 20 items a scalar of one call.
// Nothing is allocated after construction; calls are ordered by their stream.
#pragma once

#include <cstdint>

#include "msm/fixed_base.h"
#include "msm/gpu_segmented_reduction.h"

namespace cuzk::msm {

template <class F>
class GpuFixedBase {
 public:
  // Uploads the table and waits for it. For at most `scalars_max` scalars a call.
  GpuFixedBase(const gpu::Stream& stream, gpu::Arena& arena, const FixedBase<F>& base,
               uint64_t scalars_max);

  // out[i] = [scalars[i]] P, all on the device. Requires: count <= scalars_max.
  void enqueue(const gpu::Stream& stream, const Fr* scalars, uint64_t count, Affine<F>* out);

 private:
  SignedDigits digits_;
  uint64_t scalars_max_;
  uint32_t table_points_;
  Affine<F>* table_;
  SegmentList list_;
  SegmentedReduction<F> sums_;
};

extern template class GpuFixedBase<field::Fp>;
extern template class GpuFixedBase<field::Fp2>;

}  // namespace cuzk::msm
