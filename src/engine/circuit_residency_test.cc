// SPDX-License-Identifier: MIT OR Apache-2.0
// Who stands where and who goes for whom (circuit_residency.h), seen through the scheduler: least
// and most bytes, the region, lanes, tickets and their quantum.
#include "engine/circuit_residency.h"

#include <gtest/gtest.h>

#include <map>

#include "base/error.h"
#include "engine/scheduler_testing.h"

namespace cuzk::engine {
namespace {

using What = Action::What;
using std::chrono::milliseconds;
using std::chrono::seconds;

SchedulerLimits workers(unsigned count) {
  return {.partition_workers = count, .queue_capacity = count};
}

std::vector<std::string> circuits_of(const std::vector<Action>& starts) {
  std::vector<std::string> names;
  for (const Action& start : starts) names.push_back(start.circuit);
  return names;
}

TEST(CircuitResidency, ACircuitUsesWhatIsFreeBetweenItsLeastAndItsMost) {
  for (auto [most, expected] : {std::pair{50, 50}, {70, 70}, {90, 70}}) {
    Bench bench(workers(2), 1000, 1, 100, 1, 30);
    CircuitFootprint shape = footprint("a", 10, 40);
    shape.device_bytes_max = static_cast<uint64_t>(most);
    bench.arrive(1, Priority::kNormal, 1, shape);
    EXPECT_EQ(bench.prepare_and_decide().size(), 1u);
    EXPECT_EQ(bench.budgets[0]->used_bytes(), 30u + static_cast<uint64_t>(expected));
  }
}

TEST(CircuitResidency, WhatCanNeverFitIsRefusedWithNeedAndHave) {
  Bench bench(workers(1), 1000, 1, 100, 1, 30);
  const auto text_of = [&](uint64_t least, uint64_t region) {
    CircuitFootprint shape = footprint("a", 10, least);
    shape.region_bytes_min = region;
    try {
      bench.arrive(1, Priority::kNormal, 1, shape);
    } catch (const base::Error& error) {
      EXPECT_EQ(error.code(), base::ErrorCode::kResourceExhausted);
      return error.text();
    }
    bench.scheduler->drop(1);
    return std::string();
  };
  EXPECT_EQ(text_of(70, 30), "");
  EXPECT_NE(text_of(71, 30).find("71 bytes for the circuit and a working region of 30 bytes, found "
                                 "70 and 30"),
            std::string::npos);
  EXPECT_NE(text_of(70, 31).find("region of 31 bytes"), std::string::npos);
}

// A change of circuit waits until the old one has nothing in flight in the region.
TEST(CircuitResidency, TheRegionIsForOneCircuitAtATime) {
  Bench bench(workers(6), 1000, 1, 100, 2, 30);
  CircuitFootprint a = footprint("a", 10, 20), b = footprint("b", 10, 20);
  a.region_bytes_min = b.region_bytes_min = 30;
  bench.arrive(1, Priority::kNormal, 3, a);
  bench.arrive(2, Priority::kNormal, 1, b);
  EXPECT_EQ(circuits_of(bench.prepare_and_decide()), (std::vector<std::string>{"a", "a"}));
  bench.arrive(3, ProofClass::kWindowPost, b);
  EXPECT_TRUE(bench.prepare_and_decide().empty());
  bench.finish({1, 0});
  EXPECT_TRUE(bench.prepare_and_decide().empty());  // not the rest of "a" either
  bench.finish({1, 1});
  const std::vector<Action> starts = bench.prepare_and_decide();
  ASSERT_EQ(starts.size(), 1u);  // the rest of "a" waits for the region before job 2 does
  EXPECT_EQ(starts[0].job, 3u);
}

// RS-308: beside whatever runs, one at a time, first come, first served.
TEST(CircuitResidency, ALaneStartsWhateverElseRuns) {
  Bench bench(workers(8), 1000, 1, 100, 1, 30);
  CircuitFootprint bulk = footprint("bulk", 10, 50), lane = footprint("lane", 10, 15);
  bulk.region_bytes_min = 30;
  lane.lane = true;
  bench.scheduler->preload(lane);
  bench.arrive(1, Priority::kCritical, 4, bulk);
  ASSERT_EQ(bench.prepare_and_decide().size(), 1u);
  bench.arrive(2, ProofClass::kWinningPost, lane);
  bench.arrive(3, ProofClass::kWinningPost, lane);
  std::vector<Action> starts = bench.prepare_and_decide();
  ASSERT_EQ(starts.size(), 1u);
  EXPECT_EQ(starts[0].job, 2u);
  EXPECT_EQ(bench.scheduler->in_flight_max(0), 2u);
  bench.finish({2, 0});
  starts = bench.prepare_and_decide();
  ASSERT_EQ(starts.size(), 1u);
  EXPECT_EQ(starts[0].job, 3u);
  // Another circuit comes: the lane stays, though nobody needs it.
  bench.finish({3, 0});
  bench.scheduler->drop(2);
  bench.scheduler->drop(3);
  bench.arrive(4, ProofClass::kWindowPost, footprint("window", 10, 40));
  EXPECT_TRUE(bench.prepare_and_decide().empty());
  bench.finish({1, 0});
  EXPECT_EQ(circuits_of(bench.prepare_and_decide()), std::vector<std::string>{"window"});
  EXPECT_EQ(bench.budgets[0]->used_bytes(), 30u + 40 + 15);
}

TEST(CircuitResidency, ATicketHoldsItsSlotAndKeepsItsVictimsStill) {
  Bench bench(workers(6), 1000, 1, 100, 2);
  CircuitFootprint a = footprint("a", 10, 60), b = footprint("b", 10, 60);
  bench.arrive(1, Priority::kNormal, 3, a);
  ASSERT_EQ(bench.prepare_and_decide().size(), 2u);
  bench.arrive(2, ProofClass::kWindowPost, b);
  EXPECT_TRUE(bench.prepare_and_decide().empty());
  EXPECT_FALSE(bench.scheduler->residency().ticket(0));  // no slot is free
  bench.finish({1, 0});
  EXPECT_TRUE(bench.prepare_and_decide().empty());
  const auto& ticket = bench.scheduler->residency().ticket(0);
  ASSERT_TRUE(ticket);
  EXPECT_EQ(ticket->task, (Task{2, 0}));
  ASSERT_EQ(ticket->victims.size(), 1u);
  bench.finish({1, 1});
  EXPECT_EQ(circuits_of(bench.prepare_and_decide()), std::vector<std::string>{"b"});
  ASSERT_TRUE(ticket);  // "b" has nothing ready, so the next one is given to what is left of "a"
  EXPECT_EQ(ticket->task, (Task{1, 2}));
  EXPECT_EQ(bench.scheduler->residency().counts().tickets, 2u);
  EXPECT_EQ(bench.scheduler->residency().counts().displaced, 1u);
}

TEST(CircuitResidency, ATicketEndsWithItsLastWaitingPartition) {
  Bench bench(workers(6), 1000, 1, 100, 2);
  bench.arrive(1, Priority::kNormal, 4, footprint("a", 10, 60));
  ASSERT_EQ(bench.prepare_and_decide().size(), 2u);
  bench.arrive(2, ProofClass::kWindowPost, footprint("b", 10, 60));
  bench.prepare_and_decide();
  bench.finish({1, 0});
  bench.prepare_and_decide();
  ASSERT_TRUE(bench.scheduler->residency().ticket(0));
  bench.scheduler->drop(2);
  EXPECT_EQ(bench.prepare_and_decide().size(), 1u);  // "a" goes on
  EXPECT_FALSE(bench.scheduler->residency().ticket(0));
  EXPECT_EQ(bench.scheduler->residency().counts().displaced, 0u);
}

// Two kinds that never fit together, each with more work than there is time for; partitions of one
// take three times as long as those of the other.
struct Shares {
  std::map<std::string, Duration> busy;
  Duration total{};
};

Shares run_two_kinds(const ResidencyPolicy& policy, size_t partitions, Duration ageing_step) {
  SchedulerLimits limits = workers(4);
  limits.residency = policy;
  limits.ageing_step = ageing_step;
  Bench bench(limits);
  bench.move_time = seconds(4);
  JobNumber next = 1;
  std::map<JobNumber, size_t> left;
  const auto arrive = [&](const std::string& circuit) {
    left[next] = partitions;
    bench.arrive(next++, Priority::kNormal, partitions, footprint(circuit.c_str(), 10, 60));
  };
  for (int i = 0; i < 5; ++i) {
    arrive("short");
    arrive("long");
  }
  Shares shares;
  while (bench.now < seconds(20'000)) {
    const std::vector<Action> starts = bench.prepare_and_decide();
    if (starts.empty()) {
      bench.now += milliseconds(100);
      continue;
    }
    for (const Action& start : starts) {
      const Duration time = start.circuit == "long" ? seconds(3) : seconds(1);
      bench.now += time;
      shares.busy[start.circuit] += time;
      bench.finish({start.job, start.partition});
      if (--left[start.job] > 0) continue;
      bench.scheduler->drop(start.job);
      arrive(start.circuit);
    }
  }
  shares.total = bench.now;
  return shares;
}

double share(const Shares& shares, const std::string& circuit) {
  return static_cast<double>(shares.busy.at(circuit).count()) /
         static_cast<double>(shares.total.count());
}

double used(const Shares& shares) { return share(shares, "short") + share(shares, "long"); }

TEST(CircuitResidency, TwoSaturatedKindsShareTheDeviceAndLittleIsLost) {
  const Shares shares = run_two_kinds({}, 4, seconds(120));
  EXPECT_GE(share(shares, "short") / used(shares), 0.4);
  EXPECT_GE(share(shares, "long") / used(shares), 0.4);
  EXPECT_GE(used(shares), 0.80);  // at most one sixth is lost, and what ends between two decisions
}

TEST(CircuitResidency, WithoutAQuantumMostTimeIsLost) {
  EXPECT_LT(used(run_two_kinds({.quantum_moves = 0}, 1, seconds(1))), 0.6);
  EXPECT_GT(used(run_two_kinds({}, 1, seconds(1))), 0.75);
}

}  // namespace
}  // namespace cuzk::engine
