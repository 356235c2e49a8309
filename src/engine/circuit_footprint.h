// SPDX-License-Identifier: MIT OR Apache-2.0
// What a circuit and its partitions take of host and devices (prover.h), from the shape of the
// compiled circuit, before anything is allocated. The engine reserves by it, and so does a command
// that proves one case, so that both refuse the same work.
//
// On the host a loaded circuit counts with the working memory of the host's back end, or with the
// pinned copies of a device's and the points that it streams if it gets no more of the device than
// is kept for it; the parameter file does not count, its cache belongs to the system. Where a
// circuit has no program for a device, the copies are whole assignments.
//
// A pure function.
#pragma once

#include "engine/device_setup.h"
#include "engine/kind.h"
#include "engine/prover.h"

namespace cuzk::engine {

struct BackendSet {
  BackendKind kind = BackendKind::kCpu;
  size_t count = 1;
};

// Without statement_bytes, which belong to a request, and what the circuit needs of devices.
CircuitFootprint circuit_footprint(const KindCircuit& kind_circuit, const r1cs::Circuit& circuit,
                                   const BackendSet& backends);

// With it.
CircuitFootprint with_need(CircuitFootprint footprint, const DeviceNeed& need);

}  // namespace cuzk::engine
