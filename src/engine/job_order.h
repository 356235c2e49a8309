// SPDX-License-Identifier: MIT OR Apache-2.0
// Which job comes first (residency.md RS-305, RS-306): WinningPoSt before WindowPoSt before bulk
// work, whatever the age and the priority of what is below.
//
// WinningPoSt: first come, first served. WindowPoSt: the earliest latest start first. The times of
// its proofs are the same for all of them, so the order is that of the deadlines; a call that gives
// none, or a late one, counts as due 25 minutes after its arrival.
//
// Bulk: by priority, and one level of priority is gained for each step of waiting, up to high; what
// its caller calls critical stays first. At the same level those that have waited four steps come
// first, the oldest first, so that nothing starves; then earlier deadlines, then jobs whose proving
// has begun, then jobs whose circuit is at hand, then the older one.
//
// Pure functions.
#pragma once

#include <array>
#include <optional>

#include "engine/action.h"

namespace cuzk::engine {

struct JobFacts {
  JobNumber number = 0;
  ProofClass proof_class = ProofClass::kBulk;
  Priority priority = Priority::kNormal;
  Time arrived{};
  std::optional<Time> deadline = {};
  bool begun = false;    // a partition has been admitted
  unsigned at_hand = 0;  // 1: its circuit is on the host; 2: on a device too
};

using JobRank = std::array<int64_t, 7>;  // the least comes first

JobRank job_rank(const JobFacts& job, Duration ageing_step, Time now);

// Of bulk jobs, priority with age; 0 for others.
int64_t job_level(const JobFacts& job, Duration ageing_step, Time now);

}  // namespace cuzk::engine
