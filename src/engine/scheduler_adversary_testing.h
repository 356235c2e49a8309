// SPDX-License-Identifier: MIT OR Apache-2.0
// For tests: the scheduler against an adversary that orders events (residency.md RS-501). A seed
// makes a system (devices, slots, regions, circuits, groups, jobs, budget of the host) and chooses
// what happens next: which action ends, what fails, who cancels, what is evicted. One adversary in
// three settles every move of a circuit before it lets anything finish, which is the worst order.
//
// After every event the rules are looked at from outside, by what was ordered and told, never by
// the scheduler's own opinion: budgets, slots, lane, region, the order of classes, the bounds on
// tickets. `problem` is the first rule that was broken, empty if none was. Deterministic.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "base/error.h"
#include "engine/scheduler.h"

namespace cuzk::engine {

class Adversary {
 public:
  struct Settings {
    size_t jobs = 12;
    bool faults = true;
    size_t events_max = 20'000;  // more is without end, for so few jobs
    ResidencyPolicy policy = {};
  };

  Adversary(unsigned seed, const Settings& settings)
      : settings_(settings), random_(seed), host_("host memory", 400 + pick(1000)) {
    std::vector<SchedulerDevice> list;
    for (size_t d = 1 + pick(3); d > 0; --d) {
      const uint64_t region = pick(2) * 40;
      budgets_.push_back(std::make_unique<Budget>("device memory", 100 + region + pick(60)));
      slots_.push_back(1 + pick(3));
      regions_.push_back(region);
      list.push_back({budgets_.back().get(), slots_.back(), region});
    }
    mode_ = pick(3);
    groups_ = pick(4) == 0;
    make_circuits();
    scheduler_ = std::make_unique<Scheduler>(
        SchedulerLimits{.partition_workers = static_cast<unsigned>(1 + pick(6)),
                        .queue_capacity = 1 + pick(4),
                        .queue_jobs_max = settings.jobs,
                        .ageing_step = std::chrono::seconds(5),
                        .eviction_min_idle = std::chrono::seconds(1),
                        .residency = settings.policy},
        host_, list);
  }

  void run() {
    while (problem.empty() && (arrived_ < settings_.jobs || !alive_.empty() || !open_.empty())) {
      if (++events > settings_.events_max) return broken("no end");
      now_ += std::chrono::milliseconds(pick(40));
      disturb();
      decide();
      if (!open_.empty()) {
        waits_ = 0;
        perform(choose());
      } else if (arrived_ == settings_.jobs && !alive_.empty()) {
        now_ += std::chrono::seconds(1);
        if (++waits_ > 1000) return broken("jobs wait and nothing is under way");
      }
    }
    if (problem.empty()) clean_up();
  }

  std::string problem;
  size_t events = 0, starts = 0;
  ResidencyCounts counts() const { return scheduler_->residency().counts(); }

 private:
  using What = Action::What;
  struct Open {
    Action action;
    bool finishing = false;
  };
  struct JobView {
    CircuitFootprint circuit;
    ProofClass proof_class;
  };

  size_t pick(size_t n) { return static_cast<size_t>(random_() >> 8) % n; }
  bool chance(size_t percent) { return settings_.faults && pick(100) < percent; }
  void broken(const std::string& text) {
    if (problem.empty()) problem = text;
  }

  void make_circuits() {
    for (size_t i = 2 + pick(5); i > 0; --i) {
      const size_t d = pick(budgets_.size());  // that can hold it, as others may or may not
      const uint64_t room = budgets_[d]->total_bytes() - regions_[d];
      CircuitFootprint shape = {.circuit = fmt::format("circuit-{}", i),
                                .circuit_bytes = 10 + pick(60),
                                .device_bytes_min = 20 + pick(room - 19),
                                .statement_bytes = 1 + pick(5),
                                .prepared_bytes = 1 + pick(80),
                                .started_bytes = 1};
      shape.lane = i == 2 && pick(2) == 0;
      if (shape.lane) shape.device_bytes_min = 5 + pick(20);
      shape.device_bytes_max = shape.device_bytes_min + pick(30);
      if (!shape.lane && regions_[d] > 0 && pick(3) > 0) shape.region_bytes_min = 1 + pick(40);
      circuits_.push_back(shape);
    }
  }

  // Arrivals, cancellations, evictions.
  void disturb() {
    if (arrived_ < settings_.jobs && (pick(4) == 0 || open_.empty())) {
      const CircuitFootprint& shape = circuits_[pick(circuits_.size())];
      const auto proof_class = shape.lane     ? ProofClass::kWinningPost
                               : pick(4) == 0 ? ProofClass::kWindowPost
                                              : ProofClass::kBulk;
      const JobNumber number = ++arrived_;
      jobs_[number] = {shape, proof_class};
      std::optional<Time> deadline;
      if (chance(20)) deadline = now_ + std::chrono::milliseconds(pick(20'000));
      const JobDemand demand = {
          proof_class, static_cast<Priority>(pick(4)), deadline, {shape, 1 + pick(4), pick(20)}};
      try {
        scheduler_->arrive(number, demand, now_);
        alive_.insert(number);
      } catch (const base::Error& error) {
        if (error.code() != base::ErrorCode::kUnavailable) broken(error.text());
      }
    }
    if (chance(1) && !alive_.empty()) end_job(*alive_.begin());
    if (chance(1)) (void)scheduler_->evict(circuits_[pick(circuits_.size())].circuit);
  }

  void end_job(JobNumber job) {
    if (alive_.erase(job) == 0) return;
    ++ends_;
    std::erase_if(waiting_, [job](Task task) { return task.job == job; });
    scheduler_->drop(job);
  }

  void decide() {
    const auto victims_before = victims();
    const uint64_t tickets_before = counts().tickets;
    std::vector<Action> actions = scheduler_->decide(now_);
    const auto victims_after = victims();
    same_tickets_ = counts().tickets == tickets_before;
    for (Action& action : actions) {
      switch (action.what) {
        case What::kExpire:
        case What::kRefuse:
        case What::kFail: end_job(action.job); continue;
        case What::kRetry: continue;
        case What::kPlace: placed_bytes_[{action.circuit, action.device}] = action.bytes; break;
        case What::kDisplace: resident_.erase({action.circuit, action.device}); break;
        case What::kStart: check_start(action, victims_before, victims_after); break;
        default: break;
      }
      open_.push_back({std::move(action)});
    }
    check_bounds();
  }

  using Loaded = std::pair<std::string, size_t>;  // circuit, device
  std::set<Loaded> victims() const {
    std::set<Loaded> all;
    for (size_t d = 0; d < budgets_.size(); ++d) {
      if (const auto& ticket = scheduler_->residency().ticket(d)) {
        for (const CircuitEntry* victim : ticket->victims) all.insert({victim->shape.circuit, d});
      }
    }
    return all;
  }

  size_t in_flight(size_t d, bool lanes) const {
    size_t sum = 0;
    for (const auto& [task, device] : flying_) {
      sum += device == d && jobs_.at(task.job).circuit.lane == lanes;
    }
    return sum;
  }
  bool region_taken(size_t d, const std::string& circuit) const {
    return std::ranges::any_of(flying_, [&](const auto& flight) {
      const CircuitFootprint& other = jobs_.at(flight.first.job).circuit;
      return flight.second == d && other.region_bytes_min > 0 && other.circuit != circuit;
    });
  }

  void check_start(const Action& action, const std::set<Loaded>& before,
                   const std::set<Loaded>& after) {
    const Task task{action.job, action.partition};
    const JobView& job = jobs_.at(action.job);
    const size_t d = action.device;
    ++starts;
    waiting_.erase(task);
    if (!resident_.contains({action.circuit, d})) broken("a start without its circuit");
    if (same_tickets_ && before.contains({action.circuit, d}) &&
        after.contains({action.circuit, d})) {
      broken("a victim started");
    }
    if (!groups_ && !job.circuit.lane) {
      for (Task other : waiting_) {
        const JobView& better = jobs_.at(other.job);
        const Loaded loaded{better.circuit.circuit, d};
        if (better.proof_class < job.proof_class && !avoids_.contains({other, d}) &&
            resident_.contains(loaded) && !before.contains(loaded) && !after.contains(loaded) &&
            (better.circuit.region_bytes_min == 0 || !region_taken(d, better.circuit.circuit)) &&
            !better.circuit.lane) {
          broken(
              fmt::format("job {} of a lower class started before job {}", action.job, other.job));
        }
      }
    }
    flying_[task] = d;
    check_device(d, job.circuit);
  }

  void check_device(size_t d, const CircuitFootprint& circuit) {
    if (in_flight(d, false) > slots_[d] * (groups_ ? 3 : 1)) broken("more in flight than slots");
    if (circuit.region_bytes_min > 0 && region_taken(d, circuit.circuit)) {
      broken("two circuits in one region");
    }
    size_t same = 0;
    for (const auto& [task, device] : flying_) {
      same += device == d && jobs_.at(task.job).circuit.circuit == circuit.circuit;
    }
    if (circuit.lane && same > 1) broken("two partitions in one lane");
  }

  void check_bounds() {
    for (size_t d = 0; d < budgets_.size(); ++d) {
      uint64_t used = regions_[d];
      for (const auto& [loaded, bytes] : placed_bytes_) used += loaded.second == d ? bytes : 0;
      if (used != budgets_[d]->used_bytes()) broken("region and circuits are not what is used");
    }
    const ResidencyCounts counts = scheduler_->residency().counts();
    if (!settings_.policy.tickets) return;
    if (counts.tickets > starts + ends_ + failed_ + budgets_.size()) broken("too many tickets");
    if (counts.displaced > counts.tickets * circuits_.size()) broken("too many displacements");
  }

  Open choose() {
    const auto rank = [&](const Open& open) {
      const bool move = open.action.what == What::kPlace || open.action.what == What::kDisplace;
      if (mode_ == 0) return 0;
      return mode_ == 1 ? (move ? 0 : open.finishing ? 2 : 1) : (open.finishing ? 0 : move ? 2 : 1);
    };
    std::swap(open_[pick(open_.size())], open_.back());
    auto best = std::ranges::min_element(open_, {}, rank);
    if (rank(open_.back()) <= rank(*best) || pick(10) == 0) best = open_.end() - 1;
    Open chosen = std::move(*best);
    open_.erase(best);
    return chosen;
  }

  void perform(const Open& open) {
    const Action& action = open.action;
    const Task task{action.job, action.partition};
    Scheduler& s = *scheduler_;
    const Loaded loaded{action.circuit, action.device};
    switch (action.what) {
      case What::kRead: s.read_done(action.job); break;
      case What::kLoad: s.loaded(action.circuit, !chance(1)); break;
      case What::kUnload: s.unloaded(action.circuit); break;
      case What::kPlace: place(action); break;
      case What::kDisplace:
        placed_bytes_.erase(loaded);
        s.displaced(action.circuit, action.device);
        break;
      case What::kPrepare:
        if (alive_.contains(action.job)) waiting_.insert(task);
        s.prepared(task);
        break;
      case What::kStart: open.finishing ? finish(task, action.device) : start(action); break;
      case What::kVerify: verify(action.job); break;
      default: broken("an action that nobody performs");
    }
  }

  void place(const Action& action) {
    const Loaded loaded{action.circuit, action.device};
    const bool failed = chance(1), fault = !failed && chance(1) && may_lose_device();
    if (failed || fault) {
      placed_bytes_.erase(loaded);
      ++failed_;
    } else {
      resident_.insert(loaded);
    }
    if (fault) lose_flights(action.device);
    scheduler_->placed(action.circuit, action.device,
                       failed  ? PlaceResult::kCircuitFailed
                       : fault ? PlaceResult::kDeviceFailed
                               : PlaceResult::kPlaced,
                       groups_ ? 1 + pick(3) : 1, now_);
  }

  // A device is lost now and then, and a system may end without any.
  bool may_lose_device() { return pick(5) == 0; }
  void lose_flights(size_t d) {
    std::erase_if(open_, [d](const Open& o) { return o.finishing && o.action.device == d; });
    std::erase_if(flying_, [&](const auto& flight) {
      return flight.second == d && std::ranges::none_of(open_, [&](const Open& open) {
               return open.action.what == What::kStart && open.action.job == flight.first.job &&
                      open.action.partition == flight.first.partition;
             });
    });
  }

  void start(const Action& action) {
    const Task task{action.job, action.partition};
    if (scheduler_->quarantined(action.device)) return lose(task, action.device);
    if (chance(1)) {
      lose(task, action.device);
      return;
    }
    scheduler_->started(task);
    open_.push_back({action, true});
  }

  void lose(Task task, size_t d) {
    flying_.erase(task);
    avoids_.insert({task, d});
    scheduler_->lost(task, now_);
  }

  void finish(Task task, size_t d) {
    if (chance(1) && may_lose_device()) {
      flying_.erase(task);
      lose_flights(d);
      scheduler_->device_failed(d, now_);
      return;
    }
    if (chance(3)) return lose(task, d);
    flying_.erase(task);
    on_[task] = d;
    scheduler_->finished(task, now_);
  }

  void verify(JobNumber job) {
    if (chance(1)) {
      end_job(job);
      return scheduler_->verify_failed(job);
    }
    if (chance(5)) {
      const size_t bad = 0;
      avoids_.insert({{job, bad}, on_[{job, bad}]});
      return scheduler_->proofs_bad(job, {&bad, 1});
    }
    end_job(job);
    scheduler_->verified(job);
  }

  void clean_up() {
    for (size_t step = 0; step < 1000; ++step) {
      for (const CircuitFootprint& shape : circuits_) (void)scheduler_->evict(shape.circuit);
      decide();
      while (!open_.empty()) perform(choose());
    }
    if (host_.used_bytes() != 0) broken("host memory is held at the end");
    for (size_t d = 0; d < budgets_.size(); ++d) {
      if (budgets_[d]->used_bytes() != regions_[d]) broken("device memory is held at the end");
    }
    const Flight flight = scheduler_->flight();
    if (flight.permits + flight.starting + flight.finishing > 0) broken("permits are held");
  }

  const Settings settings_;
  std::minstd_rand random_;
  Budget host_;
  std::vector<std::unique_ptr<Budget>> budgets_;
  std::vector<size_t> slots_;
  std::vector<uint64_t> regions_;
  std::vector<CircuitFootprint> circuits_;
  std::unique_ptr<Scheduler> scheduler_;
  size_t mode_ = 0;
  bool same_tickets_ = true;  // none was granted by the last decision
  bool groups_ = false;

  Time now_{};
  size_t arrived_ = 0, ends_ = 0, failed_ = 0, waits_ = 0;
  std::vector<Open> open_;
  std::set<JobNumber> alive_;
  std::map<JobNumber, JobView> jobs_;
  std::set<Task> waiting_;         // prepared
  std::map<Task, size_t> flying_;  // told to start and not finished
  std::set<std::pair<Task, size_t>> avoids_;
  std::map<Task, size_t> on_;  // the device of the last proof
  std::set<Loaded> resident_;
  std::map<Loaded, uint64_t> placed_bytes_;
};

}  // namespace cuzk::engine
