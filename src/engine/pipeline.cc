// SPDX-License-Identifier: MIT OR Apache-2.0
// What callers ask for: submit, await, cancel, preload, evict, status. The work is in
// pipeline_stages.cc.
#include "engine/pipeline.h"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>

#include "base/check.h"
#include "base/error.h"

namespace cuzk::engine {
namespace {

using base::Error;
using base::ErrorCode;

// One more than jobs are read ahead, so that a critical one does not wait behind large ones.
constexpr unsigned kReaders = 3;
constexpr unsigned kWorkersAutoMax = 32;
// Longer times, which a caller may mean as "for ever", would overflow when they are added.
constexpr Duration kLongest = std::chrono::hours(24 * 365);

std::vector<SchedulerDevice> scheduler_devices(const Options& options, const Prover& prover,
                                               const auto& devices) {
  std::vector<SchedulerDevice> list;
  for (size_t d = 0; d < devices.size(); ++d) {
    const DeviceDriver& driver = prover.devices[d];
    list.push_back({devices[d].budget.get(),
                    std::min<size_t>(options.gpu_workers_per_device, driver.in_flight_max),
                    driver.region_bytes, driver.fixed_bytes, driver.kept_bytes});
  }
  return list;
}

}  // namespace

Options Pipeline::completed(Options options, const Prover& prover) {
  const auto require = [](bool condition, const char* text) {
    if (!condition) throw Error(ErrorCode::kBadArgument, text);
  };
  require(!prover.devices.empty(), "devices: expected at least one");
  require(options.gpu_workers_per_device > 0, "gpu_workers_per_device: expected at least 1");
  require(options.request_bytes_max < options.host_budget_bytes,
          "request_bytes_max: expected less than the budget of the host");
  options.partition_workers = partition_workers(options);
  if (options.queue_capacity == 0) options.queue_capacity = options.partition_workers;
  return options;
}

unsigned Pipeline::partition_workers(const Options& options) {
  if (options.partition_workers > 0) return options.partition_workers;
  return std::clamp(std::thread::hardware_concurrency(), 1u, kWorkersAutoMax);
}

// As start_crews makes them.
size_t Pipeline::threads(const Options& options, size_t devices) {
  constexpr size_t kLoader = 1, kForLanes = 1, kVerifier = 1, kKeeper = 1;
  return kReaders + kLoader + partition_workers(options) + kForLanes + kVerifier +
         devices * kCrewsOfDevice + kKeeper;
}

Pipeline::Pipeline(const Options& options, Prover prover, PermitRule permit_rule)
    : options_(completed(options, prover)),
      prover_(std::move(prover)),
      host_("host memory", options_.host_budget_bytes - options_.request_bytes_max),
      requests_("memory for requests", options_.request_bytes_max),
      devices_(prover_.devices.size()),
      timeline_(options_.timeline),
      store_({options_.results_max, options_.results_age_max}),
      scheduler_({.partition_workers = options_.partition_workers,
                  .queue_capacity = options_.queue_capacity,
                  .queue_jobs_max = options_.queue_jobs_max,
                  .ageing_step = options_.ageing_step,
                  .eviction_min_idle = options_.eviction_min_idle,
                  .permit_rule = permit_rule},
                 host_, [&] {
                   for (size_t d = 0; d < devices_.size(); ++d) {
                     const DeviceDriver& driver = prover_.devices[d];
                     devices_[d].budget =
                         std::make_unique<Budget>("memory of " + driver.name, driver.budget_bytes);
                   }
                   return scheduler_devices(options_, prover_, devices_);
                 }()) {
  try {
    start_crews();
  } catch (const std::system_error& error) {  // those that the system gave wait for work
    const size_t made = threads_.size();
    stop_crews(Lock(mutex_));
    throw Error(
        ErrorCode::kResourceExhausted,
        fmt::format("threads: the system gives no more after {} of the engine: {}; raise the "
                    "limit (ulimit -u, TasksMax= of the unit, pids.max of the container) or "
                    "lower partition_workers, {}",
                    made, error.what(), options_.partition_workers));
  }
}

void Pipeline::start_crews() {
  const auto hire = [this](Crew& crew, const char* name, unsigned count) {
    for (unsigned i = 0; i < count; ++i) {
      threads_.emplace_back(
          [this, &crew, name, i] { run_crew(crew, fmt::format("{} {}", name, i)); });
    }
  };
  hire(readers_, "read", kReaders);
  hire(loader_, "load", 1);
  hire(preparers_, "prepare", options_.partition_workers + 1);  // the last for lanes
  hire(verifier_, "verify", 1);
  for (size_t d = 0; d < devices_.size(); ++d) {
    if (options_.gpu_threads > 0) {
      devices_[d].arena = std::make_unique<tbb::task_arena>(static_cast<int>(options_.gpu_threads));
    }
    for (Crew* crew : crews_of(d)) {
      threads_.emplace_back([this, d, crew] { run_device(d, *crew); });
    }
  }
  keeper_ = std::jthread([this](std::stop_token stop) { run_keeper(stop); });
  base::check(threads_.size() + 1 == threads(options_, devices_.size()), "all threads are counted");
}

Pipeline::~Pipeline() {
  Lock lock(mutex_);
  draining_ = true;
  while (!running_.empty()) {
    end_as(running_.begin()->first, JobState::kCancelled,
           {ErrorCode::kCancelled, "the engine stops"});
  }
  pump();
  stop_crews(std::move(lock));
  print_timeline();
}

void Pipeline::stop_crews(Lock lock) {
  stopping_ = true;
  for (Crew* crew : {&readers_, &loader_, &preparers_, &verifier_}) crew->wake.notify_all();
  for (size_t d = 0; d < devices_.size(); ++d) {
    for (Crew* crew : crews_of(d)) crew->wake.notify_all();
  }
  lock.unlock();
  keeper_ = {};
  threads_.clear();
}

Time Pipeline::now() const { return std::chrono::steady_clock::now() - start_; }

std::optional<Reservation> Pipeline::reserve_request(uint64_t bytes, std::stop_token stop) {
  return requests_.reserve(bytes, std::move(stop));
}

Submitted Pipeline::submit(Request request, Interest interest) {
  if (request.kind == nullptr) throw Error(ErrorCode::kBadArgument, "proof kind: not given");
  JobShape shape = prover_.describe(request);
  const std::string name = job_name(request);
  const Priority priority = request.priority.value_or(request.kind->priority);
  Lock lock(mutex_);
  const Time at = now();
  if (draining_) throw Error(ErrorCode::kUnavailable, "the engine drains and takes no new jobs");
  std::optional<Time> deadline;
  if (request.time_limit) deadline = at + std::min(*request.time_limit, kLongest);
  JobStore::Joined joined = store_.submit(name, request.label, request.kind, interest, at);
  JobRecord& record = *joined.job;
  if (!joined.fresh) {
    if (is_final(record.state)) return {name, record.number, 0, true};
    scheduler_.raise(record.number, priority, deadline);
    pump();
    return {name, record.number, static_cast<uint32_t>(scheduler_.position(record.number, at)),
            true};
  }
  try {
    if (request.reservation.bytes() == 0 && request.bytes() > 0) {
      auto bytes = requests_.try_reserve(request.bytes());
      if (!bytes) {
        throw Error(ErrorCode::kResourceExhausted,
                    fmt::format("requests: {} of {} bytes are in use, {} more do not fit; try "
                                "again later",
                                requests_.used_bytes(), requests_.total_bytes(), request.bytes()));
      }
      request.reservation = std::move(*bytes);
    }
    scheduler_.arrive(record.number, {request.kind->proof_class, priority, deadline, shape}, at);
  } catch (...) {
    store_.forget(joined.job);
    throw;
  }
  record.partitions.resize(shape.partitions);
  timeline_.name_job(record.number, request.label.empty() ? name : request.label);
  auto job = std::make_shared<Running>();
  job->record = joined.job;
  job->shape = shape;
  job->request = std::move(request);
  job->partitions.resize(shape.partitions);
  running_[record.number] = job;
  const size_t position = scheduler_.position(record.number, at);
  pump();
  return {name, record.number, static_cast<uint32_t>(position), false};
}

void Pipeline::leave(const Submitted& submitted) {
  Lock lock(mutex_);
  JobPointer job = store_.find(submitted.job);
  if (job == nullptr || job->number != submitted.run || !store_.leave(*job)) return;
  cancel_unwanted(*job);
}

void Pipeline::cancel_unwanted(const JobRecord& job) {
  end_as(job.number, JobState::kCancelled, {ErrorCode::kCancelled, "nobody waits for it any more"});
  pump();
}

std::optional<JobResult> Pipeline::await(const std::string& name, std::optional<Duration> timeout,
                                         std::stop_token stop) {
  Lock lock(mutex_);
  JobPointer job = store_.find(name);
  if (job == nullptr) throw Error(ErrorCode::kNotFound, fmt::format("job {}: not known", name));
  const auto over = [&] { return is_final(job->state); };
  store_.join(*job);
  const bool done = timeout ? changed_.wait_for(lock, stop, std::min(*timeout, kLongest), over)
                            : changed_.wait(lock, stop, over);
  if (store_.leave(*job)) cancel_unwanted(*job);
  if (!done) return std::nullopt;
  return job->result;
}

bool Pipeline::cancel(const std::string& name) {
  Lock lock(mutex_);
  JobPointer job = store_.find(name);
  if (job == nullptr) throw Error(ErrorCode::kNotFound, fmt::format("job {}: not known", name));
  if (is_final(job->state)) return false;
  end_as(job->number, JobState::kCancelled, {ErrorCode::kCancelled, "cancelled"});
  pump();
  return true;
}

Preloaded Pipeline::preload(const std::string& circuit, std::stop_token stop) {
  std::optional<CircuitFootprint> shape = prover_.describe_circuit(circuit);
  if (!shape) throw Error(ErrorCode::kNotFound, fmt::format("circuit {}: not known", circuit));
  Lock lock(mutex_);
  const Time began = now();
  const auto there = [&] {
    auto found = scheduler_.residency().entries().find(circuit);
    return found != scheduler_.residency().entries().end() &&
           found->second.host.state == ResidencyState::kResident;
  };
  const bool already = there();
  load_failures_.erase(circuit);
  scheduler_.preload(*shape);
  pump();
  const auto over = [&] {
    return stopping_ || !scheduler_.residency().entries().at(circuit).preload;
  };
  if (!changed_.wait(lock, stop, over)) {
    throw Error(ErrorCode::kCancelled,
                fmt::format("circuit {}: the caller does not wait any more", circuit));
  }
  if (!there()) {
    auto failed = load_failures_.find(circuit);
    if (failed != load_failures_.end()) throw Error(failed->second.code, failed->second.text);
    throw Error(ErrorCode::kResourceExhausted,
                fmt::format("circuit {}: its {} bytes do not fit beside what is in use", circuit,
                            shape->circuit_bytes));
  }
  return {already, now() - began};
}

Evicted Pipeline::evict(const std::string& circuit) {
  if (!prover_.describe_circuit(circuit)) {
    throw Error(ErrorCode::kNotFound, fmt::format("circuit {}: not known", circuit));
  }
  Lock lock(mutex_);
  auto found = scheduler_.residency().entries().find(circuit);
  if (found == scheduler_.residency().entries().end()) return {};
  const CircuitEntry& entry = found->second;
  uint64_t bytes = entry.host.bytes.bytes();
  for (const CircuitEntry::Residency& stand : entry.devices) bytes += stand.bytes.bytes();
  const bool loaded = entry.host.state != ResidencyState::kAbsent;
  if (!scheduler_.evict(circuit)) {
    throw Error(ErrorCode::kUnavailable, fmt::format("circuit {}: it is in use", circuit));
  }
  pump();
  changed_.wait(lock, [&] { return stopping_ || !entry.unwanted; });
  return {loaded, bytes};
}

bool Pipeline::drain(Duration timeout) {
  Lock lock(mutex_);
  draining_ = true;
  return changed_.wait_for(lock, std::min(timeout, kLongest), [&] { return running_.empty(); });
}

// --- Status -----------------------------------------------------------------------------------

Status Pipeline::status() const {
  Lock lock(mutex_);
  const Time at = now();
  Status status;
  status.uptime = at;
  status.draining = draining_;
  status.memory = {.budget_bytes = host_.total_bytes() + requests_.total_bytes(),
                   .used_bytes = host_.used_bytes() + requests_.used_bytes(),
                   .peak_bytes = host_.peak_bytes() + requests_.peak_bytes(),
                   .request_bytes = requests_.used_bytes()};
  status.partition_workers = options_.partition_workers;
  status.flight = scheduler_.flight();
  for (const auto& [number, job] : store_.open()) {
    status.pipelines.push_back({job->name, job->label, job->kind, job->state, at - job->submitted,
                                job->partitions, job->waiters});
  }
  for (size_t d = 0; d < devices_.size(); ++d) {
    const DeviceDriver& driver = prover_.devices[d];
    const Budget& budget = *devices_[d].budget;
    status.devices.push_back({.name = driver.name,
                              .uuid = driver.uuid,
                              .pci_address = driver.pci_address,
                              .ordinal = driver.ordinal,
                              .memory_bytes = driver.memory_bytes,
                              .budget_bytes = budget.total_bytes(),
                              .used_bytes = budget.used_bytes(),
                              .fixed_bytes = driver.fixed_bytes,
                              .region_bytes = driver.region_bytes,
                              .quarantined = scheduler_.quarantined(d)});
    std::vector<InFlight> flights;
    for (const Crew* crew : {&devices_[d].crew, &devices_[d].lanes}) {
      flights.insert(flights.end(), crew->in_flight.begin(), crew->in_flight.end());
    }
    for (size_t i = 0; i < std::max(scheduler_.in_flight_max(d), flights.size()); ++i) {
      WorkerStatus worker;
      worker.worker = static_cast<unsigned>(status.workers.size());
      worker.ordinal = driver.ordinal;
      if (i < flights.size()) {
        status.flight.abandoned += flights[i].job->ended ? 1 : 0;
        worker.busy = true;
        worker.job = flights[i].job->record->name;
        worker.kind = flights[i].job->record->kind;
        worker.partition = flights[i].task.partition;
        worker.busy_for = at - flights[i].since;
      }
      status.workers.push_back(std::move(worker));
    }
  }
  for (const auto& [name, entry] : scheduler_.residency().entries()) {
    CircuitStatus circuit{.circuit = name, .references = entry.jobs, .idle_for = {}};
    if (entry.host.state == ResidencyState::kResident) circuit.tier = Tier::kWarm;
    circuit.host_bytes = entry.host.bytes.bytes();
    for (const CircuitEntry::Residency& stand : entry.devices) {
      if (stand.state == ResidencyState::kResident) circuit.tier = Tier::kHot;
      circuit.device_bytes += stand.bytes.bytes();
    }
    circuit.copied_bytes = prover_.copied_bytes(name);
    if (entry.host.partitions == 0) circuit.idle_for = at - entry.last_used;
    status.circuits.push_back(std::move(circuit));
  }
  status.kinds = store_.counts();
  status.proved_again = scheduler_.proved_again();
  status.timeline_dropped = timeline_.dropped();
  return status;
}

}  // namespace cuzk::engine
