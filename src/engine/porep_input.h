// SPDX-License-Identifier: MIT OR Apache-2.0
// PoRep for the provers of partition_prover.h: what a partition's assignment is made of, and what
// makes it. On the host the circuit definition writes the assignment; for a device the values are
// packed, 0.8 MB for a 32 GiB partition, and the same text runs there
// (filecoin/porep_gpu_witness.h).
//
// Packing takes a millisecond of one core; writing an assignment 0.5 s at 32 GiB. Both read the
// decoded vanilla proof and nothing else, so partitions may be prepared in any order.
#pragma once

#include "engine/partition_prover.h"
#include "filecoin/porep_circuit.h"

namespace cuzk::engine {

// Requires: the circuit is that of the shape and outlives the workload.
Workload porep_workload(const r1cs::Circuit& circuit, const filecoin::PorepShape& shape,
                        size_t partitions);

// Any thread.
PartitionInput porep_input(const filecoin::PorepShape& shape, const filecoin::PorepValues& values,
                           BackendKind backend);

}  // namespace cuzk::engine
