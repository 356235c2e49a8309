// SPDX-License-Identifier: MIT OR Apache-2.0
// The published history (design.md 2, daemon-reference.md 4, rows of phase 12), from the
// scheduler's rules alone. The check of permits is a function, so that it can be seen to fail.
#include "engine/pipeline_model.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "base/error.h"

namespace cuzk::engine {
namespace {

constexpr double kGiB = 1 << 30;

double gib(uint64_t bytes) { return static_cast<double>(bytes) / kGiB; }

// What must hold of every setting: nothing lost, never more permits than workers, never more
// partitions than permits, queue and devices hold.
bool bounded(const ModelSettings& settings, const ModelResult& result) {
  const size_t partitions_max = 2 * settings.partition_workers + settings.gpu_workers;
  return result.proofs == settings.proofs && result.permits_peak <= settings.partition_workers &&
         result.in_flight_peak <= partitions_max &&
         result.reserved_peak_bytes <=
             settings.fixed_bytes + partitions_max * settings.prepared_bytes &&
         result.reserved_peak_bytes <= settings.budget_bytes;
}

// "partition workers 12, before the fix: out of memory at 668 GiB".
TEST(PipelineModel, PermitsGivenBackBeforeTheSendPileUp) {
  ModelSettings settings{.permit_rule = PermitRule::kWhenPrepared};
  ModelResult result = run_model(settings);
  EXPECT_GT(gib(result.resident_peak_bytes), 668);
  EXPECT_FALSE(bounded(settings, result));
  settings.proofs = settings.concurrency = 40;  // and the more, the longer it runs
  EXPECT_GT(gib(run_model(settings).resident_peak_bytes), 1000);
}

// "after: 400"; 457 at 14 and 510 at 16 workers, and the low-memory rows of 2 and 5.
TEST(PipelineModel, HeldPermitsBoundThem) {
  const std::vector<std::pair<unsigned, double>> published = {
      {2, 110}, {5, 170}, {12, 400}, {14, 457}, {16, 510}};
  for (auto [workers, expected_gib] : published) {
    ModelSettings settings{.partition_workers = workers};
    for (size_t proofs : {20u, 60u}) {
      settings.proofs = settings.concurrency = proofs;
      ModelResult result = run_model(settings);
      EXPECT_TRUE(bounded(settings, result)) << workers;
      EXPECT_NEAR(gib(result.resident_peak_bytes), expected_gib, 0.1 * expected_gib) << workers;
    }
  }
}

TEST(PipelineModel, ABudgetOfBytesBoundsAnyNumberOfWorkers) {
  for (unsigned workers : {1u, 2u, 4u, 8u, 12u, 16u, 32u, 100u}) {
    for (uint64_t budget : {100u, 128u, 400u, 668u}) {
      for (PermitRule rule : {PermitRule::kWhenAccepted, PermitRule::kWhenPrepared}) {
        ModelSettings settings{.partition_workers = workers, .permit_rule = rule};
        settings.budget_bytes = budget << 30;
        ModelResult result = run_model(settings);
        EXPECT_EQ(result.proofs, settings.proofs);
        EXPECT_LE(result.reserved_peak_bytes, settings.budget_bytes);
        EXPECT_LE(result.resident_peak_bytes, settings.budget_bytes);
      }
    }
  }
}

// Under a budget that holds three partitions.
TEST(PipelineModel, WorkersBeyondTheBudgetCostNothing) {
  Duration best = Duration::max();
  std::vector<Duration> totals;
  for (unsigned workers : {1u, 2u, 4u, 8u, 16u}) {
    ModelSettings settings{.partition_workers = workers, .proofs = 5};
    settings.budget_bytes = settings.fixed_bytes + 3 * settings.prepared_bytes;
    ModelResult result = run_model(settings);
    EXPECT_TRUE(bounded(settings, result)) << workers;
    best = std::min(best, result.total);
    totals.push_back(result.total);
  }
  for (size_t i = 2; i < totals.size(); ++i) EXPECT_LE(totals[i], best * 11 / 10);
}

TEST(PipelineModel, RefusesABudgetThatHoldsNoPartition) {
  ModelSettings settings{.budget_bytes = uint64_t{85} << 30};
  try {
    run_model(settings);
    FAIL() << "must be refused";
  } catch (const base::Error& error) {
    EXPECT_EQ(error.code(), base::ErrorCode::kResourceExhausted);
  }
}

}  // namespace
}  // namespace cuzk::engine
