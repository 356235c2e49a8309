// SPDX-License-Identifier: MIT OR Apache-2.0
// The settings of a batch in this process that change speed and memory and not the proofs: a table
// of knobs, and a configuration as the value of each. `batch` takes one value a knob, `sweep` lists
// of them; flags, help, JSON fields and columns all come from the table, so that a knob is a row.
//
// The host budget is no knob: it bounds what every configuration may use. Without --memory-budget
// it is all that this process may have but 5 GiB, which are left to the system and others.
// Values, no threads. A budget without a unit is kBadArgument.
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "engine/engine.h"

namespace cuzk::bench {

enum KnobIndex : size_t {
  kPartitionWorkers,
  kGpuWorkers,
  kGpuThreads,
  kQueueCapacity,
  kConcurrency,
  kTimeline,
  kKnobCount
};

struct Knob {
  const char* name;  // in JSON and in tables
  const char* flag;
  unsigned preset, min;
  const char* help;
};
extern const std::array<Knob, kKnobCount> kKnobs;
inline constexpr unsigned kKnobMax = 4096;

using Configuration = std::array<unsigned, kKnobCount>;

Configuration preset_configuration();

// "off" or "on" for the timeline, else the number.
std::string knob_text(size_t knob, unsigned value);

// The knobs that have more than one value, in their order.
std::vector<size_t> varying_knobs(std::span<const Configuration> configurations);
// "partition_workers 2, timeline on" for these knobs.
std::string configuration_text(const Configuration& configuration, std::span<const size_t> knobs);

inline constexpr const char* kMemoryBudgetHelp =
    "Host memory that jobs may use, as 64GiB; 0: all but 5 GiB";

// The bytes of --memory-budget.
uint64_t host_budget_bytes(const std::string& memory_budget);

engine::Options engine_options(const Configuration& configuration,
                               const std::string& memory_budget);

}  // namespace cuzk::bench
