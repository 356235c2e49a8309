// SPDX-License-Identifier: MIT OR Apache-2.0
// Fills a query's form (gpu_query_form.h) on the device, and gathers the scalars and points of
// those of its points that have scalars of their own.
//
// Both are gathered into arrays of their own, since such points are few and scattered: they are
// added at once after the last chunk of the query.
#pragma once

#include "gpu/launch.h"
#include "groth16/gpu_query_form.h"

namespace cuzk::groth16 {

// The form outlives the copies.
inline void copy_form(const gpu::Stream& stream, const QueryForm& form, const DeviceForm& out) {
  stream.copy(out.density, form.density.data(), form.density.size());
  stream.copy(out.mask, form.mask.data(), form.mask.size());
  stream.copy(out.ranks, form.ranks.data(), form.ranks.size());
  stream.copy(out.references, form.references.data(), form.references.size());
  stream.copy(out.sources, form.sources.data(), form.sources.size());
}

// own[i] = the scalar that sources[i] names: an input or a wide value.
static __global__ void gather_scalars(const uint32_t* sources, uint64_t count, const Fr* inputs,
                                      uint32_t num_inputs, const Fr* wide, Fr* own) {
  uint64_t i = gpu::thread_index();
  if (i >= count) return;
  uint32_t source = sources[i];
  own[i] = source < num_inputs ? inputs[source] : wide[source - num_inputs];
}

// own[i] = the point of the i-th reference, for points from `first` on.
template <class F>
__global__ void gather_points(const curve::Affine<F>* points, uint32_t first,
                              const uint32_t* references, uint64_t count, curve::Affine<F>* own) {
  uint64_t i = gpu::thread_index();
  if (i < count) own[i] = points[references[i] - first];
}

}  // namespace cuzk::groth16
