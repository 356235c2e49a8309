// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/circuit_footprint.h"

#include <algorithm>

#include "engine/partition_prover.h"
#include "groth16/params_file.h"

namespace cuzk::engine {
namespace {

constexpr uint64_t kScalarBytes = sizeof(field::Fr);
constexpr uint64_t kHostVectors = 4;    // of the domain size, while the host proves a partition
constexpr uint64_t kDeviceVectors = 4;  // at least, while a device proves a partition

uint64_t vectors_bytes(const r1cs::Circuit& circuit, uint64_t vectors) {
  return vectors * kScalarBytes << circuit.log_domain();
}

uint64_t assignment_bytes(const r1cs::Circuit& circuit) {
  return (circuit.num_inputs() + circuit.num_wide()) * kScalarBytes + (circuit.num_aux() + 7) / 8;
}

// What is pinned of the parameters where they do not fit beside the vectors of a partition.
uint64_t streamed_bytes(const r1cs::Circuit& circuit, uint64_t device_bytes) {
  const uint64_t queries = groth16::query_bytes(groth16::expected_counts(circuit));
  return queries + vectors_bytes(circuit, kDeviceVectors) > device_bytes ? queries : 0;
}

}  // namespace

CircuitFootprint circuit_footprint(const KindCircuit& kind_circuit, const r1cs::Circuit& circuit,
                                   const BackendSet& backends) {
  CircuitFootprint out;
  out.circuit = kind_circuit.name;
  out.started_bytes = groth16::kProofBytes;
  out.device_bytes_min = out.device_bytes_max = backends.device_bytes;
  out.circuit_bytes = circuit.memory_bytes();
  out.prepared_bytes = assignment_bytes(circuit);
  if (backends.kind == BackendKind::kGpu) {
    if (kind_circuit.device_program) out.prepared_bytes = kind_circuit.packed_bytes;
    out.circuit_bytes += streamed_bytes(circuit, backends.device_bytes);
    // Pinned copies, and copies that wait for their group.
    out.circuit_bytes +=
        backends.count * 2 * kGroupsInFlight * kind_circuit.partitions * out.prepared_bytes;
  } else {
    out.circuit_bytes += backends.count * vectors_bytes(circuit, kHostVectors);
  }
  // The share of a partition only shrinks, and a small circuit's input is smaller than its proof.
  out.prepared_bytes = std::max(out.prepared_bytes, out.started_bytes);
  return out;
}

}  // namespace cuzk::engine
