// SPDX-License-Identifier: MIT OR Apache-2.0
// Multiples of a generator by the hundred million, for setup on the device.
//
// Scalars go up and points come back (or stay) chunk by chunk through a pinned buffer and the
// table of msm/gpu_fixed_base.h. About 1.5e8 points a second in G1 and 5e7 in G2 on an H200, so the
// way to the disk or over the bus takes longer than the points. Holds 4 GB (G1) or 7 GB (G2) of
// device memory while it exists. One thread; every call returns when its points are there.
#pragma once

#include <memory>
#include <span>

#include "gpu/device.h"
#include "groth16/point_io.h"

namespace cuzk::groth16 {

template <class F>
class GpuMultiplier {
 public:
  // Multiples of [multiple] generator. Throws kGpuOutOfMemory.
  GpuMultiplier(gpu::Device& device, const Affine<F>& generator, const Fr& multiple);
  ~GpuMultiplier();

  Affine<F> multiply(const Fr& scalar);
  // `out` is memory of the host, of any kind, or of the device, for scalars.size() points.
  void multiply(std::span<const Fr> scalars, Affine<F>* out);
  // The scalars first, first * ratio, first * ratio^2, ...
  void multiply_powers(const Fr& first, const Fr& ratio, uint64_t count, Affine<F>* out);

 private:
  struct State;

  void multiply_chunk(uint64_t count, Affine<F>* out);

  std::unique_ptr<State> state_;
};

extern template class GpuMultiplier<Fp>;
extern template class GpuMultiplier<Fp2>;

}  // namespace cuzk::groth16
