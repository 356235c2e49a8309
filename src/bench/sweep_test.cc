// SPDX-License-Identifier: MIT OR Apache-2.0
// The sweep: which configurations, in which order, and every run an engine of its own over one
// prover, which is the fake one here.
#include "bench/sweep.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "bench/sweep_report.h"
#include "engine/fake_prover_testing.h"

namespace cuzk::bench {
namespace {

using engine::FakeProver;

KnobLists lists() {
  KnobLists out;
  for (size_t knob = 0; knob < kKnobCount; ++knob) out[knob] = {kKnobs[knob].preset};
  return out;
}

TEST(Sweep, EveryCombinationOnce) {
  KnobLists some = lists();
  some[kPartitionWorkers] = {1, 2};
  some[kTimeline] = {0, 1, 0};
  const std::vector<Configuration> all = combinations(some);
  ASSERT_EQ(all.size(), 4u);
  const std::vector<size_t> varying = varying_knobs(all);
  std::vector<std::string> texts;
  for (const Configuration& each : all) texts.push_back(configuration_text(each, varying));
  EXPECT_EQ(texts, (std::vector<std::string>{
                       "partition_workers 1, timeline off", "partition_workers 1, timeline on",
                       "partition_workers 2, timeline off", "partition_workers 2, timeline on"}));
  EXPECT_EQ(combinations(lists()), std::vector<Configuration>{preset_configuration()});
  EXPECT_TRUE(varying_knobs(combinations(lists())).empty());
}

TEST(Sweep, EverySecondRoundIsReversed) {
  EXPECT_EQ(order_of_round(3, 1), (std::vector<size_t>{0, 1, 2}));
  EXPECT_EQ(order_of_round(3, 2), (std::vector<size_t>{2, 1, 0}));
  EXPECT_EQ(order_of_round(3, 3), (std::vector<size_t>{0, 1, 2}));
}

class SweepOfTheFake : public testing::Test {
 protected:
  // Proof `bad` of each run has this input.
  void run(const KnobLists& knobs, unsigned count, std::string bad_input = "", unsigned bad = 1) {
    result_ = {.type = "porep",
               .count = count,
               .repeats = 2,
               .configurations = combinations(knobs),
               .runs = {}};
    run_sweep({.memory_budget = "1GiB",
               .requests =
                   [=](unsigned index) {
                     std::string input = "input " + std::to_string(index);
                     if (!bad_input.empty() && index == bad) input = bad_input;
                     return FakeProver::request(input, 3);
                   },
               .circuit = "circuit-0",
               .prover = fake_.prover(),
               .memory = [] { return MemoryUse{.host_bytes = 1 << 20}; },
               .progress =
                   [this](const std::string& text, bool ended) {
                     if (ended) progress_.push_back(text);
                   }},
              result_);
  }

  FakeProver fake_{{}};
  SweepResult result_;
  std::vector<std::string> progress_;
};

TEST_F(SweepOfTheFake, RunsRoundAfterRound) {
  KnobLists knobs = lists();
  knobs[kPartitionWorkers] = {1, 3};
  knobs[kConcurrency] = {2};
  run(knobs, 4);
  ASSERT_EQ(result_.runs.size(), 4u);
  const std::vector<std::pair<unsigned, size_t>> order = {{1, 0}, {1, 1}, {2, 1}, {2, 0}};
  for (size_t i = 0; i < order.size(); ++i) {
    const SweepRun& run = result_.runs[i];
    EXPECT_EQ(run.round, order[i].first);
    EXPECT_EQ(run.configuration, order[i].second);
    EXPECT_EQ(run.completed, 4u) << run.error;
    EXPECT_GT(run.seconds_a_proof, 0);
    EXPECT_EQ(run.peak_host_bytes, 1u << 20);
    EXPECT_GE(run.peak_reserved_bytes, 1100u);  // circuit and a partition
    EXPECT_GE(run.permits_peak, 1u);
    EXPECT_LE(run.permits_peak, run.configuration == 0 ? 1u : 3u);
  }
  EXPECT_TRUE(result_.all_completed());
  EXPECT_EQ(progress_, (std::vector<std::string>{
                           "circuit and parameters", "warm-up", "run 1 of 4, partition_workers 1",
                           "run 2 of 4, partition_workers 3", "run 3 of 4, partition_workers 3",
                           "run 4 of 4, partition_workers 1"}));
  EXPECT_EQ(fake_.prepared_inputs().size(), 5u * 4 * 3);  // with the warm-up
}

TEST_F(SweepOfTheFake, AFailedProofFailsItsRun) {
  run(lists(), 3, "unprovable");
  ASSERT_EQ(result_.runs.size(), 2u);
  for (const SweepRun& run : result_.runs) {
    EXPECT_EQ(run.completed, 2u);
    EXPECT_EQ(run.error, "FAILED: UNSATISFIED: row 7");
  }
  EXPECT_FALSE(result_.all_completed());
  EXPECT_TRUE(result_.times(0).empty());
}

TEST_F(SweepOfTheFake, EndsWhereTheCircuitCannotBeLoaded) {
  SweepResult result{.type = "porep",
                     .count = 1,
                     .repeats = 2,
                     .configurations = combinations(lists()),
                     .runs = {}};
  SweepPlan plan{.memory_budget = "1GiB",
                 .requests = [](unsigned) { return FakeProver::request("x", 1, 1, 13); },
                 .circuit = "circuit-13",
                 .prover = fake_.prover(),
                 .memory = [] { return MemoryUse{}; },
                 .progress = [](const std::string&, bool) {}};
  EXPECT_THROW(run_sweep(plan, result), base::Error);
}

}  // namespace
}  // namespace cuzk::bench
