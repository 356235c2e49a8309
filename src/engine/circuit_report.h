// SPDX-License-Identifier: MIT OR Apache-2.0
// What `circuit` and `synth-only` tell about a circuit of a kind (kind.h) and a witness: counts,
// densities and digests to compare with another implementation's.
// Every count and digest has a counterpart in tests/vectors/reference, which the published Rust
// libraries produced. The times are of this machine and say nothing about correctness. Both
// functions use all cores and hold nothing after they return.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/progress.h"
#include "engine/kind.h"
#include "gpu/device.h"
#include "r1cs/circuit_digest.h"
#include "r1cs/witness_digest.h"

namespace cuzk::engine {

struct CircuitReport {
  uint64_t num_constraints = 0;  // of the circuit definition
  uint64_t num_rows = 0;         // with the closing rows, one for each input
  uint64_t num_inputs = 0;       // with ONE
  uint64_t num_aux = 0, num_wide = 0;
  unsigned log_domain = 0;
  std::array<uint64_t, 3> non_zeros{};  // of A, B, C without the closing rows
  uint64_t a_aux_density = 0, b_aux_density = 0, b_input_density = 0;
  uint64_t memory_bytes = 0, file_bytes = 0;
  r1cs::CircuitDigest digest;
  double record_seconds = 0, digest_seconds = 0;
};

// Cost: 10 s of recording and half a minute of hashing for 32 GiB.
CircuitReport describe_circuit(const KindCircuit& kind_circuit, const base::Progress& progress);

struct WitnessReport {
  size_t partition = 0;
  std::vector<field::Fr> inputs;  // with ONE
  r1cs::ValuesDigest aux;
  std::array<r1cs::ValuesDigest, 3> rows;  // of A, B, C with the closing rows
  std::array<base::Bytes32, 3> rows_without_closing{};
  uint64_t first_unsatisfied = 0;                // num_rows of the circuit if every row holds
  double witness_seconds = 0, rows_seconds = 0;  // on a device: of a and b, and of the device
};

// Of the given partitions, in order, on the host, or on a device if one is given. Requires: they
// exist, and the circuit is that of the case. Cost: 12 GB of memory for a 32 GiB partition, because
// the row vectors are held in full.
std::vector<WitnessReport> describe_witness(const KindCircuit& kind_circuit,
                                            const CheckedCase& checked,
                                            const std::vector<size_t>& partitions,
                                            gpu::Device* device, const base::Progress& progress);

}  // namespace cuzk::engine
