// SPDX-License-Identifier: MIT OR Apache-2.0
// From the configuration and the machine to what the engine and its prover are made of: here "auto"
// gets its value, and settings that contradict each other or the machine are refused
// (kBadArgument, with the key and the numbers).
// Automatic budgets: of the host, what machine and control group allow less the margin; for
// requests, an eighth of that, at least the two largest messages that one call may need at once.
// Pure functions but for `backends_of`, which looks for GPUs.
#pragma once

#include <vector>

#include "cli/host_memory.h"
#include "daemon/config.h"
#include "engine/circuit_prover.h"
#include "engine/engine.h"

namespace cuzk::daemon {

engine::Options engine_options(const DaemonConfig& config, const cli::HostMemory& memory);

// Throws kGpuNotFound if GPUs are wanted that are not there.
std::vector<engine::Backend> backends_of(const DaemonConfig& config);

engine::ProverOptions prover_options(const DaemonConfig& config);

}  // namespace cuzk::daemon
