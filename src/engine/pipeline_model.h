// SPDX-License-Identifier: MIT OR Apache-2.0
// The pipeline without its work: the real scheduler with its permits, queues and budget, run under
// a fake clock with given times and bytes for the stages. It answers in milliseconds how much
// memory and time a setting takes, and shows the published history of the Rust prover
// (daemon-reference.md 4) as consequences of the rules: permits that are given back before
// the queue has accepted the partition pile partitions up without bound, held permits bound them,
// a budget of bytes bounds memory at any number of workers.
//
// Two figures for memory. `reserved` is what the budget has given out, and can never be above it;
// `resident` lets a partition grow evenly to its full size while it is prepared, as real ones do,
// and is what compares with a measured RSS. Both contain the fixed part, circuit and parameters.
//
// Deterministic: the same settings give the same result.
#pragma once

#include <cstdint>

#include "engine/scheduler.h"

namespace cuzk::engine {

// The defaults are the baseline's figures for a 32 GiB PoRep (design.md 2).
struct ModelSettings {
  unsigned partition_workers = 12;
  size_t queue_capacity = 0;  // 0: as many as workers
  unsigned gpu_workers = 2;
  PermitRule permit_rule = PermitRule::kWhenAccepted;
  uint64_t budget_bytes = uint64_t{1} << 60;

  size_t proofs = 30, concurrency = 20, partitions = 10;
  Duration prepare_time = std::chrono::seconds(29);
  Duration start_time = std::chrono::milliseconds(5000),
           finish_time = std::chrono::milliseconds(500);
  uint64_t fixed_bytes = uint64_t{70} << 30;
  uint64_t prepared_bytes = uint64_t{16} << 30, started_bytes = uint64_t{4} << 30;
};

struct ModelResult {
  size_t proofs = 0;  // that were completed
  Duration total{};
  uint64_t reserved_peak_bytes = 0, resident_peak_bytes = 0;
  size_t permits_peak = 0;
  size_t in_flight_peak = 0;  // partitions that hold memory
};

// Throws kResourceExhausted if a single partition does not fit.
ModelResult run_model(const ModelSettings& settings);

}  // namespace cuzk::engine
