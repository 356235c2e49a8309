// SPDX-License-Identifier: MIT OR Apache-2.0
// What the crews of the pipeline do, and how a job ends.
#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <numeric>

#include "base/check.h"
#include "base/error.h"
#include "engine/pipeline.h"
#include "engine/verify_partitions.h"

namespace cuzk::engine {
namespace {

using base::Error;
using base::ErrorCode;
using What = Action::What;

constexpr unsigned kAttemptsMax = 3;  // of a partition
constexpr unsigned kStrikesMax = 2;   // partitions of a device that turned out right elsewhere
constexpr auto kKeeperPeriod = std::chrono::milliseconds(100);

}  // namespace

std::optional<Pipeline::Failure> Pipeline::attempt(const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    return Failure{error.code(), error.text()};
  } catch (const std::bad_alloc&) {
    return Failure{ErrorCode::kOutOfMemory, "the system gave no more memory"};
  } catch (const std::exception& error) {
    return Failure{ErrorCode::kInternal, error.what()};
  }
  return std::nullopt;
}

Pipeline::RunningPointer Pipeline::running(JobNumber number) const {
  auto found = running_.find(number);
  return found == running_.end() ? nullptr : found->second;
}

void Pipeline::note(Timeline::Lane* lane, Event event, Task task, Duration spent) {
  if (lane == nullptr) return;
  lane->record({now(), spent, task.job, static_cast<uint32_t>(task.partition), event});
}

void Pipeline::print_timeline() {
  for (const std::string& line : timeline_.drain()) {
    if (options_.timeline_line) options_.timeline_line(line);
  }
}

// --- Actions ----------------------------------------------------------------------------------

void Pipeline::pump() {
  for (bool more = true; more;) {
    more = false;
    for (Action& action : scheduler_.decide(now())) {
      // These two end a job, which changes what can begin.
      more = more || action.what == What::kExpire || action.what == What::kRefuse;
      dispatch(std::move(action));
    }
  }
}

void Pipeline::dispatch(Action action) {
  Crew* crew = nullptr;
  switch (action.what) {
    case What::kExpire:
      return end_as(action.job, JobState::kTimeout, ErrorCode::kDeadlineExceeded,
                    "its time limit has passed");
    case What::kRefuse:
      return end_as(action.job, JobState::kFailed, ErrorCode::kResourceExhausted,
                    fmt::format("host memory: a partition does not fit into {} bytes beside what "
                                "the other jobs hold; raise the budget",
                                host_.total_bytes()));
    case What::kRead: crew = &readers_; break;
    case What::kLoad:
    case What::kUnload: crew = &loader_; break;
    case What::kPrepare: crew = &preparers_; break;
    case What::kVerify: crew = &verifier_; break;
    case What::kPlace:
    case What::kDisplace:
    case What::kStart: crew = &devices_[action.device].crew; break;
  }
  crew->inbox.push_back(std::move(action));
  crew->wake.notify_one();
}

void Pipeline::run_crew(Crew& crew, const std::string& name) {
  Timeline::Lane* lane = timeline_.lane(name);
  Lock lock(mutex_);
  for (;;) {
    crew.wake.wait(lock, [&] { return stopping_ || !crew.inbox.empty(); });
    if (crew.inbox.empty()) return;
    Action action = std::move(crew.inbox.front());
    crew.inbox.pop_front();
    perform(lock, action, lane);
    pump();
  }
}

void Pipeline::run_device(size_t device) {
  Crew& crew = devices_[device].crew;
  Timeline::Lane* lane = timeline_.lane(prover_.devices[device].name);
  Lock lock(mutex_);
  for (;;) {
    crew.wake.wait(lock,
                   [&] { return stopping_ || !crew.inbox.empty() || !crew.in_flight.empty(); });
    if (crew.inbox.empty() && crew.in_flight.empty()) return;
    if (crew.inbox.empty()) {
      finish(lock, device, lane);
    } else {
      Action action = std::move(crew.inbox.front());
      crew.inbox.pop_front();
      perform(lock, action, lane);
    }
    pump();
  }
}

void Pipeline::run_keeper(std::stop_token stop) {
  std::condition_variable_any wake;
  while (!stop.stop_requested()) {
    {
      Lock lock(mutex_);
      store_.expire(now());
      pump();
      wake.wait_for(lock, stop, kKeeperPeriod, [] { return false; });
    }
    print_timeline();
  }
}

void Pipeline::perform(Lock& lock, const Action& action, Timeline::Lane* lane) {
  switch (action.what) {
    case What::kRead: return read(lock, action.job);
    case What::kLoad: return load(lock, action.circuit);
    case What::kUnload: return unload(lock, action.circuit);
    case What::kPrepare: return prepare(lock, {action.job, action.partition}, lane);
    case What::kVerify: return verify(lock, action.job, lane);
    case What::kPlace: return place(lock, action.device, action.circuit);
    case What::kDisplace: return displace(lock, action.device, action.circuit);
    case What::kStart: return start(lock, action.device, action, lane);
    case What::kExpire:
    case What::kRefuse: base::check(false, "ends of jobs are no work");
  }
}

void Pipeline::read(Lock& lock, JobNumber number) {
  if (RunningPointer job = running(number)) {
    Request request = std::move(job->request);
    Statement statement;
    lock.unlock();
    auto failure = attempt([&] { statement = prover_.read(request); });
    request = {};  // its bytes and their reservation
    lock.lock();
    job->statement = std::move(statement);
    if (failure) {
      fail(job, *failure);
    } else if (!is_final(job->record->state)) {
      job->record->state = JobState::kRunning;
    }
  }
  scheduler_.read_done(number);
}

void Pipeline::load(Lock& lock, const std::string& circuit) {
  std::optional<Failure> failure = Failure{ErrorCode::kCancelled, "the engine stops"};
  const Time began = now();
  if (!stopping_) {
    lock.unlock();
    failure = attempt([&] { prover_.load(circuit); });
    lock.lock();
  }
  for (auto& [number, job] : running_) {
    if (job->shape.circuit.circuit != circuit) continue;
    job->record->result.times.parameters += now() - std::max(began, job->record->submitted);
  }
  if (failure) {
    load_failures_[circuit] = *failure;
    fail_all(circuit, *failure);
  }
  scheduler_.loaded(circuit, !failure);
  changed_.notify_all();
}

void Pipeline::unload(Lock& lock, const std::string& circuit) {
  lock.unlock();
  // It is not used any more, whatever it says.
  (void)attempt([&] { prover_.unload(circuit); });
  lock.lock();
  scheduler_.unloaded(circuit);
  pump();
  changed_.notify_all();
}

void Pipeline::prepare(Lock& lock, Task task, Timeline::Lane* lane) {
  if (RunningPointer job = running(task.job)) {
    JobRecord& record = *job->record;
    const Time began = now();
    if (!record.begun) {
      record.begun = began;
      record.result.times.queue = began - record.submitted;
    }
    record.partitions[task.partition].state = PartitionState::kSynthesizing;
    Prepared prepared;
    note(lane, Event::kSynthStart, task);
    lock.unlock();
    auto failure = attempt([&] { prepared = job->statement.prepare(task.partition); });
    lock.lock();
    const Duration spent = now() - began;
    note(lane, Event::kSynthDone, task, spent);
    if (running(task.job) == nullptr) {
      prepared.reset();
    } else if (failure) {
      fail(job, *failure);
    } else {
      job->partitions[task.partition].prepared = std::move(prepared);
      record.partitions[task.partition] = {PartitionState::kSynthDone, spent, {}};
      record.result.times.prepare += spent;
    }
  }
  scheduler_.prepared(task);
}

void Pipeline::place(Lock& lock, size_t device, const std::string& circuit) {
  std::optional<Failure> failure = Failure{ErrorCode::kCancelled, "the engine stops"};
  size_t group = 1;
  if (!stopping_) {
    lock.unlock();
    failure = attempt(
        [&] { on_device(device, [&] { group = prover_.devices[device].place(circuit); }); });
    lock.lock();
  }
  if (failure &&
      (failure->code == ErrorCode::kGpuFault || failure->code == ErrorCode::kGpuFailed)) {
    quarantine(device, *failure);
  } else if (failure) {
    fail_all(circuit, *failure);
  }
  scheduler_.placed(circuit, device, !failure, group);
  changed_.notify_all();
}

void Pipeline::displace(Lock& lock, size_t device, const std::string& circuit) {
  lock.unlock();
  (void)attempt([&] { prover_.devices[device].displace(circuit); });
  lock.lock();
  scheduler_.displaced(circuit, device);
  changed_.notify_all();
}

void Pipeline::on_device(size_t device, const std::function<void()>& work) {
  if (devices_[device].arena) {
    devices_[device].arena->execute(work);
  } else {
    work();
  }
}

void Pipeline::start(Lock& lock, size_t device, const Action& action, Timeline::Lane* lane) {
  const Task task{action.job, action.partition};
  RunningPointer job = running(task.job);
  if (job == nullptr) {
    scheduler_.finished(task, now());
    return;
  }
  std::deque<InFlight>& in_flight = devices_[device].crew.in_flight;
  Prepared prepared = std::move(job->partitions[task.partition].prepared);
  if (scheduler_.quarantined(device)) {
    prepared.reset();
    return lost({task, job}, {ErrorCode::kGpuFailed, "the device was quarantined"});
  }
  job->record->partitions[task.partition].state = PartitionState::kGpu;
  in_flight.push_back({task, job, now()});
  note(lane, Event::kProveStart, task);
  lock.unlock();
  auto failure = attempt(
      [&] { on_device(device, [&] { prover_.devices[device].start(action.circuit, prepared); }); });
  prepared.reset();
  note(lane, Event::kDealloc, task);
  lock.lock();
  if (!failure) {
    scheduler_.started(task);
    return;
  }
  InFlight failed = std::move(in_flight.back());
  in_flight.pop_back();
  device_failed(device, failed, *failure);
}

void Pipeline::finish(Lock& lock, size_t device, Timeline::Lane* lane) {
  std::deque<InFlight>& in_flight = devices_[device].crew.in_flight;
  const InFlight done = in_flight.front();
  ProofBytes proof;
  lock.unlock();
  auto failure =
      attempt([&] { on_device(device, [&] { proof = prover_.devices[device].finish(); }); });
  lock.lock();
  in_flight.pop_front();
  if (failure) {
    device_failed(device, done, *failure);
    return;
  }
  const Duration spent = now() - done.since;
  note(lane, Event::kProveDone, done.task, spent);
  Running::Partition& partition = done.job->partitions[done.task.partition];
  partition.proof = std::move(proof);
  partition.proved_on = device;
  JobRecord& record = *done.job->record;
  if (!is_final(record.state)) {
    record.result.times.prove += spent;
    record.partitions[done.task.partition].state = PartitionState::kDone;
    record.partitions[done.task.partition].prove = spent;
  }
  scheduler_.finished(done.task, now());
}

void Pipeline::verify(Lock& lock, JobNumber number, Timeline::Lane* lane) {
  if (RunningPointer job = running(number)) {
    std::vector<size_t> all(job->partitions.size()), bad;
    std::iota(all.begin(), all.end(), size_t{0});
    std::vector<ProofBytes> proofs;
    for (const Running::Partition& partition : job->partitions) proofs.push_back(partition.proof);
    lock.unlock();
    auto failure = attempt([&] { bad = bad_partitions(job->statement.verify, all, proofs); });
    lock.lock();
    if (failure) {
      fail(job, *failure);
    } else if (is_final(job->record->state)) {
      // Cancelled in the meantime.
    } else if (bad.empty()) {
      complete(job, lane);
    } else {
      prove_again(job, bad);
    }
  }
  scheduler_.verified(number);
}

// --- Ends -------------------------------------------------------------------------------------

void Pipeline::complete(const RunningPointer& job, Timeline::Lane* lane) {
  JobResult result;
  result.state = JobState::kCompleted;
  for (const Running::Partition& partition : job->partitions) {
    result.proof.insert(result.proof.end(), partition.proof.begin(), partition.proof.end());
    if (partition.suspect && partition.suspect != partition.proved_on) strike(*partition.suspect);
  }
  note(lane, Event::kFinalize, {job->record->number, 0});
  end(job, std::move(result));
}

void Pipeline::prove_again(const RunningPointer& job, const std::vector<size_t>& bad) {
  for (size_t k : bad) {
    Running::Partition& partition = job->partitions[k];
    partition.suspect = partition.proved_on;
    if (++partition.attempts < kAttemptsMax) continue;
    return fail(job, {ErrorCode::kProofInvalid, bad_proof_text(bad, kAttemptsMax)});
  }
  for (size_t k : bad) {
    ++proved_again_;
    job->record->partitions[k].state = PartitionState::kFailed;
    scheduler_.again({job->record->number, k});
  }
}

void Pipeline::strike(size_t device) {
  if (++devices_[device].strikes >= kStrikesMax && scheduler_.usable_devices() > 1) {
    scheduler_.quarantine(device);
  }
}

void Pipeline::device_failed(size_t device, const InFlight& partition, const Failure& failure) {
  switch (failure.code) {
    case ErrorCode::kGpuFault:
    case ErrorCode::kGpuFailed:
      lost(partition, failure);
      quarantine(device, failure);
      break;
    case ErrorCode::kGpuOutOfMemory: lost(partition, failure); break;
    default:  // What was to be proved is to blame.
      if (RunningPointer job = running(partition.task.job)) fail(job, failure);
      scheduler_.finished(partition.task, now());
  }
}

void Pipeline::quarantine(size_t device, const Failure& failure) {
  scheduler_.quarantine(device);
  Crew& crew = devices_[device].crew;
  while (!crew.in_flight.empty()) {
    lost(crew.in_flight.front(), failure);
    crew.in_flight.pop_front();
  }
  if (scheduler_.usable_devices() > 0) return;
  fail_all({}, {failure.code, "no device is left: " + failure.text});
}

void Pipeline::lost(const InFlight& partition, const Failure& failure) {
  RunningPointer job = running(partition.task.job);
  const size_t k = partition.task.partition;
  if (job != nullptr && ++job->partitions[k].attempts >= kAttemptsMax) {
    fail(job, failure);
    job = nullptr;
  }
  if (job == nullptr) {
    scheduler_.finished(partition.task, now());
    return;
  }
  ++proved_again_;
  job->record->partitions[k].state = PartitionState::kFailed;
  scheduler_.again(partition.task);
}

void Pipeline::fail_all(const std::optional<std::string>& circuit, const Failure& failure) {
  std::vector<RunningPointer> jobs;
  for (const auto& [number, job] : running_) {
    if (!circuit || job->shape.circuit.circuit == *circuit) jobs.push_back(job);
  }
  for (const RunningPointer& job : jobs) fail(job, failure);
}

void Pipeline::fail(const RunningPointer& job, const Failure& failure) {
  if (is_final(job->record->state)) return;  // it was cancelled in the meantime
  end_as(job->record->number, JobState::kFailed, failure.code, failure.text);
}

void Pipeline::end_as(JobNumber number, JobState state, ErrorCode code, const std::string& text) {
  JobResult result;
  result.state = state;
  result.code = code;
  result.error = text;
  end(running_.at(number), std::move(result));
}

void Pipeline::end(const RunningPointer& ended, JobResult result) {
  RunningPointer job = ended;  // which may stand in the map
  const JobNumber number = job->record->number;
  running_.erase(number);
  // Memory first, then its reservation.
  for (Running::Partition& partition : job->partitions) partition.prepared.reset();
  job->request = {};
  store_.finish(job->record, std::move(result), now());
  scheduler_.drop(number);
  changed_.notify_all();
}

}  // namespace cuzk::engine
