// SPDX-License-Identifier: MIT OR Apache-2.0
// Two measurements side by side: pairs of samples of seconds a proof as a table with medians, the
// ratio of B to A with its 95 % interval, and a verdict (spread.h says by which statistic); and the
// samples of a document that `batch --json` or `sweep --json` wrote.
//
// A sweep is one sample for each configuration, the seconds a proof of its runs. A batch is one
// sample, the wall time of each proof: proofs that were asked for at once share the machine, so
// that their times are neither independent nor the throughput. What failed is in no sample.
//
// Reading refuses everything else with RUNS_BAD_JSON and the place in the file. Pure functions.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bench/engine_knobs.h"

namespace cuzk::bench {

struct SamplePair {
  std::string name;
  std::vector<double> a, b;
};
// Of pairs named by `head`, with a line that explains the verdicts.
std::string comparison_text(const std::string& head, const std::vector<SamplePair>& pairs);

struct Sample {
  Configuration configuration{};  // zeros for a batch
  std::vector<double> seconds;
};
struct RunDocument {
  bool is_sweep = false;
  std::vector<Sample> samples =
      {};  // of different configurations, in the order of their first runs
};
RunDocument read_run_document(std::span<const uint8_t> bytes, std::string_view file);

// Of the configurations that both have, named by what varies among them. Throws kBadArgument if
// there is nothing to compare.
std::vector<SamplePair> matching_samples(const RunDocument& a, const RunDocument& b);

}  // namespace cuzk::bench
