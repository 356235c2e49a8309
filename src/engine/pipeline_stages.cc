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

constexpr auto kKeeperPeriod = std::chrono::milliseconds(100);

bool breaks_device(ErrorCode code) {
  return code == ErrorCode::kGpuFault || code == ErrorCode::kGpuFailed;
}

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
      // These end a job, which changes what can begin.
      more = more || action.what == What::kExpire || action.what == What::kRefuse ||
             action.what == What::kFail;
      dispatch(std::move(action));
    }
  }
}

void Pipeline::dispatch(Action action) {
  Crew* crew = nullptr;
  switch (action.what) {
    case What::kExpire:
      return end_as(action.job, JobState::kTimeout,
                    {ErrorCode::kDeadlineExceeded, "its time limit has passed"});
    case What::kRefuse:
      return end_as(action.job, JobState::kFailed,
                    {ErrorCode::kResourceExhausted,
                     fmt::format("host memory: a partition does not fit into {} bytes beside what "
                                 "the other jobs hold; raise the budget",
                                 host_.total_bytes())});
    case What::kFail: return end_as(action.job, JobState::kFailed, failure_of(action));
    case What::kRetry:
      if (RunningPointer job = running(action.job)) {
        job->record->partitions[action.partition].state = PartitionState::kFailed;
      }
      return;
    case What::kRead: crew = &readers_; break;
    case What::kLoad:
    case What::kUnload: crew = &loader_; break;
    case What::kPrepare: crew = &preparers_; break;
    case What::kVerify: crew = &verifier_; break;
    case What::kStart: crew = &crew_of(action.device, action.circuit); break;
    case What::kPlace:
    case What::kDisplace: {
      crew = &crew_of(action.device, action.circuit);
      const size_t ahead = crew->in_flight.size() + crew->inbox.size();
      crew->moves.push_back({std::move(action), ahead});
      crew->wake.notify_one();
      return;
    }
  }
  crew->inbox.push_back(std::move(action));
  crew->wake.notify_one();
}

Pipeline::Failure Pipeline::failure_of(const Action& action) const {
  switch (action.cause) {
    case Cause::kProofInvalid:
      return {ErrorCode::kProofInvalid, bad_proof_text({&action.partition, 1}, kAttemptsMax)};
    case Cause::kDeviceFailed: return devices_[action.device].failure;
    case Cause::kNoDevice: {
      const Failure& last = devices_[action.device].failure;
      return {last.code, "no device is left: " + last.text};
    }
    case Cause::kCircuit: break;
  }
  return load_failures_.at(action.circuit);
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

std::array<Pipeline::Crew*, Pipeline::kCrewsOfDevice> Pipeline::crews_of(size_t device) {
  return {&devices_[device].crew, &devices_[device].lanes};
}

Pipeline::Crew& Pipeline::crew_of(size_t device, const std::string& circuit) {
  const bool lane = scheduler_.residency().entries().at(circuit).shape.lane;
  return lane ? devices_[device].lanes : devices_[device].crew;
}

void Pipeline::run_device(size_t device, Crew& crew) {
  const char* suffix = &crew == &devices_[device].lanes ? ", lanes" : "";
  Timeline::Lane* lane = timeline_.lane(prover_.devices[device].name + suffix);
  Lock lock(mutex_);
  for (;;) {
    const auto idle = [&] {
      return crew.inbox.empty() && crew.moves.empty() && crew.in_flight.empty();
    };
    crew.wake.wait(lock, [&] { return stopping_ || !idle(); });
    if (idle()) return;
    const bool move =
        !crew.moves.empty() && (crew.moves.front().ahead == 0 || crew.in_flight.empty());
    if (!crew.inbox.empty()) {
      Action action = std::move(crew.inbox.front());
      crew.inbox.pop_front();
      perform(lock, action, lane);
    } else if (move) {
      Action action = std::move(crew.moves.front().action);
      crew.moves.pop_front();
      perform(lock, action, lane);
    } else {
      for (Move& later : crew.moves) later.ahead -= std::min<size_t>(later.ahead, 1);
      finish(lock, device, crew, lane);
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
    case What::kPlace: return place(lock, action);
    case What::kDisplace: return displace(lock, action.device, action.circuit);
    case What::kStart: return start(lock, action.device, action, lane);
    case What::kRetry:
    case What::kExpire:
    case What::kRefuse:
    case What::kFail: base::check(false, "what happens to jobs is no work");
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
  if (failure) load_failures_[circuit] = *failure;
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

void Pipeline::place(Lock& lock, const Action& action) {
  const std::string& circuit = action.circuit;
  std::optional<Failure> failure = Failure{ErrorCode::kCancelled, "the engine stops"};
  size_t group = 1;
  if (!stopping_) {
    const Crew& crew = crew_of(action.device, circuit);
    lock.unlock();
    failure = attempt([&] {
      on_device(action.device, crew,
                [&] { group = prover_.devices[action.device].place(circuit, action.bytes); });
    });
    lock.lock();
  }
  PlaceResult result = PlaceResult::kPlaced;
  if (failure && breaks_device(failure->code)) {
    result = PlaceResult::kDeviceFailed;
    give_up_device(action.device, *failure);
  } else if (failure) {
    result = PlaceResult::kCircuitFailed;
    load_failures_[circuit] = *failure;
  }
  scheduler_.placed(circuit, action.device, result, group, now());
  changed_.notify_all();
}

void Pipeline::displace(Lock& lock, size_t device, const std::string& circuit) {
  lock.unlock();
  (void)attempt([&] { prover_.devices[device].displace(circuit); });
  lock.lock();
  scheduler_.displaced(circuit, device);
  changed_.notify_all();
}

void Pipeline::on_device(size_t device, const Crew& crew, const std::function<void()>& work) {
  if (devices_[device].arena && &crew == &devices_[device].crew) {
    devices_[device].arena->execute(work);
  } else {
    work();
  }
}

// While the lock is let go the device's other thread may have seen it fail.
void Pipeline::start(Lock& lock, size_t device, const Action& action, Timeline::Lane* lane) {
  const Task task{action.job, action.partition};
  RunningPointer job = running(task.job);
  if (job == nullptr) {
    scheduler_.finished(task, now());
    return;
  }
  Crew& crew = crew_of(device, action.circuit);
  Prepared prepared = std::move(job->partitions[task.partition].prepared);
  if (scheduler_.quarantined(device)) {
    prepared.reset();
    return scheduler_.lost(task, now());
  }
  JobRecord& record = *job->record;
  record.partitions[task.partition].state = PartitionState::kGpu;
  const InFlight begun{task, job, now()};
  if (!record.begun) {
    record.begun = begun.since;
    record.result.times.queue = begun.since - record.submitted;
  }
  crew.in_flight.push_back(begun);
  note(lane, Event::kProveStart, task);
  lock.unlock();
  const base::Progress progress = [&ended = job->ended](std::string_view, uint64_t, uint64_t) {
    if (ended) throw Error(ErrorCode::kCancelled, "its job has ended");
  };
  auto failure = attempt([&] {
    on_device(device, crew,
              [&] { prover_.devices[device].start(action.circuit, prepared, progress); });
  });
  prepared.reset();
  note(lane, Event::kDealloc, task);
  lock.lock();
  if (crew.in_flight.empty()) return scheduler_.lost(task, now());
  if (!failure) {
    scheduler_.started(task);
    return;
  }
  crew.in_flight.pop_back();
  gave_no_proof(device, begun, *failure);
}

void Pipeline::finish(Lock& lock, size_t device, Crew& crew, Timeline::Lane* lane) {
  const InFlight done = crew.in_flight.front();
  ProofBytes proof;
  lock.unlock();
  auto failure = attempt([&] {
    on_device(device, crew,
              [&] { proof = prover_.devices[device].finish(done.job->shape.circuit.circuit); });
  });
  lock.lock();
  if (crew.in_flight.empty()) return;  // it has been lost
  crew.in_flight.pop_front();
  if (failure && breaks_device(failure->code)) {
    give_up_device(device, *failure);
    return scheduler_.device_failed(device, now());
  }
  if (failure) return gave_no_proof(device, done, *failure);
  const Duration spent = now() - done.since;
  note(lane, Event::kProveDone, done.task, spent);
  Running::Partition& partition = done.job->partitions[done.task.partition];
  partition.proof = std::move(proof);
  JobRecord& record = *done.job->record;
  if (!is_final(record.state)) {
    record.result.times.prove = now() - *record.begun;
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
    if (!failure && !bad.empty()) return scheduler_.proofs_bad(number, bad);
    if (!failure) {
      if (!is_final(job->record->state)) complete(job, lane);
      return scheduler_.verified(number);
    }
    fail(job, *failure);
  }
  scheduler_.verify_failed(number);
}

// --- Ends -------------------------------------------------------------------------------------

void Pipeline::complete(const RunningPointer& job, Timeline::Lane* lane) {
  JobResult result;
  result.state = JobState::kCompleted;
  for (const Running::Partition& partition : job->partitions) {
    result.proof.insert(result.proof.end(), partition.proof.begin(), partition.proof.end());
  }
  note(lane, Event::kFinalize, {job->record->number, 0});
  end(job, std::move(result));
}

void Pipeline::gave_no_proof(size_t device, const InFlight& partition, const Failure& failure) {
  if (breaks_device(failure.code)) {
    give_up_device(device, failure);
    scheduler_.device_failed(device, now());
  }
  if (breaks_device(failure.code) || failure.code == ErrorCode::kGpuOutOfMemory) {
    devices_[device].failure = failure;
    return scheduler_.lost(partition.task, now());
  }
  // What was to be proved is to blame.
  if (RunningPointer job = running(partition.task.job)) fail(job, failure);
  scheduler_.finished(partition.task, now());
}

void Pipeline::give_up_device(size_t device, const Failure& failure) {
  devices_[device].failure = failure;
  for (Crew* crew : crews_of(device)) crew->in_flight.clear();
}

void Pipeline::fail(const RunningPointer& job, const Failure& failure) {
  if (is_final(job->record->state)) return;  // it was cancelled in the meantime
  end_as(job->record->number, JobState::kFailed, failure);
}

void Pipeline::end_as(JobNumber number, JobState state, const Failure& why) {
  JobResult result;
  result.state = state;
  result.code = why.code;
  result.error = why.text;
  end(running_.at(number), std::move(result));
}

void Pipeline::end(const RunningPointer& ended, JobResult result) {
  RunningPointer job = ended;  // which may stand in the map
  const JobNumber number = job->record->number;
  job->ended = true;
  running_.erase(number);
  // Memory first, then its reservation.
  for (Running::Partition& partition : job->partitions) partition.prepared.reset();
  job->request = {};
  store_.finish(job->record, std::move(result), now());
  scheduler_.drop(number);
  changed_.notify_all();
}

}  // namespace cuzk::engine
