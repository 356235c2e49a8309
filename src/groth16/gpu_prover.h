// SPDX-License-Identifier: MIT OR Apache-2.0
// The Groth16 prover on the device: what prover.h does, from the assignment on (groth16.md 5).
// Rows, quotient and the sum H run on one stream, the other sums on a second one beside them,
// which fills the gaps that short launches leave; streamed sums all run on the first. The host
// folds a few points, blinds and assembles.
//
//   rows a, b   r1cs/gpu_rows.h; two vectors of m scalars
//   quotient    six transforms in place; c is evaluated from the rows a second time, into the
//               vector that is free by then, so that no third one is needed
//   H           full-size scalars: sorted digits
//   L, A, B1, B2  bits and wide values of the assignment, as it was uploaded
//
// `start` takes over the input of a group of partitions and returns, so that the host can prepare
// the next one; threads put the work on the streams. `finish` waits for one partition and throws
// what went wrong in it. All memory is taken when parameters are set: working memory as large as
// the budget leaves, never less than the plan needs. With less memory sums go through their points
// in more chunks; where the queries do not fit beside it at all they stand in memory of the host
// (Placement::kHost), and chunks are copied ahead of the sums (gpu_ring.h). Then a group is up to a
// whole proof's partitions, for which L, A, B1 and B2 are streamed once (gpu_plan.h).
//
// One thread at a time. The circuit outlives the prover.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "groth16/assignment_program.h"
#include "groth16/cpu_prover.h"
#include "groth16/gpu_parameters.h"

namespace cuzk::groth16 {

struct GpuProverOptions {
  // Of all device memory of a prover and its parameters, in bytes; 0 stands for what is free now.
  uint64_t vram_budget = 0;
  // Partitions that a proof has, and at most this many make a group.
  size_t group_max = 1;
  // Absent: the plain program.
  std::optional<AssignmentProgram> program;
  // Whether C is evaluated too and every row is checked (first_unsatisfied below). Costs the memory
  // of C and 10 ms a partition of 2^27 rows.
  bool check_rows = false;
};

class GpuProver {
 public:
  // Uploads the circuit. Throws kGpuOutOfMemory if nothing fits into the budget.
  GpuProver(gpu::Device& device, const r1cs::Circuit& circuit, const GpuProverOptions& options);
  ~GpuProver();

  // Where the queries have to stand.
  Placement placement() const;
  // Takes the working memory. Requires: the parameters stand there and have the circuit's counts.
  // Throws kGpuOutOfMemory, kOutOfMemory.
  void set_parameters(std::shared_ptr<const GpuParameters> parameters);

  // Partitions that may be started together, and that may be pending in all: one group of those
  // that are streamed, or two partitions.
  size_t group_max() const;
  size_t in_flight_max() const;

  struct Pending {
    size_t slot;
  };
  // One Pending for each input. Requires: parameters are set, the inputs are those of the program,
  // 1 to group_max(), and no more than in_flight_max() are pending then.
  std::vector<Pending> start(std::span<const PackInput> inputs);
  // The number of the first row that does not hold; waits for the partition, which is to be
  // finished all the same. Requires: rows are checked. Throws kGpuFault.
  std::optional<uint64_t> first_unsatisfied(Pending pending);
  // Throws kPointInfinity, kGpuFault.
  Proof finish(Pending pending, ProveTimes* times = nullptr);

  // Of the device: circuit, layouts and working memory, without the parameters.
  uint64_t device_bytes() const;
  // Bytes that a full group moves to the device.
  uint64_t streamed_bytes() const;

 private:
  friend Proof finish_with_randomizers(GpuProver&, Pending, const Randomizers&);

  Proof finish_blinded(Pending pending, const Randomizers& randomizers, ProveTimes* times);

  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace cuzk::groth16
