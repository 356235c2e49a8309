// SPDX-License-Identifier: MIT OR Apache-2.0
#include "ntt/gpu_domain.h"

#include "base/check.h"
#include "gpu/launch.h"
#include "ntt/gpu_plan.cuh"

namespace cuzk::ntt {
namespace {

using gpu::thread_index;

// The entries [half, 2 half) from those below: times the root of unity of order 4 half.
__global__ void extend_table(Fr* roots, uint32_t half, Fr factor) {
  uint64_t k = thread_index();
  if (k < half) store(roots + half + k, load(roots + k) * factor);
}

__global__ void start_table(Fr* roots) {
  if (thread_index() == 0) store(roots, Fr::one());
}

// One level of all nodes, a butterfly a thread; `half` is half the size of a node.
template <class Step>
__global__ void level_kernel(Fr* values, const Fr* roots, uint32_t first_node, uint32_t half,
                             uint32_t butterflies) {
  auto index = static_cast<uint32_t>(thread_index());
  if (index >= butterflies) return;
  uint32_t node = index / half;
  Fr* u_place = values + 2 * half * node + index % half;
  LazyFr u = load(u_place);
  LazyFr v = load(u_place + half);
  Step::step(u, v, Step::twiddle(roots, first_node + node));
  store(u_place, u.reduced());
  store(u_place + half, v.reduced());
}

template <class Step>
void enqueue_levels(const gpu::Stream& stream, const GpuDomain& domain, Ring ring, Fr* values) {
  const auto butterflies = static_cast<uint32_t>(domain.size() / 2);
  for (unsigned i = 0; i < domain.log_n(); ++i) {
    unsigned level = Step::kIsDown ? i : domain.log_n() - 1 - i;
    uint32_t first_node = ring == Ring::kCyclic ? 0 : uint32_t{1} << level;
    gpu::launch(stream, "level_kernel", level_kernel<Step>, butterflies, values, domain.roots(),
                first_node, butterflies >> level, butterflies);
  }
}

template <class Step>
void enqueue(const gpu::Stream& stream, const GpuDomain& domain, Ring ring, Fr* values) {
  if (domain.log_n() < kLogPlanMin) {
    enqueue_levels<Step>(stream, domain, ring, values);
  } else {
    enqueue_transform<Step>(stream, domain, ring, Vector{values}, values, Vector{values});
  }
}

__global__ void reverse_kernel(Fr* out, const Fr* in, unsigned log_n) {
  auto index = static_cast<uint32_t>(thread_index());
  if (index >> log_n != 0) return;
  uint32_t reversed = log_n == 0 ? 0 : __brev(index) >> (32 - log_n);
  store(out + index, load(in + reversed));
}

}  // namespace

GpuDomain::GpuDomain(const gpu::Stream& stream, unsigned log_n, Fr* table)
    : log_n_(log_n), roots_(table) {
  base::check(log_n <= kLogSizeMax, "a domain that the device can transform");
  gpu::launch(stream, "start_table", start_table, 1, table);
  for (unsigned j = 0; j < log_n; ++j) {
    uint32_t half = uint32_t{1} << j;
    gpu::launch(stream, "extend_table", extend_table, half, table, half,
                field::root_of_unity(j + 2));
  }
}

void GpuDomain::to_values(const gpu::Stream& stream, Fr* values, Ring ring) const {
  enqueue<Down>(stream, *this, ring, values);
}

void GpuDomain::to_coefficients(const gpu::Stream& stream, Fr* values, Ring ring) const {
  enqueue<Up>(stream, *this, ring, values);
}

void enqueue_bit_reversal(const gpu::Stream& stream, Fr* out, const Fr* in, unsigned log_n) {
  gpu::launch(stream, "reverse_kernel", reverse_kernel, uint64_t{1} << log_n, out, in, log_n);
}

}  // namespace cuzk::ntt
