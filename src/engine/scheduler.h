// SPDX-License-Identifier: MIT OR Apache-2.0
// What is to be done next. The scheduler is a value: it is told what has happened (the functions
// named after events), and `decide` answers with the actions that can begin now. It has no thread
// and no clock; the pipeline performs its actions on threads, the model of the pipeline under a
// fake clock, and both run these very rules.
//
// Order of jobs. A critical job comes before all others. Among the others one level of priority is
// gained for each step of waiting, up to high; at the same level those that have waited four steps
// come first, the oldest first, so that nothing starves; then earlier deadlines, then jobs whose
// proving has begun, then jobs whose circuit is at hand, then the older one. The first job that
// lacks only memory holds everybody behind it up, which makes the wait fair.
//
// Way of a partition: it is admitted when a permit and its bytes are there, and keeps the permit
// while it is prepared and until the queue before the devices has accepted it; the queue is bounded
// too. A device takes the best partition whose circuit it has, queued or still before the queue.
// Bytes go down when `start` has returned, and are given back when the partition is finished. All
// bytes that the scheduler gives out are reservations of the host's budget or of a device's.
//
// If nothing at all is under way and the first job still gets no memory, it fails: waiting would
// never end.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/circuit_table.h"
#include "engine/engine.h"

namespace cuzk::engine {

using JobNumber = uint64_t;  // in the order of arrival

struct Task {
  JobNumber job = 0;
  size_t partition = 0;
  auto operator<=>(const Task&) const = default;
};

struct Action {
  enum class What : uint8_t {
    kRead,      // job; then `read_done`
    kLoad,      // circuit; then `loaded`
    kUnload,    // circuit; then `unloaded`
    kPlace,     // circuit, device; then `placed`
    kDisplace,  // circuit, device; then `displaced`
    kPrepare,   // job, partition; then `prepared`
    kStart,     // job, partition, device, circuit; then `started`, and at the end `finished`
    kVerify,    // job; then `again` for each bad partition or `drop`, and `verified`
    kExpire,    // job, whose deadline has passed; then `drop`
    kRefuse,    // job, which can never get its memory; then `drop`
  };
  What what;
  JobNumber job = 0;
  size_t partition = 0;
  size_t device = 0;
  std::string circuit = {};
};

struct SchedulerLimits {
  unsigned partition_workers = 1;
  size_t queue_capacity = 1;
  size_t queue_jobs_max = 1;
  Duration ageing_step{};
  Duration eviction_min_idle{};
  PermitRule permit_rule = PermitRule::kWhenAccepted;
};

struct JobDemand {
  Priority priority = Priority::kNormal;
  std::optional<Time> deadline;
  JobShape shape;
};

struct SchedulerDevice {
  Budget* budget;
  size_t slots;  // groups of partitions that may be started and not finished
};

class Scheduler {
 public:
  Scheduler(const SchedulerLimits& limits, Budget& host, std::vector<SchedulerDevice> devices);

  // Throws kResourceExhausted if the queue is full or if it can never fit.
  void arrive(JobNumber job, const JobDemand& demand, Time now);
  // Another caller joined.
  void raise(JobNumber job, Priority priority, std::optional<Time> deadline);
  void read_done(JobNumber job);
  // Finished, failed or cancelled: what has begun ends, nothing begins any more.
  void drop(JobNumber job);

  void prepared(Task task);
  void started(Task task);
  void finished(Task task, Time now);
  // A partition in flight or done has to be proved once more, on another device if there is one.
  void again(Task task);
  void verified(JobNumber job);

  void loaded(const std::string& circuit, bool success);
  void unloaded(const std::string& circuit);
  // The device proves partitions of the circuit in groups of `group`, its slots are for groups.
  void placed(const std::string& circuit, size_t device, bool success, size_t group = 1);
  void displaced(const std::string& circuit, size_t device);
  void quarantine(size_t device);

  void preload(const CircuitFootprint& circuit);
  // False if a job needs it or somebody works on it.
  [[nodiscard]] bool evict(const std::string& circuit);

  std::vector<Action> decide(Time now);

  // For status and tests.
  Flight flight() const;
  // Jobs whose reading has not begun and that come before this one.
  size_t position(JobNumber job, Time now) const;
  bool quarantined(size_t device) const { return devices_[device].quarantined; }
  size_t usable_devices() const;
  // Partitions that a device may have in flight now.
  size_t in_flight_max(size_t device) const {
    return devices_[device].slots * devices_[device].group;
  }
  const CircuitTable& circuits() const { return circuits_; }

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
    std::optional<size_t> device, avoid;
    Reservation bytes;
  };
  struct Job {
    JobDemand demand;
    Time arrived{};
    CircuitEntry* circuit = nullptr;
    JobStage stage = JobStage::kWaiting;
    Reservation statement;
    std::vector<Partition> partitions;
    bool dropped = false, expired = false;

    bool critical() const { return demand.priority == Priority::kCritical; }
    bool begun() const;
    bool has(Stage stage) const;
  };
  struct Device {
    Budget* budget;
    size_t slots;
    size_t group = 1;
    size_t in_flight = 0;
    bool quarantined = false;
  };
  enum class Need : uint8_t { kNone, kMet, kMemory };  // nothing can begin; begun; has to wait

  using Rank = std::array<int64_t, 8>;
  Rank rank(JobNumber number, const Job& job, Time now) const;
  std::vector<JobNumber> ranked(Time now) const;
  size_t count(Stage stage) const;
  bool under_way() const;
  void add(Action::What what, JobNumber job) { actions_.push_back({.what = what, .job = job}); }
  void give_permit_back(Partition& partition);
  void release(Job& job, Partition& partition);
  void erase_if_over(JobNumber number);

  void expire(Time now);
  void accept(const std::vector<JobNumber>& order);
  bool start_one(const std::vector<JobNumber>& order);
  void start(JobNumber number, Job& job, size_t partition, size_t device);
  bool usable(size_t device, const Partition* partition) const;
  std::optional<size_t> device_for(const Job& job, const Partition& partition,
                                   const std::vector<bool>& held) const;
  void place(CircuitEntry& circuit, const Partition* waiting, std::vector<bool>& held);
  void displace(CircuitEntry& circuit, size_t device);
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
  std::vector<Device> devices_;
  CircuitTable circuits_;
  std::map<JobNumber, Job> jobs_;
  std::vector<Action> actions_;
  size_t permits_ = 0, permits_peak_ = 0;
};

}  // namespace cuzk::engine
