// SPDX-License-Identifier: MIT OR Apache-2.0
#include "groth16/gpu_multiplier.h"

#include <algorithm>

#include "gpu/arena.h"
#include "gpu/launch.h"
#include "gpu/memory.h"
#include "msm/gpu_fixed_base.h"

namespace cuzk::groth16 {
namespace {

constexpr uint64_t kChunk = uint64_t{1} << 21;

// scalars[i] *= multiple
__global__ void scale(Fr* scalars, uint64_t count, Fr multiple) {
  uint64_t i = gpu::thread_index();
  if (i < count) scalars[i] = scalars[i] * multiple;
}

// scalars[i] = first * ratio^i, a run of them a thread.
constexpr uint64_t kRun = 64;
__global__ void fill_powers(Fr* scalars, uint64_t count, Fr first, Fr ratio) {
  uint64_t begin = gpu::thread_index() * kRun;
  if (begin >= count) return;
  Fr power = first * ratio.pow(begin);
  for (uint64_t i = begin; i < min(begin + kRun, count); ++i) {
    scalars[i] = power;
    power = power * ratio;
  }
}

}  // namespace

template <class F>
struct GpuMultiplier<F>::State {
  State(gpu::Device& device, const Affine<F>& generator, const Fr& multiplier)
      : base(generator, UINT32_MAX),
        multiple(multiplier),
        stream(device),
        memory(device, bytes(stream, base)),
        arena(memory.data(), memory.bytes()),
        scalars(arena.take<Fr>(kChunk)),
        points(arena.take<Affine<F>>(kChunk)),
        products(stream, arena, base, kChunk),
        staging(device, kChunk * std::max(sizeof(Fr), sizeof(Affine<F>))) {}

  static uint64_t bytes(const gpu::Stream& stream, const msm::FixedBase<F>& base) {
    gpu::Arena measure;
    measure.take<Fr>(kChunk);
    measure.take<Affine<F>>(kChunk);
    msm::GpuFixedBase<F> plan(stream, measure, base, kChunk);
    return measure.peak();
  }

  msm::FixedBase<F> base;
  Fr multiple;
  gpu::Stream stream;
  gpu::DeviceMemory memory;
  gpu::Arena arena;
  Fr* scalars;
  Affine<F>* points;
  msm::GpuFixedBase<F> products;
  gpu::PinnedMemory staging;
};

template <class F>
GpuMultiplier<F>::GpuMultiplier(gpu::Device& device, const Affine<F>& generator, const Fr& multiple)
    : state_(std::make_unique<State>(device, generator, multiple)) {}

template <class F>
GpuMultiplier<F>::~GpuMultiplier() {
  state_->stream.settle();
}

// The scalars stand on the device.
template <class F>
void GpuMultiplier<F>::multiply_chunk(uint64_t count, Affine<F>* out) {
  State& s = *state_;
  gpu::launch(s.stream, "scale", scale, count, s.scalars, count, s.multiple);
  s.products.enqueue(s.stream, s.scalars, count, s.points);
  s.stream.copy(out, static_cast<const Affine<F>*>(s.points), count);
  s.stream.wait();
}

template <class F>
Affine<F> GpuMultiplier<F>::multiply(const Fr& scalar) {
  Affine<F> out;
  multiply(std::span(&scalar, 1), &out);
  return out;
}

template <class F>
void GpuMultiplier<F>::multiply(std::span<const Fr> scalars, Affine<F>* out) {
  State& s = *state_;
  for (uint64_t first = 0; first < scalars.size(); first += kChunk) {
    uint64_t count = std::min<uint64_t>(kChunk, scalars.size() - first);
    std::copy_n(scalars.data() + first, count, s.staging.template as<Fr>());
    s.stream.copy(s.scalars, static_cast<const Fr*>(s.staging.template as<Fr>()), count);
    multiply_chunk(count, out + first);
  }
}

template <class F>
void GpuMultiplier<F>::multiply_powers(const Fr& first, const Fr& ratio, uint64_t count,
                                       Affine<F>* out) {
  State& s = *state_;
  Fr power = first;
  const Fr step = ratio.pow(kChunk);
  for (uint64_t done = 0; done < count; done += kChunk) {
    uint64_t chunk = std::min(kChunk, count - done);
    gpu::launch(s.stream, "fill_powers", fill_powers, (chunk + kRun - 1) / kRun, s.scalars, chunk,
                power, ratio);
    multiply_chunk(chunk, out + done);
    power *= step;
  }
}

template class GpuMultiplier<Fp>;
template class GpuMultiplier<Fp2>;

}  // namespace cuzk::groth16
