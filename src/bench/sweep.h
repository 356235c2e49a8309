// SPDX-License-Identifier: MIT OR Apache-2.0
// The same batch under many configurations, in rounds: a round runs each of them once, and every
// second round does so in reverse order, so that a drift of the machine (heat, caches, neighbours)
// falls on all of them alike. A run before the rounds warms up and does not count.
//
// A run is an engine of its own, made of one prover that all share, so that circuit and parameters
// are loaded once (engine/circuit_prover.h). What the allocator keeps of a run is given back before
// the next one, or the peak of one configuration would be seen in all after it. Runs follow one
// another on the caller's thread. A run whose proofs failed is a row with the text.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "bench/batch_run.h"
#include "bench/engine_knobs.h"
#include "bench/memory_sampler.h"

namespace cuzk::bench {

struct SweepRun {
  unsigned round = 0;        // from 1
  size_t configuration = 0;  // its index
  unsigned completed = 0;
  std::string error;  // of a proof that failed, empty if none did
  double total_seconds = 0;
  double seconds_a_proof = 0;                   // 0 if none completed
  double queue_seconds = 0, prove_seconds = 0;  // means over the completed ones
  uint64_t peak_host_bytes = 0, peak_device_bytes = 0;
  uint64_t peak_reserved_bytes = 0;  // of the host's budget
  size_t permits_peak = 0;           // partitions in flight
};

struct SweepResult {
  std::string type;
  unsigned count = 0, repeats = 0;
  std::vector<Configuration> configurations;
  std::vector<SweepRun> runs;  // in the order in which they ran

  bool all_completed() const;
  // Seconds a proof of the runs of a configuration without failures.
  std::vector<double> times(size_t configuration) const;
};

using KnobLists = std::array<std::vector<unsigned>, kKnobCount>;

// Every combination; the last knob turns fastest. A value that stands twice counts once.
std::vector<Configuration> combinations(const KnobLists& lists);

// Indices of configurations; rounds count from 1.
std::vector<size_t> order_of_round(size_t configurations, unsigned round);

struct SweepPlan {
  std::string memory_budget = "0";
  RequestMaker requests;
  std::string circuit;  // "porep-32g"
  engine::Prover prover;
  MemoryProbe memory;
  std::function<void(const std::string& run, bool ended)> progress;
};

// Fills the runs of a result whose other members say what to run. Throws if the circuit cannot be
// loaded.
void run_sweep(const SweepPlan& plan, SweepResult& result);

}  // namespace cuzk::bench
