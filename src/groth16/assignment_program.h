// SPDX-License-Identifier: MIT OR Apache-2.0
// How the assignment of a partition comes to be on the device: the host packs some input into
// pinned memory, it is copied up, and a program on the device writes inputs, bits and wide values
// from it. A circuit's own program computes them from what the circuit is given (a few MB); the
// plain one takes the assignment itself (assignment.h; 70 MB for a 32 GiB PoRep partition) and
// copies.
//
// A program is a value that provers keep; it works for any number of partitions, one after the
// other on one stream. Packing may be done by any thread.
#pragma once

#include <functional>

#include "r1cs/assignment.h"
#include "r1cs/circuit.h"

namespace cuzk::gpu {
class Stream;
}

namespace cuzk::groth16 {

// An assignment's addresses on the device (assignment.h has their contents).
struct DeviceAssignment {
  field::Fr* inputs = nullptr;
  uint64_t* bits = nullptr;  // whole words
  field::Fr* wide = nullptr;
};

struct AssignmentProgram {
  uint64_t input_bytes = 0;   // of a partition
  uint64_t device_bytes = 0;  // that the program takes beside inputs and assignments
  // Enqueues. `input` is memory of the device, aligned to 256 bytes.
  std::function<void(const gpu::Stream&, const void* input, const DeviceAssignment&)> write;
};

// Fills input_bytes of pinned memory, aligned to 256 bytes.
using PackInput = std::function<void(void* input)>;

AssignmentProgram plain_program(const r1cs::Circuit& circuit);
// The input of the plain program. Requires: the assignment is the circuit's. It outlives the call
// of what is returned.
PackInput plain_input(const r1cs::Circuit& circuit, const r1cs::Assignment& assignment);

}  // namespace cuzk::groth16
