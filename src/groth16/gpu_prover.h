// SPDX-License-Identifier: MIT OR Apache-2.0
// The Groth16 prover on the device: what cpu_prover.h does, from the assignment on (groth16.md 5).
// The host folds a few points, blinds and assembles.
//
//   rows a, b   r1cs/gpu_rows.h; two vectors of m scalars
//   quotient    six transforms in place; c is evaluated from the rows a second time, into the
//               vector that is free by then, so that no third one is needed
//   H           MSM of full-size scalars: sorted digits
//   L, A, B1, B2  MSMs of bits and wide values of the assignment, as it was uploaded
//
// `start` takes over the input of a group of partitions and returns, so that the host can prepare
// the next one; threads put the work on the streams, in turns of the region (gpu_region.h) and
// never more than two turns ahead of the device. `finish` waits for one partition and throws what
// went wrong in it. The plan (gpu_plan.h) says which queries are resident; the others are in pinned
// memory of the host, and chunks are copied ahead of the MSMs (gpu_ring.h).
//
// A prover is alone on its device; or it shares a region with provers of other circuits, one at a
// time; or it is urgent: nobody shares its region, and it has streams of high priority, whose
// kernels start before those of others that wait (residency.md RS-308). Matrices, assignments and
// points are its own. All memory is taken when parameters are set and given back by the destructor.
//
// One thread at a time. The circuit outlives the prover.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "groth16/assignment_program.h"
#include "groth16/cpu_prover.h"
#include "groth16/gpu_parameters.h"
#include "groth16/gpu_region.h"

namespace cuzk::groth16 {

struct GpuProverOptions {
  // Of all device memory of a prover and its parameters, in bytes, without a region that it shares;
  // 0 stands for what is free now.
  uint64_t vram_budget = 0;
  // Partitions that a proof has, and at most this many make a group.
  size_t group_max = 1;
  // Absent: the plain program.
  std::optional<AssignmentProgram> program = std::nullopt;
  // Whether C is evaluated too and every row is checked (first_unsatisfied below). Costs the memory
  // of C and 10 ms a partition of 2^27 rows.
  bool check_rows = false;
  // Shared with provers of other circuits; absent: one of its own.
  std::shared_ptr<GpuRegion> region = nullptr;
  bool is_urgent = false;
  // Where it is, grows by the bytes of points that are streamed to the device.
  std::shared_ptr<std::atomic<uint64_t>> streamed_points = nullptr;
};

class GpuProver {
 public:
  // Uploads the circuit. Throws kGpuOutOfMemory if nothing fits into budget and region.
  GpuProver(gpu::Device& device, const r1cs::Circuit& circuit, const GpuProverOptions& options);
  ~GpuProver();

  // Where the queries have to be.
  const Placements& placements() const;
  // Takes the working memory. Requires: the parameters are there and have the circuit's counts.
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

  // Of the device: circuit, layouts and working memory, without parameters and a shared region.
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
