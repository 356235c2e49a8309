// SPDX-License-Identifier: MIT OR Apache-2.0
#include "bench/engine_knobs.h"

#include <fmt/format.h>

#include <algorithm>

#include "bench/backend_options.h"
#include "cli/host_memory.h"

namespace cuzk::bench {
namespace {

// What is left to the system and to other programs.
constexpr uint64_t kSafetyMargin = uint64_t{5} << 30;

}  // namespace

const std::array<Knob, kKnobCount> kKnobs = {{
    {"partition_workers", "--partition-workers", 0, 0,
     "Prepared partitions at once; 0: one for each processor"},
    {"gpu_workers", "--gpu-workers", 2, 1,
     "Partitions in flight on a device, or groups of them where points are streamed"},
    {"gpu_threads", "--gpu-threads", 0, 0, "Host threads beside a device; 0: all processors"},
    {"queue_capacity", "--queue-capacity", 0, 0,
     "Prepared partitions before the device; 0: same as partition workers"},
    {"concurrency", "-j,--concurrency", 1, 1, "Proofs asked for at once"},
    {"timeline", "--timeline", 0, 0, "Recording of what happens when: off, on"},
}};

Configuration preset_configuration() {
  Configuration out;
  for (size_t knob = 0; knob < kKnobCount; ++knob) out[knob] = kKnobs[knob].preset;
  return out;
}

std::string knob_text(size_t knob, unsigned value) {
  if (knob == kTimeline) return value != 0 ? "on" : "off";
  return std::to_string(value);
}

std::vector<size_t> varying_knobs(std::span<const Configuration> configurations) {
  std::vector<size_t> out;
  for (size_t knob = 0; knob < kKnobCount; ++knob) {
    const bool varies = std::any_of(
        configurations.begin(), configurations.end(),
        [&](const Configuration& other) { return other[knob] != configurations[0][knob]; });
    if (varies) out.push_back(knob);
  }
  return out;
}

std::string configuration_text(const Configuration& configuration, std::span<const size_t> knobs) {
  std::string text;
  for (size_t knob : knobs) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", kKnobs[knob].name,
                        knob_text(knob, configuration[knob]));
  }
  return text;
}

uint64_t host_budget_bytes(const std::string& memory_budget) {
  const uint64_t budget = bytes_argument("--memory-budget", memory_budget);
  const uint64_t all = cli::host_memory().usable_bytes();
  return budget > 0 ? budget : all - std::min(all / 2, kSafetyMargin);
}

engine::Options engine_options(const Configuration& configuration,
                               const std::string& memory_budget) {
  engine::Options out;
  out.host_budget_bytes = host_budget_bytes(memory_budget);
  out.request_bytes_max = out.host_budget_bytes / 4;
  out.partition_workers = configuration[kPartitionWorkers];
  out.gpu_workers_per_device = configuration[kGpuWorkers];
  out.gpu_threads = configuration[kGpuThreads];
  out.queue_capacity = configuration[kQueueCapacity];
  out.timeline = configuration[kTimeline] != 0;
  return out;
}

}  // namespace cuzk::bench
