// SPDX-License-Identifier: MIT OR Apache-2.0
// What a circuit takes of a device, from the circuit alone and without a device: for budgets that
// are divided before anything is loaded (residency.md RS-201).
//
// Takes half a second and some hundred MB of the host for a 32 GiB PoRep, as the matrices are
// recoded for it. A value; copies share the query forms, 150 MB for a 32 GiB PoRep, so it is to be
// kept for as long as plans are asked for only. Sizes agree with what GpuProver takes, to the byte.
// Not in them is what CUDA itself takes (kContextBytes), and what the program that writes
// assignments takes beside inputs and assignments (AssignmentProgram::device_bytes).
#pragma once

#include <algorithm>
#include <memory>

#include "groth16/gpu_plan.h"

namespace cuzk::groth16 {

// Device memory that CUDA itself takes for a process: code, and stacks of ordinary kernels.
inline constexpr uint64_t kContextBytes = uint64_t{640} << 20;

struct GpuFootprint {
  uint64_t circuit_bytes = 0;  // matrices and layouts, which are always there
  size_t group_max = 1;
  CircuitShape shape{};
  std::shared_ptr<const QueryForms> forms;  // of the shape
  PlanSizes plan;

  // Beside the region, with no points and one partition in flight, and with all points resident.
  // GpuProverOptions::vram_budget of a prover in a shared region is between them.
  uint64_t device_bytes_min() const { return circuit_bytes + plan.own_bytes_min; }
  uint64_t device_bytes_max() const { return circuit_bytes + plan.own_bytes_max; }
  uint64_t point_bytes_max() const { return query_bytes(shape.counts); }

  // What GpuProver plans in so many bytes, those of the circuit among them.
  GpuPlan alone(uint64_t bytes) const {
    return plan_alone(shape, group_max, bytes - std::min(bytes, circuit_bytes));
  }
  GpuPlan in_region(uint64_t region_bytes, uint64_t bytes) const {
    return plan_in_region(shape, group_max, region_bytes, bytes - std::min(bytes, circuit_bytes));
  }
};

// `input_bytes` of the program that writes assignments. Rows are not checked.
GpuFootprint gpu_footprint(const r1cs::Circuit& circuit, uint64_t input_bytes, size_t group_max);

}  // namespace cuzk::groth16
