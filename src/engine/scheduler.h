// SPDX-License-Identifier: MIT OR Apache-2.0
// What is to be done next. The scheduler is a value: it is told what has happened (the functions
// named after events), and `decide` answers with the actions that can begin now. It has no thread
// and no clock; the pipeline performs its actions on threads, the model of the pipeline under a
// fake clock, and both run these very rules. The order of jobs is that of job_order.h; where
// circuits stand is decided by circuit_residency.h.
//
// Lifecycle of a partition: it is admitted when a permit and its bytes are there, and keeps the
// permit while it is prepared and until the queue before the devices has accepted it; the queue is
// bounded too. For lanes there is one permit more. A device takes the best partition whose circuit
// it has, queued or still before the queue. Its reservation shrinks after `start` has returned and
// ends when the partition is finished. All bytes that the scheduler gives out are reservations of
// the host's budget or of a device's.
//
// Faults: a partition whose proof is wrong or lost is re-proved, on another device if there is
// one, three times in all. A device whose wrong proofs turned out right elsewhere twice gets no
// more work, unless it is the last one; a device that fails gets none at all. Wrong parameters thus
// fail the job and not the devices.
//
// The first job that lacks only memory holds everybody behind it up, which makes the wait fair. If
// nothing at all is under way and the first job still gets no memory, it fails.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/circuit_residency.h"
#include "engine/engine_status.h"
#include "engine/job_order.h"

namespace cuzk::engine {

// Times that a partition is proved before its job fails.
inline constexpr unsigned kAttemptsMax = 3;

// When a prepared partition gives its permit back. The second is wrong and stands for the tests and
// the model that show why: prepared partitions then pile up before a full queue.
enum class PermitRule : uint8_t { kWhenAccepted, kWhenPrepared };

struct SchedulerLimits {
  unsigned partition_workers = 1;
  size_t queue_capacity = 1;
  size_t queue_jobs_max = 1;
  Duration ageing_step{};
  Duration eviction_min_idle{};
  PermitRule permit_rule = PermitRule::kWhenAccepted;
  ResidencyPolicy residency = {};
};

struct JobDemand {
  ProofClass proof_class = ProofClass::kBulk;
  Priority priority = Priority::kNormal;
  std::optional<Time> deadline;
  JobShape shape;
};

// What came of placing a circuit on a device.
enum class PlaceResult : uint8_t { kPlaced, kCircuitFailed, kDeviceFailed };

class Scheduler {
 public:
  Scheduler(const SchedulerLimits& limits, Budget& host, std::vector<SchedulerDevice> devices);

  // Throws kResourceExhausted if the queue is full or if it can never fit, kUnavailable if no
  // device is left for it.
  void arrive(JobNumber job, const JobDemand& demand, Time now);
  // Another caller joined.
  void raise(JobNumber job, Priority priority, std::optional<Time> deadline);
  void read_done(JobNumber job);
  // Finished, failed or cancelled: what has begun ends, nothing begins any more.
  void drop(JobNumber job);

  void prepared(Task task);
  void started(Task task);
  void finished(Task task, Time now);
  // In place of `started` or `finished`: the device gave no proof.
  void lost(Task task, Time now);
  // With it all that is started and not finished there. What it was told to start and has not
  // started is `lost` by whoever sees that the device is quarantined.
  void device_failed(size_t device, Time now);
  void verified(JobNumber job);  // all its proofs are right
  void proofs_bad(JobNumber job, std::span<const size_t> partitions);
  void verify_failed(JobNumber job);

  void loaded(const std::string& circuit, bool success);
  void unloaded(const std::string& circuit);
  // The device proves partitions of the circuit in groups of `group`, its slots are for groups.
  void placed(const std::string& circuit, size_t device, PlaceResult result, size_t group,
              Time now);
  void displaced(const std::string& circuit, size_t device);

  void preload(const CircuitFootprint& circuit);
  // False if a job needs it or somebody works on it.
  [[nodiscard]] bool evict(const std::string& circuit);

  std::vector<Action> decide(Time now);

  // For status and tests.
  Flight flight() const;
  // Jobs whose reading has not begun and that come before this one.
  size_t position(JobNumber job, Time now) const;
  bool quarantined(size_t device) const { return residency_.quarantined(device); }
  size_t usable_devices() const;
  // Partitions that a device may have in flight now.
  size_t in_flight_max(size_t device) const { return residency_.in_flight_max(device); }
  const CircuitResidency& residency() const { return residency_; }
  uint64_t proved_again() const { return proved_again_; }

 private:
  enum class JobStage : uint8_t { kWaiting, kReading, kReady, kVerifying };
  enum class Stage : uint8_t {
    kPending,
    kPreparing,
    kBlocked,
    kQueued,
    kStarting,
    kFinishing,
    kDone
  };
  struct Partition {
    Stage stage = Stage::kPending;
    bool permit = false;
    unsigned attempts = 0;                           // that failed
    std::optional<size_t> device, avoid, suspected;  // suspected: its last proof was wrong
    Reservation bytes;
  };
  struct Job {
    JobDemand demand;
    Time arrived{};
    CircuitEntry* circuit = nullptr;
    JobStage stage = JobStage::kWaiting;
    Reservation statement;
    std::vector<Partition> partitions;
    bool dropped = false;
    bool ending = false;  // its end has been ordered

    bool read_at_once() const { return demand.proof_class == ProofClass::kWinningPost; }
    bool begun() const;
    bool has(Stage stage) const;
  };
  enum class Need : uint8_t { kNone, kMet, kMemory };  // nothing can begin; begun; has to wait

  JobFacts facts(JobNumber number, const Job& job) const;
  std::vector<JobNumber> ranked(Time now) const;
  size_t count(Stage stage) const;
  bool under_way() const;
  void give_permit_back(Partition& partition);
  void release(Job& job, Partition& partition);
  void erase_if_over(JobNumber number);

  // Faults (scheduler_faults.cc).
  void prove_again(JobNumber number, Job& job, size_t partition);
  void fail(JobNumber number, Job& job, Cause cause, size_t partition, size_t device);
  void fail_users(const CircuitEntry& circuit, size_t device);
  void suspect(size_t device);

  void expire(Time now);
  void accept(const std::vector<JobNumber>& order);
  std::vector<Waiting> waiting(const std::vector<JobNumber>& order, Time now);
  bool start_one(const std::vector<JobNumber>& order, Time now);
  void verify_complete();
  void admit_all(const std::vector<JobNumber>& order, Time now);
  // `ahead`: jobs that come before, have been read and have partitions to admit.
  Need admit(JobNumber number, Job& job, size_t ahead, Time now);
  Need load(CircuitEntry& circuit, Time now);
  Need read(JobNumber number, Job& job, Time now);
  Need prepare(JobNumber number, Job& job, Time now);
  // Sends an idle circuit away, if there is one.
  void make_room(const CircuitEntry* except, Time now);
  void settle_circuits(Time now);
  void settle_preload(CircuitEntry& circuit, Time now);

  const SchedulerLimits limits_;
  Budget& host_;
  CircuitResidency residency_;
  std::vector<unsigned> strikes_;  // of each device
  std::map<JobNumber, Job> jobs_;
  std::vector<Action> actions_;  // for the next answer
  size_t permits_ = 0, permits_peak_ = 0;
  uint64_t proved_again_ = 0;
};

}  // namespace cuzk::engine
