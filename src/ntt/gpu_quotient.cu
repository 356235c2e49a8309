// SPDX-License-Identifier: MIT OR Apache-2.0
#include "ntt/gpu_quotient.h"

#include "gpu/launch.h"
#include "ntt/gpu_plan.cuh"

namespace cuzk::ntt {
namespace {

// Source of a pass: the products of two vectors.
struct Products {
  static constexpr int kUnroll = 2;
  const Fr* a;
  const Fr* b;

  __device__ __forceinline__ LazyFr load(uint32_t index) const {
    return LazyFr(ntt::load(a + index)) * ntt::load(b + index);
  }
};

// Sink of a pass that gives m C: turns m^3 D in `d` into (C - D) / 2. The factors are powers of
// two, which costs four rows of a reduction instead of two products.
struct Combination {
  Fr* d;
  unsigned log_n;

  __device__ __forceinline__ void store(uint32_t index, const LazyFr& c) const {
    LazyFr half_c = c.divided_by_power_of_two(log_n + 1);
    LazyFr half_d = LazyFr(ntt::load(d + index)).divided_by_power_of_two(3 * log_n + 1);
    ntt::store(d + index, (half_c - half_d).reduced());
  }
};

// For vectors too short for passes.
__global__ void products_kernel(Products source, Fr* out, uint32_t count) {
  auto index = static_cast<uint32_t>(gpu::thread_index());
  if (index < count) store(out + index, source.load(index).reduced());
}

__global__ void combination_kernel(Combination sink, const Fr* c, uint32_t count) {
  auto index = static_cast<uint32_t>(gpu::thread_index());
  if (index < count) sink.store(index, load(c + index));
}

}  // namespace

void enqueue_negacyclic_product(const gpu::Stream& stream, const GpuDomain& domain, Fr* a, Fr* b) {
  for (Fr* vector : {a, b}) {
    domain.to_coefficients(stream, vector, Ring::kCyclic);
    domain.to_values(stream, vector, Ring::kNegacyclic);
  }
  if (domain.log_n() >= kLogPlanMin) {
    enqueue_transform<Up>(stream, domain, Ring::kNegacyclic, Products{a, b}, a, Vector{a});
    return;
  }
  auto count = static_cast<uint32_t>(domain.size());
  gpu::launch(stream, "products_kernel", products_kernel, count, Products{a, b}, a, count);
  domain.to_coefficients(stream, a, Ring::kNegacyclic);
}

void enqueue_quotient(const gpu::Stream& stream, const GpuDomain& domain, Fr* d, Fr* c) {
  const Combination combination{d, domain.log_n()};
  if (domain.log_n() >= kLogPlanMin) {
    enqueue_transform<Up>(stream, domain, Ring::kCyclic, Vector{c}, c, combination);
    return;
  }
  domain.to_coefficients(stream, c, Ring::kCyclic);
  auto count = static_cast<uint32_t>(domain.size());
  gpu::launch(stream, "combination_kernel", combination_kernel, count, combination, c, count);
}

}  // namespace cuzk::ntt
