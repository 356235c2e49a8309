// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/scheduler.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "base/check.h"
#include "base/error.h"

namespace cuzk::engine {
namespace {

using What = Action::What;

// Jobs that have been read or are being read, with partitions to admit: one to work on and the
// next. More would only hold memory. WinningPoSts, whose statements are small, do not count.
constexpr size_t kReadAhead = 2;

}  // namespace

bool Scheduler::Job::begun() const {
  return std::ranges::any_of(partitions,
                             [](const Partition& p) { return p.stage != Stage::kPending; });
}

bool Scheduler::Job::has(Stage wanted) const {
  return std::ranges::any_of(partitions, [&](const Partition& p) { return p.stage == wanted; });
}

Scheduler::Scheduler(const SchedulerLimits& limits, Budget& host,
                     std::vector<SchedulerDevice> devices)
    : limits_(limits),
      host_(host),
      residency_(host, devices, limits.residency),
      strikes_(devices.size()) {}

// --- Events -----------------------------------------------------------------------------------

void Scheduler::arrive(JobNumber number, const JobDemand& demand, Time now) {
  if (jobs_.size() >= limits_.queue_jobs_max) {
    throw base::Error(base::ErrorCode::kResourceExhausted,
                      fmt::format("the queue is full: {} of {} jobs; try again later", jobs_.size(),
                                  limits_.queue_jobs_max));
  }
  const CircuitFootprint& shape = demand.shape.circuit;
  host_.check_fits(shape.circuit_bytes + shape.statement_bytes +
                       std::max(shape.prepared_bytes, demand.shape.reading_bytes),
                   fmt::format("a partition of {} with its circuit", shape.circuit));
  residency_.check_fits(shape);
  if (!residency_.has_device(shape)) {
    throw base::Error(base::ErrorCode::kUnavailable,
                      fmt::format("{}: every device that can hold it is quarantined; the engine "
                                  "must be restarted",
                                  shape.circuit));
  }
  Job& job = jobs_[number];
  job.demand = demand;
  job.arrived = now;
  job.partitions.resize(demand.shape.partitions);
  job.circuit = &residency_.entry(shape);
  ++job.circuit->jobs;
  job.circuit->unwanted = false;
}

void Scheduler::raise(JobNumber number, Priority priority, std::optional<Time> deadline) {
  JobDemand& demand = jobs_.at(number).demand;
  demand.priority = std::max(demand.priority, priority);
  if (!deadline) demand.deadline.reset();
  if (demand.deadline) demand.deadline = std::max(*demand.deadline, *deadline);
}

void Scheduler::read_done(JobNumber number) {
  Job& job = jobs_.at(number);
  job.stage = JobStage::kReady;
  job.statement.shrink(job.demand.shape.circuit.statement_bytes);
  erase_if_over(number);
}

void Scheduler::drop(JobNumber number) {
  Job& job = jobs_.at(number);
  if (job.dropped) return;
  job.dropped = true;
  --job.circuit->jobs;
  for (Partition& partition : job.partitions) {
    if (partition.stage == Stage::kBlocked || partition.stage == Stage::kQueued) {
      release(job, partition);
      partition.stage = Stage::kDone;
    }
  }
  erase_if_over(number);
}

void Scheduler::prepared(Task task) {
  Partition& partition = jobs_.at(task.job).partitions[task.partition];
  partition.stage = Stage::kBlocked;
  if (limits_.permit_rule == PermitRule::kWhenPrepared) give_permit_back(partition);
  if (jobs_.at(task.job).dropped) finished(task, jobs_.at(task.job).circuit->last_used);
}

void Scheduler::started(Task task) {
  Job& job = jobs_.at(task.job);
  Partition& partition = job.partitions[task.partition];
  partition.stage = Stage::kFinishing;
  partition.bytes.shrink(job.demand.shape.circuit.started_bytes);
}

void Scheduler::finished(Task task, Time now) {
  Job& job = jobs_.at(task.job);
  Partition& partition = job.partitions[task.partition];
  release(job, partition);
  partition.stage = Stage::kDone;
  job.circuit->last_used = now;
  erase_if_over(task.job);
}

void Scheduler::loaded(const std::string& circuit, bool success) {
  CircuitEntry& entry = *residency_.find(circuit);
  entry.host.state = success ? ResidencyState::kResident : ResidencyState::kAbsent;
  if (success) return;
  fail_users(entry, 0);
  entry.host.bytes = {};
  entry.preload = false;
}

void Scheduler::unloaded(const std::string& circuit) { residency_.find(circuit)->host = {}; }

void Scheduler::placed(const std::string& circuit, size_t device, PlaceResult result, size_t group,
                       Time now) {
  CircuitEntry& entry = *residency_.find(circuit);
  residency_.placed(entry, device, result == PlaceResult::kPlaced, group, now);
  if (result == PlaceResult::kCircuitFailed) fail_users(entry, device);
  if (result == PlaceResult::kDeviceFailed) device_failed(device, now);
}

void Scheduler::displaced(const std::string& circuit, size_t device) {
  residency_.displaced(*residency_.find(circuit), device);
}

void Scheduler::preload(const CircuitFootprint& shape) {
  host_.check_fits(shape.circuit_bytes, shape.circuit);
  CircuitEntry& entry = residency_.entry(shape);
  entry.preload = true;
  entry.unwanted = false;
}

bool Scheduler::evict(const std::string& circuit) {
  CircuitEntry* entry = residency_.find(circuit);
  if (entry == nullptr) return true;
  if (entry->jobs > 0 || entry->host.partitions > 0 || entry->preload || entry->moving()) {
    return false;
  }
  entry->unwanted = true;
  return true;
}

void Scheduler::give_permit_back(Partition& partition) {
  if (std::exchange(partition.permit, false)) --permits_;
}

void Scheduler::release(Job& job, Partition& partition) {
  give_permit_back(partition);
  partition.bytes = {};
  if (partition.stage == Stage::kPending || partition.stage == Stage::kDone) return;
  --job.circuit->host.partitions;
  if (partition.stage == Stage::kStarting || partition.stage == Stage::kFinishing) {
    residency_.end(*job.circuit, *partition.device);
  }
}

void Scheduler::erase_if_over(JobNumber number) {
  const Job& job = jobs_.at(number);
  if (job.dropped && job.stage != JobStage::kReading && job.stage != JobStage::kVerifying &&
      !job.has(Stage::kPreparing) && !job.has(Stage::kStarting) && !job.has(Stage::kFinishing)) {
    jobs_.erase(number);
  }
}

// --- Decisions --------------------------------------------------------------------------------

std::vector<Action> Scheduler::decide(Time now) {
  expire(now);
  const std::vector<JobNumber> order = ranked(now);
  accept(order);
  while (start_one(order, now)) accept(order);
  verify_complete();
  admit_all(order, now);
  settle_circuits(now);
  return std::exchange(actions_, {});
}

JobFacts Scheduler::facts(JobNumber number, const Job& job) const {
  const bool warm = job.circuit->host.state != ResidencyState::kAbsent;
  return {.number = number,
          .proof_class = job.demand.proof_class,
          .priority = job.demand.priority,
          .arrived = job.arrived,
          .deadline = job.demand.deadline,
          .begun = job.begun(),
          .at_hand = unsigned{warm} + job.circuit->on_some_device()};
}

std::vector<JobNumber> Scheduler::ranked(Time now) const {
  std::vector<std::pair<JobRank, JobNumber>> keyed;
  for (const auto& [number, job] : jobs_) {
    if (job.dropped || job.ending) continue;
    keyed.emplace_back(job_rank(facts(number, job), limits_.ageing_step, now), number);
  }
  std::ranges::sort(keyed);
  std::vector<JobNumber> order;
  for (const auto& [key, number] : keyed) order.push_back(number);
  return order;
}

void Scheduler::expire(Time now) {
  for (auto& [number, job] : jobs_) {
    if (job.dropped || job.ending || !job.demand.deadline || *job.demand.deadline > now) continue;
    job.ending = true;
    actions_.push_back({.what = What::kExpire, .job = number});
  }
}

void Scheduler::accept(const std::vector<JobNumber>& order) {
  size_t queued = count(Stage::kQueued);
  for (JobNumber number : order) {
    for (Partition& partition : jobs_.at(number).partitions) {
      if (queued >= limits_.queue_capacity) return;
      if (partition.stage != Stage::kBlocked) continue;
      partition.stage = Stage::kQueued;
      ++queued;
      give_permit_back(partition);
    }
  }
}

// What is blocked may be better than all that is queued, and pass it.
std::vector<Waiting> Scheduler::waiting(const std::vector<JobNumber>& order, Time now) {
  std::vector<Waiting> list;
  for (JobNumber number : order) {
    Job& job = jobs_.at(number);
    const int64_t level = job_level(facts(number, job), limits_.ageing_step, now);
    for (size_t k = 0; k < job.partitions.size(); ++k) {
      const Partition& partition = job.partitions[k];
      if (partition.stage != Stage::kQueued && partition.stage != Stage::kBlocked) continue;
      list.push_back({{number, k}, job.circuit, job.demand.proof_class, level, partition.avoid});
    }
  }
  return list;
}

bool Scheduler::start_one(const std::vector<JobNumber>& order, Time now) {
  const std::vector<Waiting> list = waiting(order, now);
  residency_.plan(list, now, actions_);
  for (const Waiting& next : list) {
    const std::optional<size_t> device = residency_.device_for(next);
    if (!device) continue;
    Partition& partition = jobs_.at(next.task.job).partitions[next.task.partition];
    give_permit_back(partition);
    partition.stage = Stage::kStarting;
    partition.device = device;
    residency_.start(*next.circuit, *device);
    actions_.push_back({.what = What::kStart,
                        .job = next.task.job,
                        .partition = next.task.partition,
                        .device = *device,
                        .circuit = next.circuit->shape.circuit});
    return true;
  }
  return false;
}

void Scheduler::verify_complete() {
  for (auto& [number, job] : jobs_) {
    const bool complete = std::ranges::all_of(
        job.partitions, [](const Partition& p) { return p.stage == Stage::kDone; });
    if (!complete || job.dropped || job.ending || job.stage != JobStage::kReady) continue;
    job.stage = JobStage::kVerifying;
    actions_.push_back({.what = What::kVerify, .job = number});
  }
}

void Scheduler::admit_all(const std::vector<JobNumber>& order, Time now) {
  size_t ahead = 0;
  for (JobNumber number : order) {
    Job& job = jobs_.at(number);
    Need need;
    while ((need = admit(number, job, ahead, now)) == Need::kMet) {
    }
    if (job.stage != JobStage::kWaiting && job.has(Stage::kPending) && !job.read_at_once()) ++ahead;
    if (need == Need::kMemory) {
      if (!under_way()) {
        job.ending = true;
        actions_.push_back({.what = What::kRefuse, .job = number});
        continue;
      }
      return;
    }
    if (job.stage != JobStage::kWaiting) residency_.place_early(*job.circuit, now, actions_);
  }
}

Scheduler::Need Scheduler::admit(JobNumber number, Job& job, size_t ahead, Time now) {
  const bool waiting = job.stage == JobStage::kWaiting;
  if (waiting && !job.read_at_once()) {
    const auto reading = std::ranges::count_if(jobs_, [](const auto& entry) {
      return entry.second.stage == JobStage::kReading && !entry.second.read_at_once();
    });
    if (ahead >= kReadAhead || static_cast<size_t>(reading) >= kReadAhead) return Need::kNone;
  }
  if (!waiting && !job.has(Stage::kPending)) return Need::kNone;
  if (job.circuit->host.state == ResidencyState::kAbsent) return load(*job.circuit, now);
  return waiting ? read(number, job, now) : prepare(number, job, now);
}

Scheduler::Need Scheduler::load(CircuitEntry& circuit, Time now) {
  if (!residency_.begin_load(circuit)) {
    make_room(&circuit, now);
    return Need::kMemory;
  }
  actions_.push_back({.what = What::kLoad, .circuit = circuit.shape.circuit});
  return Need::kMet;
}

Scheduler::Need Scheduler::read(JobNumber number, Job& job, Time now) {
  const JobShape& shape = job.demand.shape;
  auto bytes = host_.try_reserve(shape.circuit.statement_bytes + shape.reading_bytes);
  if (!bytes) {
    make_room(job.circuit, now);
    return Need::kMemory;
  }
  job.statement = std::move(*bytes);
  job.stage = JobStage::kReading;
  actions_.push_back({.what = What::kRead, .job = number});
  return Need::kMet;
}

Scheduler::Need Scheduler::prepare(JobNumber number, Job& job, Time now) {
  CircuitEntry& circuit = *job.circuit;
  // Others hold theirs until the devices accept more, which must not hold a lane up.
  const size_t permits_max = limits_.partition_workers + (circuit.shape.lane ? 1 : 0);
  if (job.stage != JobStage::kReady || circuit.host.state != ResidencyState::kResident ||
      circuit.unwanted || permits_ >= permits_max) {
    return Need::kNone;
  }
  auto bytes = host_.try_reserve(job.demand.shape.circuit.prepared_bytes);
  if (!bytes) {
    make_room(&circuit, now);
    return Need::kMemory;
  }
  size_t k = 0;
  while (job.partitions[k].stage != Stage::kPending) ++k;
  Partition& partition = job.partitions[k];
  partition.bytes = std::move(*bytes);
  partition.stage = Stage::kPreparing;
  partition.permit = true;
  permits_peak_ = std::max(permits_peak_, ++permits_);
  ++circuit.host.partitions;
  actions_.push_back({.what = What::kPrepare, .job = number, .partition = k});
  return Need::kMet;
}

void Scheduler::make_room(const CircuitEntry* except, Time now) {
  for (const auto& [name, entry] : residency_.entries()) {
    if (entry.host.state == ResidencyState::kEvicting || entry.unwanted)
      return;  // room is on its way
  }
  const bool needed = !under_way();
  CircuitEntry* idle = residency_.idle_on_host(except, needed);
  if (idle == nullptr || (!needed && now - idle->last_used < limits_.eviction_min_idle)) return;
  idle->unwanted = true;
}

// What is not wanted any more goes down one step at a time; what is to be preloaded goes up.
void Scheduler::settle_circuits(Time now) {
  for (auto& [name, entry] : residency_.entries()) {
    if (entry.unwanted && entry.host.partitions == 0) {
      for (size_t d = 0; d < entry.devices.size(); ++d) {
        if (entry.devices[d].state == ResidencyState::kResident) {
          residency_.displace(entry, d, actions_);
        }
      }
      if (!entry.on_some_device() && entry.host.state == ResidencyState::kResident) {
        entry.host.state = ResidencyState::kEvicting;
        actions_.push_back({.what = What::kUnload, .circuit = name});
      }
    }
    if (entry.host.state == ResidencyState::kAbsent) entry.unwanted = false;
    if (entry.preload) settle_preload(entry, now);
  }
}

void Scheduler::settle_preload(CircuitEntry& entry, Time now) {
  if (entry.host.state == ResidencyState::kAbsent && load(entry, now) == Need::kMemory) {
    entry.preload = under_way();
  }
  if (entry.host.state != ResidencyState::kResident) return;
  residency_.place_early(entry, now, actions_);
  entry.preload = entry.moving();
}

// --- For status -------------------------------------------------------------------------------

size_t Scheduler::count(Stage stage) const {
  size_t sum = 0;
  for (const auto& [number, job] : jobs_) {
    sum += static_cast<size_t>(std::ranges::count(job.partitions, stage, &Partition::stage));
  }
  return sum;
}

bool Scheduler::under_way() const {
  for (const auto& [number, job] : jobs_) {
    if (job.stage == JobStage::kReading || job.stage == JobStage::kVerifying) return true;
    for (const Partition& partition : job.partitions) {
      if (partition.stage != Stage::kPending && partition.stage != Stage::kDone) return true;
    }
  }
  return std::ranges::any_of(residency_.entries(), [](const auto& named) {
    return named.second.unwanted || named.second.moving();
  });
}

Flight Scheduler::flight() const {
  return {.preparing = count(Stage::kPreparing),
          .blocked = count(Stage::kBlocked),
          .queued = count(Stage::kQueued),
          .starting = count(Stage::kStarting),
          .finishing = count(Stage::kFinishing),
          .permits = permits_,
          .permits_peak = permits_peak_};
}

size_t Scheduler::position(JobNumber number, Time now) const {
  size_t before = 0;
  for (JobNumber other : ranked(now)) {
    if (other == number) break;
    before += jobs_.at(other).stage == JobStage::kWaiting;
  }
  return before;
}

size_t Scheduler::usable_devices() const {
  size_t sum = 0;
  for (size_t d = 0; d < residency_.num_devices(); ++d) sum += !quarantined(d);
  return sum;
}

}  // namespace cuzk::engine
