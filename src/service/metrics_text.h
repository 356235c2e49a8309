// SPDX-License-Identifier: MIT OR Apache-2.0
// The state of the engine in Prometheus's text format, for GetMetrics and GET /metrics alike. The
// names of the reference daemon (daemon-reference.md 1.7) come first, with its kinds (porep_c2,
// ...); then what it does not have: memory, devices, parameters, flights.
// prometheus-cpp is not used: it keeps counters of its own, told of each change, where these are
// read from the engine when somebody asks; filling its objects first is more text than writing.
// Everything is taken from one snapshot, so that the figures of one answer agree. Counters only
// grow. Cost: one text of a few kB.
#pragma once

#include <string>

#include "engine/engine.h"

namespace cuzk::service {

std::string metrics_text(const engine::Status& status);

}  // namespace cuzk::service
