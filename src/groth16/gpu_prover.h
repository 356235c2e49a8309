// SPDX-License-Identifier: MIT OR Apache-2.0
// The Groth16 prover on the device: what prover.h does, from the assignment on (groth16.md section
// 5). Rows, quotient and the sum H run on one stream, the other sums on a second one beside them,
// which fills the gaps that short launches leave; streamed sums all run on the first. The host
// folds a few points, blinds and assembles.
//
//   rows a, b   r1cs/gpu_rows.h; two vectors of m scalars
//   quotient    six transforms in place; c is evaluated from the rows a second time, into the
//               vector that is free by then, so that no third one is needed
//   H           full-size scalars: sorted digits
//   L, A, B1, B2  bits and wide values of the assignment, as it was uploaded
//
// `start` takes over the input of a partition and returns, so that the host can prepare the next
// one; a thread puts the work on the streams. `finish` waits for it and throws what went wrong. At
// most kInFlight partitions are started and not finished. All memory is taken when parameters are
// set: working memory as large as the budget leaves, never less than the plan needs. With less
// memory sums go through their points in more pieces; where the queries do not fit beside it at all
// they stand in memory of the host (Placement::kHost), and pieces are copied ahead of the sums
// (gpu_ring.h).
//
// One thread at a time. The circuit outlives the prover.
#pragma once

#include <memory>

#include "groth16/gpu_parameters.h"
#include "groth16/prover.h"

namespace cuzk::groth16 {

class GpuProver {
 public:
  static constexpr size_t kInFlight = 2;

  // Uploads the circuit. `vram_budget` bounds all device memory of this prover and its parameters,
  // in bytes; 0 stands for what is free now. Throws kGpuOutOfMemory if nothing fits into it.
  GpuProver(gpu::Device& device, const r1cs::Circuit& circuit, uint64_t vram_budget);
  ~GpuProver();

  // Where the queries have to stand.
  Placement placement() const;
  // Takes the working memory. Requires: the parameters stand there and have the circuit's counts.
  // Throws kGpuOutOfMemory, kOutOfMemory.
  void set_parameters(std::shared_ptr<const GpuParameters> parameters);

  struct Pending {
    size_t slot;
  };
  // Requires: parameters are set, fewer than kInFlight are pending, the assignment has the
  // circuit's counts.
  Pending start(const r1cs::Assignment& assignment);
  // Throws kPointInfinity, kGpuFault.
  Proof finish(Pending pending, ProveTimes* times = nullptr);

  // Of the device: circuit, layouts and working memory, without the parameters.
  uint64_t device_bytes() const;
  // Bytes that each proof moves to the device.
  uint64_t streamed_bytes() const;

 private:
  friend Proof finish_with_randomizers(GpuProver&, Pending, const Randomizers&);

  Proof finish_blinded(Pending pending, const Randomizers& randomizers, ProveTimes* times);

  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace cuzk::groth16
