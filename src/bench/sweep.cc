// SPDX-License-Identifier: MIT OR Apache-2.0
#include "bench/sweep.h"

#include <fmt/format.h>
#include <malloc.h>

#include <algorithm>
#include <numeric>

#include "base/clock.h"
#include "bench/spread.h"

namespace cuzk::bench {
namespace {

SweepRun run_once(const SweepPlan& plan, const SweepResult& sweep, size_t configuration) {
  const Configuration& knobs = sweep.configurations[configuration];
  malloc_trim(0);
  engine::Engine engine(engine_options(knobs, plan.memory_budget), plan.prover);
  const MemorySampler sampler(plan.memory);
  const base::Stopwatch watch;
  const std::vector<BatchProof> proofs =
      run_batch({sweep.count, knobs[kConcurrency], plan.requests, engine_source(engine)});
  SweepRun run;
  run.total_seconds = watch.seconds();
  run.configuration = configuration;
  std::vector<double> queue, prove;
  for (const BatchProof& proof : proofs) {
    if (!proof.error.empty()) {
      run.error = fmt::format("{}: {}", proof.status, proof.error);
      continue;
    }
    queue.push_back(proof.queue_seconds);
    prove.push_back(proof.prove_seconds);
  }
  run.completed = static_cast<unsigned>(prove.size());
  if (run.completed > 0) run.seconds_a_proof = run.total_seconds / run.completed;
  run.queue_seconds = mean(queue);
  run.prove_seconds = mean(prove);
  run.peak_host_bytes = sampler.peak().host_bytes;
  run.peak_device_bytes = sampler.peak().device_bytes;
  const engine::Status status = engine.status();
  run.peak_reserved_bytes = status.memory.peak_bytes;
  run.permits_peak = status.flight.permits_peak;
  return run;
}

}  // namespace

bool SweepResult::all_completed() const {
  return std::all_of(runs.begin(), runs.end(),
                     [](const SweepRun& run) { return run.error.empty(); });
}

std::vector<double> SweepResult::times(size_t configuration) const {
  std::vector<double> out;
  for (const SweepRun& run : runs) {
    if (run.configuration == configuration && run.error.empty()) out.push_back(run.seconds_a_proof);
  }
  return out;
}

std::vector<Configuration> combinations(const KnobLists& lists) {
  std::vector<Configuration> all = {{}};
  for (size_t knob = 0; knob < kKnobCount; ++knob) {
    std::vector<Configuration> longer;
    for (Configuration configuration : all) {
      for (unsigned value : lists[knob]) {
        configuration[knob] = value;
        if (std::find(longer.begin(), longer.end(), configuration) == longer.end()) {
          longer.push_back(configuration);
        }
      }
    }
    all = std::move(longer);
  }
  return all;
}

std::vector<size_t> order_of_round(size_t configurations, unsigned round) {
  std::vector<size_t> order(configurations);
  std::iota(order.begin(), order.end(), size_t{0});
  if (round % 2 == 0) std::reverse(order.begin(), order.end());
  return order;
}

void run_sweep(const SweepPlan& plan, SweepResult& result) {
  const auto progress = [&](const std::string& run, const auto& work) {
    plan.progress(run, false);
    work();
    plan.progress(run, true);
  };
  progress("circuit and parameters", [&] {
    engine::Engine(engine_options(result.configurations[0], plan.memory_budget), plan.prover)
        .preload(plan.circuit);
  });
  progress("warm-up", [&] { run_once(plan, result, 0); });
  std::vector<size_t> varying = varying_knobs(result.configurations);
  if (varying.empty()) varying = {kConcurrency};
  const size_t all = result.configurations.size() * result.repeats;
  for (unsigned round = 1; round <= result.repeats; ++round) {
    for (size_t configuration : order_of_round(result.configurations.size(), round)) {
      const std::string name =
          fmt::format("run {} of {}, {}", result.runs.size() + 1, all,
                      configuration_text(result.configurations[configuration], varying));
      progress(name, [&] {
        result.runs.push_back(run_once(plan, result, configuration));
        result.runs.back().round = round;
      });
    }
  }
}

}  // namespace cuzk::bench
