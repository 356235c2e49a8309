// SPDX-License-Identifier: MIT OR Apache-2.0
// The plain program: three copies.
#include "groth16/assignment_program.h"

#include "gpu/stream.h"

namespace cuzk::groth16 {

AssignmentProgram plain_program(const r1cs::Circuit& circuit) {
  const uint64_t num_inputs = circuit.num_inputs();
  const uint64_t num_wide = circuit.num_wide();
  const uint64_t num_words = (circuit.num_aux() + 63) / 64;
  return {.input_bytes = (num_inputs + num_wide) * sizeof(field::Fr) + num_words * sizeof(uint64_t),
          .write = [=](const gpu::Stream& stream, const void* input, const DeviceAssignment& out) {
            const auto* numbers = static_cast<const field::Fr*>(input);
            stream.copy(out.inputs, numbers, num_inputs);
            stream.copy(out.wide, numbers + num_inputs, num_wide);
            stream.copy(out.bits,
                        reinterpret_cast<const uint64_t*>(numbers + num_inputs + num_wide),
                        num_words);
          }};
}

}  // namespace cuzk::groth16
