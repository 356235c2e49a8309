// SPDX-License-Identifier: MIT OR Apache-2.0
// How a transform of 2^10 elements and more is made of passes (gpu_pass.cuh), with the vector that
// the first pass reads and the one that the last pass writes open to the caller: the quotient
// forms products there, which saves a pass over memory each.
//
// Pass i has the levels from 9 i; the last one has the last nine levels and skips those that the
// pass before it has done. So 2^27 is three full passes, and 2^26 the same without one level of
// the last. Down the passes run in this order, up in the opposite one. There are two passes or
// more, so the pass of the leaves is another one than that of the root.
#pragma once

#include "base/check.h"
#include "ntt/gpu_domain.h"
#include "ntt/gpu_pass.cuh"

namespace cuzk::ntt {

constexpr unsigned kLogPlanMin = 10;

inline unsigned pass_count(unsigned log_n) { return (log_n + kPassLevels - 1) / kPassLevels; }

inline Pass plan_pass(const GpuDomain& domain, Ring ring, unsigned index) {
  unsigned count = pass_count(domain.log_n());
  bool has_leaves = index + 1 == count;
  unsigned level = has_leaves ? domain.log_n() - kPassLevels : index * kPassLevels;
  Pass pass{};
  pass.roots = domain.roots();
  pass.first_node = ring == Ring::kCyclic ? 0 : uint32_t{1} << level;
  pass.log_stride = domain.log_n() - level - kPassLevels;
  pass.skip = has_leaves ? count * kPassLevels - domain.log_n() : 0;
  return pass;
}

template <class Step, bool kLeaves, class Source, class Sink>
void enqueue_pass(const gpu::Stream& stream, const GpuDomain& domain, const Pass& pass,
                  const Source& source, const Sink& sink) {
  auto blocks = static_cast<unsigned>(domain.size() / kPassElements);
  pass_kernel<Step, kLeaves><<<blocks, kPassThreads, 0, stream.get()>>>(pass, source, sink);
  stream.check_launch("pass_kernel");
}

// Between the first pass and the last, values stand in `values`, below 2 r; `sink` gets reduced
// ones. Requires: domain.log_n() >= kLogPlanMin.
template <class Step, class Source, class Sink>
void enqueue_transform(const gpu::Stream& stream, const GpuDomain& domain, Ring ring,
                       const Source& source, Fr* values, const Sink& sink) {
  base::check(domain.log_n() >= kLogPlanMin, "a transform in passes needs 2^10 elements");
  const unsigned count = pass_count(domain.log_n());
  const Vector vector{values};
  for (unsigned i = 0; i < count; ++i) {
    Pass pass = plan_pass(domain, ring, Step::kIsDown ? i : count - 1 - i);
    if (i == 0) {
      enqueue_pass<Step, !Step::kIsDown>(stream, domain, pass, source, vector);
    } else if (i + 1 < count) {
      enqueue_pass<Step, false>(stream, domain, pass, vector, vector);
    } else {
      pass.is_last = true;
      enqueue_pass<Step, Step::kIsDown>(stream, domain, pass, vector, sink);
    }
  }
}

}  // namespace cuzk::ntt
