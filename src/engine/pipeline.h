// SPDX-License-Identifier: MIT OR Apache-2.0
// Performs on threads what the scheduler decides. One lock guards job store, scheduler and the
// state of running jobs; it is never held while something is read, prepared, proved, loaded or
// verified. Whoever ends such a piece of work takes the lock, tells the scheduler, asks it what can
// begin now, and puts the answers into the inboxes of the crews; nothing else decides anything.
//
// Crews (threads with a common inbox): readers, one loader, partition workers, a verifier, and for
// each device two threads, one for its lanes and one for all other circuits, so that no long step
// of these holds a lane up (residency.md RS-308). Such a thread starts what there is to start and
// otherwise finishes its oldest partition in flight. It moves circuits only when all that it had in
// flight at the order has been finished (residency.md RS-303 e). A keeper lets time pass:
// deadlines, old results, timeline.
//
// Errors of the work are caught in one place (`attempt`). What they mean for partitions, devices
// and jobs is the scheduler's decision; the pipeline keeps the texts.
#pragma once

#include <tbb/task_arena.h>

#include <array>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "engine/engine.h"
#include "engine/job_store.h"
#include "engine/scheduler.h"
#include "engine/timeline.h"

namespace cuzk::engine {

class Pipeline {
 public:
  // Tests show what another rule for permits does.
  Pipeline(const Options& options, Prover prover,
           PermitRule permit_rule = PermitRule::kWhenAccepted);
  ~Pipeline();

  // As in engine.h.
  std::optional<Reservation> reserve_request(uint64_t bytes, std::stop_token stop);
  Submitted submit(Request request, Interest interest);
  void leave(const Submitted& submitted);
  std::optional<JobResult> await(const std::string& name, std::optional<Duration> timeout,
                                 std::stop_token stop);
  bool cancel(const std::string& name);
  Preloaded preload(const std::string& circuit, std::stop_token stop);
  Evicted evict(const std::string& circuit);
  Status status() const;
  bool drain(Duration timeout);
  static size_t threads(const Options& options, size_t devices);
  std::string trace_json() { return timeline_.trace_json(); }

 private:
  using Lock = std::unique_lock<std::mutex>;

  struct Running {
    std::atomic<bool> ended = false;  // what is under way for it may stop
    JobPointer record;
    JobShape shape;
    Request request;  // until it has been read
    Statement statement;
    struct Partition {
      Prepared prepared;
      ProofBytes proof;
    };
    std::vector<Partition> partitions;
  };
  using RunningPointer = std::shared_ptr<Running>;

  struct InFlight {
    Task task;
    RunningPointer job;  // also of a job that has been dropped
    Time since{};
  };
  struct Move {
    Action action;
    size_t ahead;  // partitions to be finished before
  };
  struct Crew {
    std::deque<Action> inbox;
    std::condition_variable wake;
    std::deque<InFlight> in_flight;  // of a device
    std::deque<Move> moves;          // of a device
  };
  struct Failure {
    base::ErrorCode code;
    std::string text;
  };
  struct Device {
    std::unique_ptr<Budget> budget;
    std::unique_ptr<tbb::task_arena> arena;  // of gpu_threads
    Crew crew, lanes;
    Failure failure = {base::ErrorCode::kGpuFailed, "the device proved wrongly"};  // the last
  };

  static Options completed(Options options, const Prover& prover);
  static unsigned partition_workers(const Options& options);
  Time now() const;
  // The one place where errors of the work end.
  static std::optional<Failure> attempt(const std::function<void()>& work);
  RunningPointer running(JobNumber number) const;

  // On threads that are made here; `stop_crews` ends those that were.
  void start_crews();
  void stop_crews(Lock lock);

  // All of these require the lock.
  void pump();
  void dispatch(Action action);
  void end(const RunningPointer& job, JobResult result);
  void fail(const RunningPointer& job, const Failure& failure);
  void cancel_unwanted(const JobRecord& job);
  void end_as(JobNumber number, JobState state, const Failure& why);
  // Of a job that the scheduler gives up.
  Failure failure_of(const Action& action) const;
  // Of a partition that the scheduler does not take for started, or of one alone.
  void gave_no_proof(size_t device, const InFlight& partition, const Failure& failure);
  // What is in flight there is forgotten.
  void give_up_device(size_t device, const Failure& failure);
  static constexpr size_t kCrewsOfDevice = 2;  // lanes, and all others
  std::array<Crew*, kCrewsOfDevice> crews_of(size_t device);
  Crew& crew_of(size_t device, const std::string& circuit);

  // What the crews do; the lock is let go while the work lasts.
  void run_crew(Crew& crew, const std::string& name);
  void run_device(size_t device, Crew& crew);
  void run_keeper(std::stop_token stop);
  void perform(Lock& lock, const Action& action, Timeline::Lane* lane);
  // On the threads that devices may use; a lane has its own only, so that it never waits for one.
  void on_device(size_t device, const Crew& crew, const std::function<void()>& work);
  void read(Lock& lock, JobNumber number);
  void load(Lock& lock, const std::string& circuit);
  void unload(Lock& lock, const std::string& circuit);
  void prepare(Lock& lock, Task task, Timeline::Lane* lane);
  void verify(Lock& lock, JobNumber number, Timeline::Lane* lane);
  void complete(const RunningPointer& job, Timeline::Lane* lane);
  void place(Lock& lock, const Action& action);
  void displace(Lock& lock, size_t device, const std::string& circuit);
  void start(Lock& lock, size_t device, const Action& action, Timeline::Lane* lane);
  void finish(Lock& lock, size_t device, Crew& crew, Timeline::Lane* lane);
  void note(Timeline::Lane* lane, Event event, Task task, Duration spent = {});
  void print_timeline();

  const Options options_;
  Prover prover_;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  Budget host_, requests_;
  std::vector<Device> devices_;
  Timeline timeline_;

  mutable std::mutex mutex_;
  std::condition_variable_any changed_;  // a job ended, a circuit moved
  JobStore store_;
  Scheduler scheduler_;
  std::map<JobNumber, RunningPointer> running_;
  std::map<std::string, Failure> load_failures_;  // the last of each circuit
  bool draining_ = false, stopping_ = false;

  Crew readers_, loader_, preparers_, verifier_;
  std::vector<std::jthread> threads_;
  std::jthread keeper_;  // before the others end
};

}  // namespace cuzk::engine
