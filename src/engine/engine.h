// SPDX-License-Identifier: MIT OR Apache-2.0
// The prover as service and bench see it: jobs in, verified proofs out, within a fixed budget of
// memory. It owns the job store, the scheduler, the budgets and the threads of the pipeline
// (ARCHITECTURE.md has the list), and knows neither gRPC nor a configuration file.
//
// Every function may be called from any thread, and none of them waits for proving except `await`,
// `preload` and `drain`. Failures of a job are results (JobResult::code); what is thrown is about
// the call: kNotSupported and kBadArgument for a request that no job can be made of,
// kResourceExhausted for a full queue or for what can never fit (the text has the numbers),
// kNotFound for a job or circuit that nobody knows, kUnavailable while it drains.
//
// Who waits: a job that was submitted with kWhileAwaited is cancelled when the last caller that
// submitted it has left; one with kKeep runs although nobody waits. Callers of the same input
// share the job, and it has the highest priority and the latest deadline of them.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/prover.h"
#include "engine/request.h"

namespace cuzk::engine {

// When a prepared partition gives its permit back. The second is wrong and stands for the tests
// that show why: prepared partitions then pile up before a full queue.
enum class PermitRule : uint8_t { kWhenAccepted, kWhenPrepared };

struct Options {
  uint64_t host_budget_bytes = 0;  // of everything below
  uint64_t request_bytes_max = 0;  // of these, for requests until they have been read
  unsigned partition_workers = 0;  // prepared partitions at once; 0: one a processor, 32 at most
  size_t queue_capacity = 0;       // prepared partitions before the devices; 0: as many again
  unsigned gpu_workers_per_device = 2;  // partitions, or groups of them, in flight on a device
  unsigned gpu_threads = 0;             // host threads beside the devices; 0: all processors
  size_t queue_jobs_max = 256;          // jobs that are not finished
  size_t results_max = 1024;            // finished jobs that can be asked for
  Duration results_age_max = std::chrono::hours(1);
  Duration ageing_step = std::chrono::minutes(2);         // of waiting, for one level of priority
  Duration eviction_min_idle = std::chrono::minutes(5);   // while other work goes on
  bool timeline = false;                                  // record events (timeline.h)
  std::function<void(const std::string&)> timeline_line;  // receives its lines, one at a time
  PermitRule permit_rule = PermitRule::kWhenAccepted;
};

enum class Interest : uint8_t { kKeep, kWhileAwaited };

struct Submitted {
  std::string job;        // its name
  uint64_t run = 0;       // of the runs of this job, if it was begun anew
  uint32_t position = 0;  // jobs that wait before it
  bool joined = false;    // it was there already, running or finished
};

// The reference's words for the states of a partition (daemon-reference.md 1.6); a failed one is to
// be proved again.
enum class PartitionState : uint8_t { kPending, kSynthesizing, kSynthDone, kGpu, kDone, kFailed };
const char* partition_state_name(PartitionState state);

struct PartitionStatus {
  PartitionState state = PartitionState::kPending;
  Duration prepare{}, prove{};
};

struct PipelineStatus {
  std::string job, label;
  const ProofKind* kind = nullptr;
  JobState state = JobState::kQueued;
  Duration age{};
  std::vector<PartitionStatus> partitions;
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
  std::string name;
  unsigned ordinal = 0;
  uint64_t memory_bytes = 0, budget_bytes = 0, used_bytes = 0;
  bool quarantined = false;
};

enum class Tier : uint8_t { kHot, kWarm, kCold };  // on a device, on the host, on disk

struct CircuitStatus {
  std::string circuit;
  Tier tier = Tier::kCold;
  uint64_t host_bytes = 0, device_bytes = 0;  // held now
  size_t references = 0;                      // jobs that need it
  Duration idle_for{};
};

struct KindCounts {
  uint64_t pending = 0, in_progress = 0;              // now
  uint64_t completed = 0, failed = 0, cancelled = 0;  // since the start
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

struct Preloaded {
  bool already = false;
  Duration time{};
};

struct Evicted {
  bool was_loaded = false;
  uint64_t freed_bytes = 0;  // of the host and the devices
};

class Pipeline;

class Engine {
 public:
  // Throws kBadArgument for options that contradict each other.
  Engine(const Options& options, Prover prover);
  // Cancels what is not finished.
  ~Engine();

  // Waits until so many bytes of requests fit; nothing if `stop` is requested. To be held while a
  // message is received, and passed on in Request::reservation.
  std::optional<Reservation> reserve_request(uint64_t bytes, std::stop_token stop);

  Submitted submit(Request request, Interest interest);
  // Once for each submission with kWhileAwaited: the caller does not wait any more, be it answered
  // or gone.
  void leave(const Submitted& submitted);
  // The result, or nothing if the time is over or `stop` is requested. An absent timeout waits.
  std::optional<JobResult> await(const std::string& job, std::optional<Duration> timeout,
                                 std::stop_token stop = {});
  // Whether it was queued or running.
  bool cancel(const std::string& job);

  // Waits until there is room, and throws kCancelled if `stop` is requested before; the circuit is
  // loaded all the same, when there is room.
  Preloaded preload(const std::string& circuit, std::stop_token stop = {});
  // Throws kUnavailable while jobs need it.
  Evicted evict(const std::string& circuit);

  Status status() const;
  // Accepts nothing more, and returns when all jobs are finished (true) or the time is over.
  bool drain(Duration timeout);
  // Chrome's trace format, of what the timeline holds; empty lists without Options::timeline.
  std::string trace_json() const;

 private:
  std::unique_ptr<Pipeline> pipeline_;
};

}  // namespace cuzk::engine
