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
// next. More would only hold memory. Critical jobs do not count.
constexpr size_t kReadAhead = 2;
constexpr int64_t kStarvingSteps = 4;

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
    : limits_(limits), host_(host), circuits_(host, [&] {
        std::vector<Budget*> budgets;
        for (const SchedulerDevice& device : devices) budgets.push_back(device.budget);
        return budgets;
      }()) {
  for (const SchedulerDevice& device : devices) {
    devices_.push_back({device.budget, device.slots});
  }
}

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
  const auto largest = std::ranges::max_element(
      devices_, {}, [](const Device& device) { return device.budget->total_bytes(); });
  largest->budget->check_fits(shape.device_bytes, shape.circuit);
  Job& job = jobs_[number];
  job.demand = demand;
  job.arrived = now;
  job.partitions.resize(demand.shape.partitions);
  job.circuit = &circuits_.entry(shape);
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

void Scheduler::again(Task task) {
  Job& job = jobs_.at(task.job);
  Partition& partition = job.partitions[task.partition];
  partition.avoid = partition.device;
  release(job, partition);
  partition.stage = Stage::kPending;
  erase_if_over(task.job);
}

void Scheduler::verified(JobNumber number) {
  jobs_.at(number).stage = JobStage::kReady;
  erase_if_over(number);
}

void Scheduler::loaded(const std::string& circuit, bool success) {
  CircuitEntry& entry = *circuits_.find(circuit);
  entry.host.state = success ? ResidencyState::kResident : ResidencyState::kAbsent;
  if (success) return;
  entry.host.bytes = {};
  entry.preload = false;
}

void Scheduler::unloaded(const std::string& circuit) { loaded(circuit, false); }

void Scheduler::placed(const std::string& circuit, size_t device, bool success, size_t group) {
  CircuitEntry::Residency& stand = circuits_.find(circuit)->devices[device];
  stand.state = success ? ResidencyState::kResident : ResidencyState::kAbsent;
  if (success) {
    devices_[device].group = group;
    return;
  }
  stand.bytes = {};
  circuits_.find(circuit)->preload = false;
}

void Scheduler::displaced(const std::string& circuit, size_t device) {
  placed(circuit, device, false);
}

void Scheduler::quarantine(size_t device) { devices_[device].quarantined = true; }

void Scheduler::preload(const CircuitFootprint& shape) {
  host_.check_fits(shape.circuit_bytes, shape.circuit);
  CircuitEntry& entry = circuits_.entry(shape);
  entry.preload = true;
  entry.unwanted = false;
}

bool Scheduler::evict(const std::string& circuit) {
  CircuitEntry* entry = circuits_.find(circuit);
  if (entry == nullptr) return true;
  const auto moving = [](const CircuitEntry::Residency& stand) {
    return stand.state == ResidencyState::kLoading || stand.state == ResidencyState::kEvicting;
  };
  if (entry->jobs > 0 || entry->host.partitions > 0 || entry->preload || moving(entry->host) ||
      std::ranges::any_of(entry->devices, moving)) {
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
    --job.circuit->devices[*partition.device].partitions;
    --devices_[*partition.device].in_flight;
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
  actions_.clear();
  expire(now);
  const std::vector<JobNumber> order = ranked(now);
  accept(order);
  while (start_one(order)) accept(order);
  verify_complete();
  admit_all(order, now);
  settle_circuits(now);
  return std::move(actions_);
}

Scheduler::Rank Scheduler::rank(JobNumber number, const Job& job, Time now) const {
  const bool critical = job.critical();
  int64_t steps = limits_.ageing_step > Duration{} ? (now - job.arrived) / limits_.ageing_step : 0;
  const bool starving = steps >= kStarvingSteps;
  int64_t level = std::min(static_cast<int64_t>(job.demand.priority) + steps,
                           static_cast<int64_t>(Priority::kHigh));
  int64_t deadline =
      job.demand.deadline ? job.demand.deadline->count() : std::numeric_limits<int64_t>::max();
  const bool hot = job.circuit->on_some_device();
  const bool warm = job.circuit->host.state != ResidencyState::kAbsent;
  return {
      !critical, critical ? 0 : -level, !starving,     starving ? static_cast<int64_t>(number) : 0,
      deadline,  !job.begun(),          -(hot + warm), static_cast<int64_t>(number)};
}

std::vector<JobNumber> Scheduler::ranked(Time now) const {
  std::vector<std::pair<Rank, JobNumber>> keyed;
  for (const auto& [number, job] : jobs_) {
    if (!job.dropped && !job.expired) keyed.emplace_back(rank(number, job, now), number);
  }
  std::ranges::sort(keyed);
  std::vector<JobNumber> order;
  for (const auto& [key, number] : keyed) order.push_back(number);
  return order;
}

void Scheduler::expire(Time now) {
  for (auto& [number, job] : jobs_) {
    if (job.dropped || job.expired || !job.demand.deadline || *job.demand.deadline > now) continue;
    job.expired = true;
    add(What::kExpire, number);
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

bool Scheduler::start_one(const std::vector<JobNumber>& order) {
  std::vector<bool> held(devices_.size());  // for a circuit that has to come
  for (JobNumber number : order) {
    Job& job = jobs_.at(number);
    for (size_t k = 0; k < job.partitions.size(); ++k) {
      const Partition& partition = job.partitions[k];
      // What is blocked may be better than all that is queued, and pass it.
      if (partition.stage != Stage::kQueued && partition.stage != Stage::kBlocked) continue;
      if (std::optional<size_t> device = device_for(job, partition, held)) {
        start(number, job, k, *device);
        return true;
      }
      place(*job.circuit, &partition, held);
    }
  }
  return false;
}

void Scheduler::start(JobNumber number, Job& job, size_t k, size_t device) {
  Partition& partition = job.partitions[k];
  give_permit_back(partition);
  partition.stage = Stage::kStarting;
  partition.device = device;
  ++devices_[device].in_flight;
  ++job.circuit->devices[device].partitions;
  actions_.push_back({What::kStart, number, k, device, job.circuit->shape.circuit});
}

bool Scheduler::usable(size_t device, const Partition* partition) const {
  if (devices_[device].quarantined) return false;
  return partition == nullptr || partition->avoid != device || usable_devices() == 1;
}

std::optional<size_t> Scheduler::device_for(const Job& job, const Partition& partition,
                                            const std::vector<bool>& held) const {
  std::optional<size_t> best;
  for (size_t d = 0; d < devices_.size(); ++d) {
    if (held[d] || !usable(d, &partition) || devices_[d].in_flight >= in_flight_max(d) ||
        job.circuit->devices[d].state != ResidencyState::kResident) {
      continue;
    }
    if (!best || devices_[d].in_flight < devices_[*best].in_flight) best = d;
  }
  return best;
}

// For a partition that waits in the queue, or ahead of it. Free memory is used as it is; what is
// idle goes first if no job needs it, and also if one does where otherwise nothing could be proved.
void Scheduler::place(CircuitEntry& circuit, const Partition* waiting, std::vector<bool>& held) {
  if (circuit.host.state != ResidencyState::kResident || circuit.unwanted) return;
  bool somewhere = false;
  std::vector<size_t> candidates;
  for (size_t d = 0; d < devices_.size(); ++d) {
    if (!usable(d, waiting)) continue;
    const ResidencyState state = circuit.devices[d].state;
    somewhere =
        somewhere || state == ResidencyState::kResident || state == ResidencyState::kLoading;
    if (state == ResidencyState::kAbsent && !held[d]) candidates.push_back(d);
  }
  if (waiting == nullptr && somewhere) return;
  std::ranges::stable_sort(candidates, {}, [&](size_t d) { return devices_[d].in_flight; });
  for (size_t d : candidates) {
    if (!circuits_.begin_place(circuit, d)) continue;
    actions_.push_back({What::kPlace, 0, 0, d, circuit.shape.circuit});
    return;
  }
  if (candidates.empty()) return;
  const size_t d = candidates.front();
  if (devices_[d].budget->total_bytes() < circuit.shape.device_bytes) return;
  const bool needed = waiting != nullptr && !somewhere;
  held[d] = needed;
  if (CircuitEntry* idle = circuits_.idle_on_device(d, &circuit, needed)) displace(*idle, d);
}

void Scheduler::displace(CircuitEntry& circuit, size_t device) {
  circuit.devices[device].state = ResidencyState::kEvicting;
  actions_.push_back({What::kDisplace, 0, 0, device, circuit.shape.circuit});
}

void Scheduler::verify_complete() {
  for (auto& [number, job] : jobs_) {
    const bool complete = std::ranges::all_of(
        job.partitions, [](const Partition& p) { return p.stage == Stage::kDone; });
    if (!complete || job.dropped || job.expired || job.stage != JobStage::kReady) continue;
    job.stage = JobStage::kVerifying;
    add(What::kVerify, number);
  }
}

void Scheduler::admit_all(const std::vector<JobNumber>& order, Time now) {
  std::vector<bool> held(devices_.size());
  size_t ahead = 0;
  for (JobNumber number : order) {
    Job& job = jobs_.at(number);
    Need need;
    while ((need = admit(number, job, ahead, now)) == Need::kMet) {
    }
    if (job.stage != JobStage::kWaiting && job.has(Stage::kPending) && !job.critical()) ++ahead;
    if (need == Need::kMemory) {
      if (!under_way()) {
        job.expired = true;
        add(What::kRefuse, number);
        continue;
      }
      return;
    }
    if (job.stage != JobStage::kWaiting) place(*job.circuit, nullptr, held);
  }
}

Scheduler::Need Scheduler::admit(JobNumber number, Job& job, size_t ahead, Time now) {
  const bool waiting = job.stage == JobStage::kWaiting;
  if (waiting && !job.critical()) {
    const auto reading = std::ranges::count_if(jobs_, [](const auto& entry) {
      return entry.second.stage == JobStage::kReading && !entry.second.critical();
    });
    if (ahead >= kReadAhead || static_cast<size_t>(reading) >= kReadAhead) return Need::kNone;
  }
  if (!waiting && !job.has(Stage::kPending)) return Need::kNone;
  if (job.circuit->host.state == ResidencyState::kAbsent) return load(*job.circuit, now);
  return waiting ? read(number, job, now) : prepare(number, job, now);
}

Scheduler::Need Scheduler::load(CircuitEntry& circuit, Time now) {
  if (!circuits_.begin_load(circuit)) {
    make_room(&circuit, now);
    return Need::kMemory;
  }
  actions_.push_back({What::kLoad, 0, 0, 0, circuit.shape.circuit});
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
  add(What::kRead, number);
  return Need::kMet;
}

Scheduler::Need Scheduler::prepare(JobNumber number, Job& job, Time now) {
  CircuitEntry& circuit = *job.circuit;
  if (job.stage != JobStage::kReady || circuit.host.state != ResidencyState::kResident ||
      circuit.unwanted || permits_ >= limits_.partition_workers) {
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
  for (const auto& [name, entry] : circuits_.entries()) {
    if (entry.host.state == ResidencyState::kEvicting || entry.unwanted)
      return;  // room is on its way
  }
  const bool needed = !under_way();
  CircuitEntry* idle = circuits_.idle_on_host(except, needed);
  if (idle == nullptr || (!needed && now - idle->last_used < limits_.eviction_min_idle)) return;
  idle->unwanted = true;
}

// What is not wanted any more goes down one step at a time; what is to be preloaded goes up.
void Scheduler::settle_circuits(Time now) {
  for (auto& [name, entry] : circuits_.entries()) {
    if (entry.unwanted && entry.host.partitions == 0) {
      for (size_t d = 0; d < devices_.size(); ++d) {
        if (entry.devices[d].state == ResidencyState::kResident) displace(entry, d);
      }
      if (!entry.on_some_device() && entry.host.state == ResidencyState::kResident) {
        entry.host.state = ResidencyState::kEvicting;
        actions_.push_back({What::kUnload, 0, 0, 0, name});
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
  std::vector<bool> held(devices_.size());
  place(entry, nullptr, held);
  entry.preload = std::ranges::any_of(entry.devices, [](const CircuitEntry::Residency& stand) {
    return stand.state == ResidencyState::kLoading || stand.state == ResidencyState::kEvicting;
  });
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
  const auto moving = [](const CircuitEntry::Residency& stand) {
    return stand.state == ResidencyState::kLoading || stand.state == ResidencyState::kEvicting;
  };
  return std::ranges::any_of(circuits_.entries(), [&](const auto& named) {
    const CircuitEntry& entry = named.second;
    return entry.unwanted || moving(entry.host) || std::ranges::any_of(entry.devices, moving);
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
  return static_cast<size_t>(
      std::ranges::count(devices_, false, [](const Device& device) { return device.quarantined; }));
}

}  // namespace cuzk::engine
