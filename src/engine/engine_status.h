// SPDX-License-Identifier: MIT OR Apache-2.0
// What the engine says about itself: jobs, partitions, devices, circuits, memory, counts. The words
// for the states of a partition are those of the reference daemon (daemon-reference.md 1.6).
//
// Plain values, all of one moment; whoever asks owns them. The services translate them to messages,
// JSON and metrics.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "engine/request.h"

namespace cuzk::engine {

// A failed one is re-proved.
enum class PartitionState : uint8_t { kPending, kSynthesizing, kSynthDone, kGpu, kDone, kFailed };
const char* partition_state_name(PartitionState state);

struct PartitionStatus {
  PartitionState state = PartitionState::kPending;
  Duration prepare{};
  Duration prove{};  // from its start on a device until its proof is there
};

struct PipelineStatus {
  std::string job, label;
  const ProofKind* kind = nullptr;
  JobState state = JobState::kQueued;
  Duration age{};
  std::vector<PartitionStatus> partitions;
  size_t waiters = 0;  // submissions with kWhileAwaited and calls of `await`, each counted
};

struct WorkerStatus {  // one for each partition that a device may hold
  unsigned worker = 0, ordinal = 0;
  bool busy = false;
  std::string job;
  const ProofKind* kind = nullptr;
  size_t partition = 0;
  Duration busy_for{};
};

struct DeviceStatus {
  std::string name, uuid, pci_address;  // the latter two of GPUs
  unsigned ordinal = 0;
  uint64_t memory_bytes = 0, budget_bytes = 0, used_bytes = 0;
  uint64_t fixed_bytes = 0, region_bytes = 0;  // of those in use, what no circuit holds
  bool quarantined = false;
};

enum class Tier : uint8_t { kHot, kWarm, kCold };  // on a device, on the host, on disk

struct CircuitStatus {
  std::string circuit;
  Tier tier = Tier::kCold;
  uint64_t host_bytes = 0, device_bytes = 0;  // held now
  uint64_t copied_bytes = 0;                  // of its points to devices, so far
  size_t references = 0;                      // jobs that need it
  Duration idle_for{};
};

struct KindCounts {
  uint64_t pending = 0, in_progress = 0;  // now
  uint64_t submitted = 0;                 // accepted submissions since the start
  uint64_t joined = 0;                    // of these, the ones that share another submission's job
  uint64_t completed = 0, failed = 0, cancelled = 0;  // jobs, since the start
  Duration total_time{};                              // of the completed ones
};

struct MemoryStatus {
  uint64_t budget_bytes = 0, used_bytes = 0, peak_bytes = 0;
  uint64_t request_bytes = 0;
};

struct Flight {          // partitions by what they hold, now
  size_t preparing = 0;  // being prepared
  size_t blocked = 0;    // prepared, with a permit, no room in the queue
  size_t queued = 0;     // prepared, in the queue of the devices
  size_t starting = 0, finishing = 0;
  size_t abandoned = 0;  // of these, the ones on a device whose job has ended
  size_t permits = 0, permits_peak = 0;
};

struct Status {
  Duration uptime{};
  bool draining = false;
  MemoryStatus memory;
  unsigned partition_workers = 0;
  Flight flight;
  std::vector<PipelineStatus> pipelines;  // jobs that are not finished, in the order of submission
  std::vector<WorkerStatus> workers;
  std::vector<DeviceStatus> devices;
  std::vector<CircuitStatus> circuits;
  std::map<const ProofKind*, KindCounts> kinds;  // every kind
  uint64_t proved_again = 0;                     // partitions whose proof was bad or lost
  uint64_t timeline_dropped = 0;                 // events that found no room
};

}  // namespace cuzk::engine
