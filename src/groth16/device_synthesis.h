// SPDX-License-Identifier: MIT OR Apache-2.0
// What a prover on a device makes of a partition before its MSMs, brought to the host: the
// assignment that the program wrote, and the row values a, b and c. To be compared with the host's.
//
// Takes its memory for the call: the assignment and a vector of the domain's size on the device,
// three vectors of all rows on the host. Times are of the device, medians of a few runs.
#pragma once

#include <array>
#include <vector>

#include "gpu/device.h"
#include "groth16/assignment_program.h"

namespace cuzk::groth16 {

// Of a device, or of the host for the comparison; times are then the host's, and rows_seconds is of
// a, b and c.
struct Synthesis {
  r1cs::Assignment assignment;
  std::array<std::vector<field::Fr>, 3> rows;  // a, b, c with the closing rows, in natural order
  double program_seconds = 0;                  // from the packed input on the device
  double rows_seconds = 0;                     // of a and b
};

// Throws kGpuOutOfMemory, kGpuFault, kGpuNotFound in a build without CUDA.
Synthesis synthesise(gpu::Device& device, const r1cs::Circuit& circuit,
                     const AssignmentProgram& program, const PackInput& pack);

}  // namespace cuzk::groth16
