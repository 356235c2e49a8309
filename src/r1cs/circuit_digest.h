// SPDX-License-Identifier: MIT OR Apache-2.0
// The digest by which circuits are compared with those of the published parameter files (porep.md
// DIG-1): SHA-256 over all rows of the circuit definition, without the closing rows. A row is A, B,
// C in turn, each as count and entries of inputs, then of auxiliaries; counts and indices are u32
// LE, coefficients 32 bytes LE. Repetitions are unrolled. Cost: the stream of a 32 GiB PoRep
// partition has 29 GB, about half a minute.
#pragma once

#include <cstdint>
#include <vector>

#include "base/bytes.h"
#include "base/progress.h"
#include "r1cs/circuit.h"

namespace cuzk::r1cs {

struct CircuitDigest {
  base::Bytes32 value;
  std::vector<base::Bytes32> checkpoints;  // of the stream after each 1,000,000 rows
};

CircuitDigest digest(const Circuit& circuit, const base::Progress& progress = {});

}  // namespace cuzk::r1cs
