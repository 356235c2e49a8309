// SPDX-License-Identifier: MIT OR Apache-2.0
// What a circuit takes of a device, from the circuit alone and without a device: for budgets that
// are divided before anything is loaded (residency.md RS-201).
//
// Takes half a second and some hundred MB of the host for a 32 GiB PoRep, as the matrices are
// recoded for it; made once for a circuit and kept. Sizes agree with what GpuProver takes, to the
// byte. Not in them is what CUDA itself takes, and what the program that writes assignments takes
// beside inputs and assignments (AssignmentProgram::device_bytes).
#pragma once

#include "groth16/gpu_plan.h"

namespace cuzk::groth16 {

struct GpuFootprint {
  uint64_t circuit_bytes = 0;  // matrices and layouts, which are always there
  PlanSizes plan;

  // Beside the region, with no points and one partition in flight, and with all points resident.
  // GpuProverOptions::vram_budget of a prover in a shared region is between them.
  uint64_t device_bytes_min() const { return circuit_bytes + plan.own_bytes_min; }
  uint64_t device_bytes_max() const { return circuit_bytes + plan.own_bytes_max; }
};

// `input_bytes` of the program that writes assignments. Rows are not checked.
GpuFootprint gpu_footprint(const r1cs::Circuit& circuit, uint64_t input_bytes, size_t group_max);

}  // namespace cuzk::groth16
