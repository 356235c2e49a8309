// SPDX-License-Identifier: MIT OR Apache-2.0
// What the engine is told when it is made: bounds on memory, on work under way and on what is kept.
// Zero stands for a value that is worked out from the machine where the comment says so. The engine
// refuses values that contradict each other (kBadArgument); it reads no file and no environment.
//
// A plain value; the configuration (daemon/options.h) and the bench's flags become one.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

#include "engine/request.h"

namespace cuzk::engine {

struct Options {
  uint64_t host_budget_bytes = 0;  // of everything below
  uint64_t request_bytes_max = 0;  // of these, for requests until they have been read
  unsigned partition_workers = 0;  // prepared partitions at once; 0: one a processor, 32 at most
  size_t queue_capacity = 0;       // prepared partitions before the devices; 0: partition_workers
  unsigned gpu_workers_per_device = 2;  // partitions, or groups of them, in flight on a device
  unsigned gpu_threads = 0;             // host threads beside the devices; 0: all processors
  size_t queue_jobs_max = 256;          // jobs that are not finished
  size_t results_max = 1024;            // finished jobs that can be asked for
  Duration results_age_max = std::chrono::hours(1);
  Duration ageing_step = std::chrono::minutes(2);         // of waiting, for one level of priority
  Duration eviction_min_idle = std::chrono::minutes(5);   // while other work goes on
  bool timeline = false;                                  // record events (timeline.h)
  std::function<void(const std::string&)> timeline_line;  // receives its lines, one at a time
};

}  // namespace cuzk::engine
