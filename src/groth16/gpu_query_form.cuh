// SPDX-License-Identifier: MIT OR Apache-2.0
// Fills the forms of queries (gpu_query_form.h) on the device, and gathers the scalars and points
// of those points that have scalars of their own.
//
// Of a query of mostly bits both are gathered into arrays of their own, since such points are few
// and scattered: they are added at once after the last chunk of the query. Of one that is mostly
// wide the scalars of a chunk are written in the order of its points, and the points stay.
#pragma once

#include "gpu/launch.h"
#include "groth16/gpu_query_form.h"
#include "groth16/point_scalars.h"

namespace cuzk::groth16 {

inline void copy_form(const gpu::Stream& stream, const QueryForm& form, const DeviceForm& out) {
  stream.copy(out.density, form.density.data(), form.density.size());
  stream.copy(out.mask, form.mask.data(), form.mask.size());
  stream.copy(out.ranks, form.ranks.data(), form.ranks.size());
  stream.copy(out.references, form.references.data(), form.references.size());
  stream.copy(out.sources, form.sources.data(), form.sources.size());
}

// The forms outlive the copies.
inline void copy_forms(const gpu::Stream& stream, const QueryForms& forms, const DeviceForms& out) {
  copy_form(stream, forms.l, out.l);
  copy_form(stream, forms.a, out.a);
  copy_form(stream, forms.b, out.b);
  stream.copy(out.wide, forms.wide.words.data(), forms.wide.words.size());
  stream.copy(out.wide_ranks, forms.wide.ranks.data(), forms.wide.ranks.size());
}

// own[i] = the scalar that sources[i] names: an input or a wide value.
static __global__ void gather_scalars(const uint32_t* sources, uint64_t count, const Fr* inputs,
                                      uint32_t num_inputs, const Fr* wide, Fr* own) {
  uint64_t i = gpu::thread_index();
  if (i >= count) return;
  uint32_t source = sources[i];
  own[i] = source < num_inputs ? inputs[source] : wide[source - num_inputs];
}

// The scalars of the points of `count` variables from first_variable on; `first` is that of
// PointScalars.
static __global__ void write_scalars(PointScalars from, uint64_t first_variable, uint64_t count,
                                     uint32_t first, Fr* scalars) {
  uint64_t i = gpu::thread_index();
  if (i < count) from.write(first_variable + i, first, scalars);
}

// own[i] = the point of the i-th reference, for points from `first` on.
template <class F>
__global__ void gather_points(const curve::Affine<F>* points, uint32_t first,
                              const uint32_t* references, uint64_t count, curve::Affine<F>* own) {
  uint64_t i = gpu::thread_index();
  if (i < count) own[i] = points[references[i] - first];
}

}  // namespace cuzk::groth16
