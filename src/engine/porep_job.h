// SPDX-License-Identifier: MIT OR Apache-2.0
// PoRep for the pipeline (prover.h): reads and checks a C1 file, writes witnesses, proves on the
// back ends of partition_prover.h, verifies with public inputs of the statement alone.
//
// Circuits are named as callers know them, "porep-32g" (daemon-reference.md 1.5). Bytes come from
// the compiled circuit, which is looked at once for each sector size when the first job of that
// size is described: half a second for 32 GiB if the compiled circuit is kept, five if not. On the
// host a loaded circuit counts with the working memory of the host's back end and the pinned copies
// of a device's; the mapped parameter file does not count, its pages belong to the system. A device
// holds one circuit at a time, which takes all of its budget: the prover fits itself into that.
//
// The functions are copies of one state: engines that are made one after the other with copies of
// one Prover find the circuit loaded and placed. An engine that ends leaves it there, with nothing
// in flight; what the next one reserves for it is what it has.
//
// Without a folder of parameters they are made from random secrets in the device's memory, for
// measurements only; there is one device then.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "engine/partition_prover.h"
#include "engine/prover.h"
#include "filecoin/sector.h"

namespace cuzk::engine {

struct PorepOptions {
  std::optional<std::filesystem::path> parameters = {};     // folder
  std::optional<std::filesystem::path> circuit_cache = {};  // folder of compiled circuits
  std::vector<Backend> devices = {};
};

// "porep-32g" (daemon-reference.md 1.5).
std::string porep_circuit_name(const filecoin::Sector& sector);

// Throws kBadArgument for made parameters and several devices, kGpuNotFound for a device that is
// not there.
Prover porep_prover(const PorepOptions& options);

}  // namespace cuzk::engine
