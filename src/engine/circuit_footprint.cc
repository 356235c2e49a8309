// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/circuit_footprint.h"

#include <algorithm>

#include "engine/partition_prover.h"
#include "groth16/proof.h"

namespace cuzk::engine {
namespace {

constexpr uint64_t kScalarBytes = sizeof(field::Fr);
constexpr uint64_t kHostVectors = 4;  // of the domain size, while the host proves a partition

uint64_t assignment_bytes(const r1cs::Circuit& circuit) {
  return (circuit.num_inputs() + circuit.num_wide()) * kScalarBytes + (circuit.num_aux() + 7) / 8;
}

}  // namespace

CircuitFootprint circuit_footprint(const KindCircuit& kind_circuit, const r1cs::Circuit& circuit,
                                   const BackendSet& backends) {
  CircuitFootprint out;
  out.circuit = kind_circuit.name;
  out.started_bytes = groth16::kProofBytes;
  out.circuit_bytes = circuit.memory_bytes();
  out.prepared_bytes = assignment_bytes(circuit);
  if (backends.kind == BackendKind::kGpu) {
    if (kind_circuit.device_program) out.prepared_bytes = kind_circuit.packed_bytes;
    // Pinned copies, and copies that wait for their group.
    out.circuit_bytes +=
        backends.count * 2 * kGroupsInFlight * kind_circuit.partitions * out.prepared_bytes;
  } else {
    out.circuit_bytes += backends.count * (kHostVectors * kScalarBytes << circuit.log_domain());
  }
  // The share of a partition only shrinks, and a small circuit's input is smaller than its proof.
  out.prepared_bytes = std::max(out.prepared_bytes, out.started_bytes);
  return out;
}

CircuitFootprint with_need(CircuitFootprint footprint, const DeviceNeed& need) {
  footprint.device_bytes_min = need.bytes_min;
  footprint.device_bytes_max = need.bytes_max;
  footprint.region_bytes_min = need.region_bytes_min;
  footprint.lane = need.lane();
  footprint.circuit_bytes += need.pinned_bytes;
  return footprint;
}

}  // namespace cuzk::engine
