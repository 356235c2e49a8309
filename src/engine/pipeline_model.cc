// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/pipeline_model.h"

#include <algorithm>
#include <functional>
#include <map>

#include "base/check.h"

namespace cuzk::engine {
namespace {

using What = Action::What;

class Model {
 public:
  explicit Model(const ModelSettings& settings)
      : settings_(settings),
        host_("host memory", settings.budget_bytes),
        device_("device memory", 0),
        scheduler_({.partition_workers = settings.partition_workers,
                    .queue_capacity = settings.queue_capacity > 0 ? settings.queue_capacity
                                                                  : settings.partition_workers,
                    .queue_jobs_max = settings.concurrency,
                    .permit_rule = settings.permit_rule},
                   host_, {{&device_, settings.gpu_workers}}) {}

  ModelResult run() {
    while (submitted_ < std::min(settings_.concurrency, settings_.proofs)) submit();
    decide();
    while (!later_.empty()) {
      auto next = later_.extract(later_.begin());
      now_ = next.key();
      measure();  // before, because it is then that memory is given back
      next.mapped()();
      decide();
    }
    result_.total = now_;
    result_.reserved_peak_bytes = host_.peak_bytes();
    result_.permits_peak = scheduler_.flight().permits_peak;
    return result_;
  }

 private:
  void submit() {
    CircuitFootprint shape = {.circuit = "porep-32g",
                              .circuit_bytes = settings_.fixed_bytes,
                              .prepared_bytes = settings_.prepared_bytes,
                              .started_bytes = settings_.started_bytes};
    scheduler_.arrive(submitted_++, {.deadline = {}, .shape = {shape, settings_.partitions}}, now_);
  }

  void after(Duration time, std::function<void()> event) {
    later_.emplace(now_ + time, std::move(event));
  }

  void decide() {
    for (const Action& action : scheduler_.decide(now_)) perform(action);
  }

  void perform(const Action& action) {
    const Task task{action.job, action.partition};
    const std::string circuit = action.circuit;
    switch (action.what) {
      case What::kRead: return after({}, [=, this] { scheduler_.read_done(task.job); });
      case What::kLoad: return after({}, [=, this] { scheduler_.loaded(circuit, true); });
      case What::kPlace:
        return after({},
                     [=, this] { scheduler_.placed(circuit, 0, PlaceResult::kPlaced, 1, now_); });
      case What::kPrepare:
        preparing_[task] = now_;
        return after(settings_.prepare_time, [=, this] {
          preparing_.erase(task);
          scheduler_.prepared(task);
        });
      case What::kStart:
        return after(settings_.start_time, [=, this] {
          scheduler_.started(task);
          after(settings_.finish_time, [=, this] { scheduler_.finished(task, now_); });
        });
      case What::kVerify:
        return after({}, [=, this] {
          scheduler_.drop(task.job);
          scheduler_.verified(task.job);
          ++result_.proofs;
          if (submitted_ < settings_.proofs) submit();
        });
      default: base::check(false, "the model has no deadlines, evictions or refusals");
    }
  }

  void measure() {
    Flight flight = scheduler_.flight();
    const size_t full = flight.blocked + flight.queued + flight.starting;
    uint64_t bytes = settings_.fixed_bytes + full * settings_.prepared_bytes +
                     flight.finishing * settings_.started_bytes;
    for (const auto& [task, since] : preparing_) {
      bytes += static_cast<uint64_t>(static_cast<double>(settings_.prepared_bytes) *
                                     static_cast<double>((now_ - since).count()) /
                                     static_cast<double>(settings_.prepare_time.count()));
    }
    result_.resident_peak_bytes = std::max(result_.resident_peak_bytes, bytes);
    result_.in_flight_peak =
        std::max(result_.in_flight_peak, full + flight.preparing + flight.finishing);
  }

  const ModelSettings& settings_;
  Budget host_, device_;
  Scheduler scheduler_;
  Time now_{};
  std::multimap<Time, std::function<void()>> later_;
  std::map<Task, Time> preparing_;
  size_t submitted_ = 0;
  ModelResult result_;
};

}  // namespace

ModelResult run_model(const ModelSettings& settings) { return Model(settings).run(); }

}  // namespace cuzk::engine
