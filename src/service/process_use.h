// SPDX-License-Identifier: MIT OR Apache-2.0
// What this process holds of what the system limits: threads and descriptors, so that their growth
// shows before a limit is met, in GET /status and in the metrics. Names of metrics are those that
// Prometheus's own client libraries use for every process.
// Counted in /proc at each call, some ten microseconds; a count that cannot be had is absent, as
// when no descriptor is left to look with. Any thread may call.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace cuzk::service {

struct ProcessUse {
  std::optional<uint64_t> threads, descriptors;
  uint64_t descriptors_max = 0;
};
ProcessUse process_use();

std::string process_metrics_text(const ProcessUse& use);

}  // namespace cuzk::service
