// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/porep_input.h"

#include "filecoin/porep_gpu_witness.h"
#include "filecoin/porep_packed.h"

namespace cuzk::engine {

using filecoin::PorepGpuWitness;

namespace {

constexpr uint64_t words(uint64_t bytes) {
  return (bytes + sizeof(uint64_t) - 1) / sizeof(uint64_t);
}

}  // namespace

Workload porep_workload(const r1cs::Circuit& circuit, const filecoin::PorepShape& shape,
                        size_t partitions) {
  return {circuit, partitions, [shape](gpu::Device& device) {
            auto witness = std::make_shared<const PorepGpuWitness>(device, shape);
            return groth16::AssignmentProgram{
                .input_bytes = words(witness->input_bytes()) * sizeof(uint64_t),
                .device_bytes = witness->device_bytes(),
                .write = [witness](const gpu::Stream& stream, const void* input,
                                   const groth16::DeviceAssignment& out) {
                  witness->enqueue(stream, input, out.inputs, out.bits, out.wide);
                }};
          }};
}

PartitionInput porep_input(const filecoin::PorepShape& shape, const filecoin::PorepValues& values,
                           BackendKind backend) {
  if (backend == BackendKind::kCpu) return filecoin::porep_witness(shape, values);
  const filecoin::PackedShape packed(shape);
  PackedValues out(words(packed.bytes()));
  filecoin::pack_porep(packed, values, out.data());
  return out;
}

}  // namespace cuzk::engine
