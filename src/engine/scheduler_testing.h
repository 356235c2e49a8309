// SPDX-License-Identifier: MIT OR Apache-2.0
// For tests of the scheduler's rules: a scheduler with budgets, whose events are told by hand. What
// takes no time in these tests (reading, loading, placing, displacing) is performed at once, and
// the clock stands still unless a test moves it. What is prepared, started and finished, and when,
// is the test's to say; `log` keeps what was prepared. The budgets are small round numbers, so that
// a test can name every byte. Belongs to the test's thread.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "engine/scheduler.h"

namespace cuzk::engine {

// A circuit of so many bytes on host and device; of its partitions only when asked for.
inline CircuitFootprint footprint(const char* circuit, uint64_t host_bytes, uint64_t device_bytes,
                                  uint64_t statement_bytes = 1, uint64_t prepared_bytes = 1,
                                  uint64_t started_bytes = 1) {
  return {.circuit = circuit,
          .circuit_bytes = host_bytes,
          .device_bytes_min = device_bytes,
          .device_bytes_max = device_bytes,
          .statement_bytes = statement_bytes,
          .prepared_bytes = prepared_bytes,
          .started_bytes = started_bytes};
}

struct Bench {
  explicit Bench(SchedulerLimits limits = {}, uint64_t host_bytes = 1000, size_t num_devices = 1,
                 uint64_t device_bytes = 100, size_t slots = 1, uint64_t region_bytes = 0)
      : host("host memory", host_bytes) {
    limits.queue_jobs_max = limits.queue_jobs_max == 1 ? 100 : limits.queue_jobs_max;
    std::vector<SchedulerDevice> list;
    for (size_t d = 0; d < num_devices; ++d) {
      budgets.push_back(std::make_unique<Budget>("device memory", device_bytes));
      list.push_back({budgets.back().get(), slots, region_bytes});
    }
    scheduler.emplace(limits, host, list);
  }

  void arrive(JobNumber number, Priority priority = Priority::kNormal, size_t partitions = 1,
              CircuitFootprint shape = kSmall, std::optional<Time> deadline = {}) {
    arrive(number, ProofClass::kBulk, shape, partitions, priority, deadline);
  }
  void arrive(JobNumber number, ProofClass proof_class, CircuitFootprint shape = kSmall,
              size_t partitions = 1, Priority priority = Priority::kNormal,
              std::optional<Time> deadline = {}) {
    scheduler->arrive(number, {proof_class, priority, deadline, {shape, partitions}}, now);
  }
  // Performs what has no time, lists the rest.
  std::vector<Action> decide() {
    std::vector<Action> rest;
    for (bool more = true; more;) {
      more = false;
      for (const Action& action : scheduler->decide(now)) {
        if (perform(action)) {
          more = true;
        } else {
          if (action.what == Action::What::kPrepare) log.push_back({action.job, action.partition});
          rest.push_back(action);
        }
      }
    }
    return rest;
  }
  bool perform(const Action& action) {
    using What = Action::What;
    switch (action.what) {
      case What::kRead: scheduler->read_done(action.job); return true;
      case What::kLoad: scheduler->loaded(action.circuit, true); return true;
      case What::kUnload: scheduler->unloaded(action.circuit); return true;
      case What::kPlace:
        now += move_time;
        scheduler->placed(action.circuit, action.device, PlaceResult::kPlaced, group, now);
        return true;
      case What::kDisplace: scheduler->displaced(action.circuit, action.device); return true;
      default: return false;
    }
  }
  // The jobs of the partitions that are prepared next.
  std::vector<JobNumber> prepared_next() {
    std::vector<JobNumber> jobs;
    for (const Action& action : decide()) {
      if (action.what == Action::What::kPrepare) jobs.push_back(action.job);
    }
    return jobs;
  }
  // Prepares what can be prepared, and lists the starts.
  std::vector<Action> prepare_and_decide() {
    std::vector<Action> starts, actions = decide();
    while (!actions.empty()) {
      const Action action = actions.front();
      actions.erase(actions.begin());
      if (action.what == Action::What::kStart) starts.push_back(action);
      if (action.what != Action::What::kPrepare) continue;
      scheduler->prepared({action.job, action.partition});
      for (Action& later : decide()) actions.push_back(std::move(later));
    }
    return starts;
  }
  void finish(Task task) {
    scheduler->started(task);
    scheduler->finished(task, now);
  }

  // From being prepared to being finished; the device is free.
  void run(Task task) {
    scheduler->prepared(task);
    decide();
    finish(task);
    decide();
  }

  static inline const CircuitFootprint kSmall = footprint("small", 10, 10, 1, 100, 40);
  Budget host;
  std::vector<std::unique_ptr<Budget>> budgets;
  std::optional<Scheduler> scheduler;
  size_t group = 1;      // of the devices
  Duration move_time{};  // that passes while a circuit is placed
  Time now{};
  std::vector<Task> log;  // what was prepared
};

}  // namespace cuzk::engine
