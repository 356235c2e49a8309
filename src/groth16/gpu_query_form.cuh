// SPDX-License-Identifier: MIT OR Apache-2.0
// A query's form (query_chunks.h) on the device, and what gathers the scalars and points of those
// of its points that are not added as they stand.
//
// Both are gathered into arrays of their own, since such points are few and scattered: they are
// added at once when the last chunk of the query was there.
#pragma once

#include <vector>

#include "gpu/arena.h"
#include "gpu/launch.h"
#include "groth16/params_file.h"
#include "groth16/query_chunks.h"

namespace cuzk::groth16 {

struct DeviceForm {
  const uint64_t* density = nullptr;
  const uint64_t* mask = nullptr;
  const uint32_t* ranks = nullptr;
  const uint32_t* references = nullptr;
  const uint32_t* sources = nullptr;

  DeviceForm() = default;
  // Takes memory and, with a stream, fills it.
  DeviceForm(gpu::Arena& arena, const QueryForm& form, const gpu::Stream* stream)
      : density(put(arena, form.density, stream)),
        mask(put(arena, form.mask, stream)),
        ranks(put(arena, form.ranks, stream)),
        references(put(arena, form.references, stream)),
        sources(put(arena, form.sources, stream)) {}

 private:
  template <class T>
  static const T* put(gpu::Arena& arena, const std::vector<T>& values, const gpu::Stream* stream) {
    T* out = arena.take<T>(values.size());
    if (stream != nullptr) stream->copy(out, values.data(), values.size());
    return out;
  }
};

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
__global__ void gather_points(const Affine<F>* points, uint32_t first, const uint32_t* references,
                              uint64_t count, Affine<F>* own) {
  uint64_t i = gpu::thread_index();
  if (i < count) own[i] = points[references[i] - first];
}

}  // namespace cuzk::groth16
