// SPDX-License-Identifier: MIT OR Apache-2.0
// Long vectors for the test and the benchmark of the transforms on the device, where the host would
// take minutes: pseudo-random elements, values of a polynomial by its definition, comparison.
//
// A DeviceVector owns its memory and starts out as bytes 0xff, which is no element, so that what a
// kernel forgets to write shows. Functions of the host run on the stream and wait.
#pragma once

#include <algorithm>
#include <vector>

#include "gpu/launch.h"
#include "gpu/memory.h"
#include "gpu/stream.h"
#include "ntt/gpu_pass.cuh"

namespace cuzk::ntt {

class DeviceVector {
 public:
  DeviceVector(const gpu::Stream& stream, uint64_t count)
      : memory_(stream.device(), count * sizeof(Fr)), count_(count) {
    poison(stream);
  }

  Fr* data() const { return static_cast<Fr*>(memory_.data()); }
  uint64_t size() const { return count_; }

  void poison(const gpu::Stream& stream) const {
    gpu::check_cuda(stream.device(),
                    cudaMemsetAsync(data(), 0xff, count_ * sizeof(Fr), stream.get()),
                    "cudaMemsetAsync");
  }
  void assign(const gpu::Stream& stream, const std::vector<Fr>& values) const {
    stream.copy(data(), values.data(), values.size());
    stream.wait();
  }
  std::vector<Fr> to_host(const gpu::Stream& stream) const {
    std::vector<Fr> out(count_);
    stream.copy(out.data(), static_cast<const Fr*>(data()), count_);
    stream.wait();
    return out;
  }
  Fr at(const gpu::Stream& stream, uint64_t index) const {
    Fr out;
    stream.copy(&out, static_cast<const Fr*>(data() + index), 1);
    stream.wait();
    return out;
  }

 private:
  gpu::DeviceMemory memory_;
  uint64_t count_;
};

// A bijection of 64-bit words that scatters neighbours (the finalizer of splitmix64).
__device__ inline uint64_t scattered(uint64_t word) {
  word = (word ^ word >> 30) * 0xbf58476d1ce4e5b9;
  word = (word ^ word >> 27) * 0x94d049bb133111eb;
  return word ^ word >> 31;
}

__device__ inline Fr pseudo_random(uint64_t seed, uint64_t index) {
  field::Limbs<4> limbs;
  for (unsigned i = 0; i < 4; ++i) limbs[i] = scattered(seed * 0x9e3779b97f4a7c15 + 4 * index + i);
  limbs[3] >>= 2;  // below r
  return Fr::from_montgomery(limbs);
}

static __global__ void fill_kernel(Fr* out, uint64_t count, uint64_t seed) {
  uint64_t index = gpu::thread_index();
  if (index < count) out[index] = pseudo_random(seed, index);
}

inline void fill_pseudo_random(const gpu::Stream& stream, const DeviceVector& out, uint64_t seed) {
  gpu::launch(stream, "fill_kernel", fill_kernel, out.size(), out.data(), out.size(), seed);
}

// parts[i] = x^(i chunk) times the value at x of the i-th chunk of coefficients.
static __global__ void evaluate_kernel(const Fr* coefficients, uint64_t count, uint64_t chunk, Fr x,
                                       Fr* parts) {
  uint64_t index = gpu::thread_index();
  uint64_t begin = index * chunk;
  if (begin >= count) return;
  Fr sum = Fr::zero();
  for (uint64_t i = std::min(begin + chunk, count); i-- > begin;) sum = sum * x + coefficients[i];
  parts[index] = sum * x.pow(begin);
}

// The value of the polynomial at x.
inline Fr evaluate_on_device(const gpu::Stream& stream, const DeviceVector& coefficients,
                             const Fr& x) {
  uint64_t chunk = std::max<uint64_t>(coefficients.size() >> 17, 1);
  uint64_t chunks = (coefficients.size() + chunk - 1) / chunk;
  DeviceVector parts(stream, chunks);
  gpu::launch(stream, "evaluate_kernel", evaluate_kernel, chunks, coefficients.data(),
              coefficients.size(), chunk, x, parts.data());
  Fr sum = Fr::zero();
  for (const Fr& part : parts.to_host(stream)) sum += part;
  return sum;
}

static __global__ void count_different_kernel(const Fr* a, const Fr* b, uint64_t count, Fr factor,
                                              unsigned long long* different) {
  uint64_t index = gpu::thread_index();
  if (index < count && a[index] != b[index] * factor) atomicAdd(different, 1);
}

// How many i there are with a[i] != factor * b[i].
inline uint64_t count_different(const gpu::Stream& stream, const DeviceVector& a,
                                const DeviceVector& b, const Fr& factor) {
  gpu::DeviceMemory counter(stream.device(), sizeof(unsigned long long));
  auto* different = static_cast<unsigned long long*>(counter.data());
  stream.clear(different, 1);
  gpu::launch(stream, "count_different_kernel", count_different_kernel, a.size(), a.data(),
              b.data(), a.size(), factor, different);
  unsigned long long out = 0;
  stream.copy(&out, static_cast<const unsigned long long*>(different), 1);
  stream.wait();
  return out;
}

}  // namespace cuzk::ntt
