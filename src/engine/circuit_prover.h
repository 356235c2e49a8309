// SPDX-License-Identifier: MIT OR Apache-2.0
// A prover for the pipeline (prover.h) over kinds (kind.h): keeps circuits and verifying keys,
// places circuits on the back ends of partition_prover.h, starts and finishes partitions, and
// verifies with public inputs of the statement alone. It knows no kind: what differs between them
// are values of Kind.
//
// Bytes come from the compiled circuit, which is looked at once when the first job that needs it is
// described: half a second for a 32 GiB PoRep if the compiled circuit is kept, five if not. GPUs
// are set up for certain circuits when the prover is made (device_setup.h), which looks at each of
// them: those that are named, else those whose parameter files are in the folder then. Another one
// is proved if it fits into what that leaves. Several circuits stand on a device side by side.
//
// Parameters are read when a circuit is placed. If they turn out bad there or while a partition is
// started, or if their file has been replaced since, what was read is dropped and read anew for
// the next partition that is started while none of the circuit is in flight on that device: a
// damaged file that was replaced by a good one needs no restart. A file that is gone changes
// nothing for a circuit that is placed.
//
// The functions are copies of one state: engines that are made one after the other with copies of
// one Prover find circuits loaded and placed. Without a folder of parameters they are made from
// random secrets in the device's memory, for measurements only; there is one device then.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "engine/kind.h"
#include "engine/partition_prover.h"
#include "engine/prover.h"

namespace cuzk::engine {

struct ProverOptions {
  std::optional<std::filesystem::path> parameters = {};     // folder
  std::optional<std::filesystem::path> circuit_cache = {};  // folder of compiled circuits
  std::vector<Backend> devices = {};
  std::vector<std::string> circuits = {};  // that GPUs are set up for; none: see above
};

// Throws kBadArgument for made parameters and several devices or for a circuit that no kind has,
// kGpuNotFound for a device that is not there. The kinds are kept by value.
Prover circuit_prover(const ProverOptions& options, const Kinds& kinds = engine::kinds());

}  // namespace cuzk::engine
