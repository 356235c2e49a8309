// SPDX-License-Identifier: MIT OR Apache-2.0
// What `sweep` tells: a table with a row for each configuration, the columns of the knobs that have
// more than one value first. Seconds a proof are the median over the rounds with least and
// greatest; peaks are the greatest of all rounds, queue and prove times means.
//
// The configuration of the least median is marked "best". So that a lucky run does not pass for a
// better setting, all others that cannot be told from it are marked "as good": those of which
// compare_times sees no difference, or, where there are too few runs for it, those whose ranges
// overlap. Runs with a failed proof are counted in a column of their own and in no time.
// Also every single run as one JSON document, which `compare` reads, and as CSV. Pure functions.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "bench/sweep.h"

namespace cuzk::bench {

// "best", "as good", "" or "failed" for each configuration.
std::vector<std::string> sweep_marks(const SweepResult& sweep);
// With the comparison of the timeline, on against off, if both were run.
std::string sweep_text(const SweepResult& sweep);
nlohmann::json sweep_json(const SweepResult& sweep);
std::string sweep_csv(const SweepResult& sweep);

}  // namespace cuzk::bench
