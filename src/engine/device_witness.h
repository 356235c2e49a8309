// SPDX-License-Identifier: MIT OR Apache-2.0
// What kinds whose circuits have a witness program on a device (filecoin/porep_gpu_witness.h,
// post_gpu_witness.h) share: the packed values of a partition in whole words, as such programs read
// them, and the program in the form that provers take (groth16/assignment_program.h).
//
// Pure functions, callable by any thread.
#pragma once

#include <cstdint>
#include <memory>

#include "engine/partition_input.h"
#include "groth16/assignment_program.h"

namespace cuzk::engine {

constexpr uint64_t word_bytes(uint64_t bytes) {
  return (bytes + sizeof(uint64_t) - 1) / sizeof(uint64_t) * sizeof(uint64_t);
}

// `pack` writes `bytes` bytes.
template <class Pack>
PackedValues packed_values(uint64_t bytes, const Pack& pack) {
  PackedValues out(word_bytes(bytes) / sizeof(uint64_t));
  pack(out.data());
  return out;
}

// Of a circuit of this shape. The program keeps the witness.
template <class Witness, class Shape>
groth16::AssignmentProgram witness_program(gpu::Device& device, const Shape& shape) {
  auto witness = std::make_shared<const Witness>(device, shape);
  return {.input_bytes = word_bytes(witness->input_bytes()),
          .device_bytes = witness->device_bytes(),
          .write = [witness](const gpu::Stream& stream, const void* input,
                             const groth16::DeviceAssignment& out) {
            witness->enqueue(stream, input, out.inputs, out.bits, out.wide);
          }};
}

}  // namespace cuzk::engine
