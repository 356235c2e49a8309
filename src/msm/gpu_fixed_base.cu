// SPDX-License-Identifier: MIT OR Apache-2.0
#include "msm/gpu_fixed_base.h"

#include "base/check.h"
#include "gpu/launch.h"
#include "msm/gpu_points.cuh"

namespace cuzk::msm {
namespace {

// Segment i: the table entries of scalar i, in `windows` places.
__global__ void list_entries(SignedDigits digits, const Fr* scalars, uint64_t count, uint32_t* keys,
                             uint32_t* references, uint32_t* starts, uint32_t* lengths) {
  uint64_t i = gpu::thread_index();
  if (i > count) return;
  uint64_t first = i * digits.windows();
  uint32_t length = 0;
  if (i < count) {
    SignedDigits::Prepared scalar = digits.prepare(load_words(&scalars[i]));
    for (unsigned window = 0; window < digits.windows(); ++window) {
      int32_t digit = digits.digit(scalar, window);
      keys[first + window] = static_cast<uint32_t>(i);
      if (digit == 0) continue;
      uint64_t multiple = static_cast<uint64_t>(digit < 0 ? -digit : digit);
      uint64_t entry = window * digits.digit_max() + multiple - 1;
      references[first + length++] = static_cast<uint32_t>(entry) | (digit < 0 ? kNegated : 0);
    }
  }
  starts[i] = static_cast<uint32_t>(first);
  lengths[i] = length;
}

}  // namespace

template <class F>
GpuFixedBase<F>::GpuFixedBase(const gpu::Stream& stream, gpu::Arena& arena,
                              const FixedBase<F>& base, uint64_t scalars_max)
    : digits_(base.digits()),
      scalars_max_(scalars_max),
      table_points_(static_cast<uint32_t>(base.table().size())),
      table_(arena.take<Affine<F>>(table_points_)),
      list_(arena, scalars_max * digits_.windows(), scalars_max),
      sums_(arena, scalars_max * digits_.windows(), scalars_max, 0) {
  if (arena.measures()) return;
  list_.enqueue_clear(stream);
  stream.copy(table_, base.table().data(), table_points_);
  stream.wait();
}

template <class F>
void GpuFixedBase<F>::enqueue(const gpu::Stream& stream, const Fr* scalars, uint64_t count,
                              Affine<F>* out) {
  base::check(count <= scalars_max_, "the scalars are as many as planned");
  gpu::launch(stream, "list_entries", list_entries, count + 1, digits_, scalars, count, list_.keys,
              list_.references, list_.starts, list_.lengths);
  sums_.enqueue(stream,
                {table_, table_points_, 0, count * digits_.windows(), static_cast<uint32_t>(count),
                 digits_.windows()},
                list_, out);
}

template class GpuFixedBase<field::Fp>;
template class GpuFixedBase<field::Fp2>;

}  // namespace cuzk::msm
