// SPDX-License-Identifier: MIT OR Apache-2.0
// The rules of scheduler.h one by one, events told by hand. Tickets, regions and lanes are in
// circuit_residency_test.cc, what holds of every run in scheduler_property_test.cc.
#include <gtest/gtest.h>

#include <algorithm>

#include "base/error.h"
#include "engine/scheduler_testing.h"

namespace cuzk::engine {
namespace {

using What = Action::What;
using std::chrono::seconds;

SchedulerLimits one_worker() { return {.ageing_step = seconds(60)}; }

// daemon-reference.md 5.1, fault 7, and 6.1, point 10.
TEST(Scheduler, WinningPostIsNextWhateverWaits) {
  Bench bench(one_worker());
  bench.arrive(1);
  EXPECT_EQ(bench.prepared_next(), std::vector<JobNumber>{1});
  bench.arrive(2, Priority::kHigh, 1, Bench::kSmall, seconds(10'000));
  bench.now = seconds(5'000);
  bench.arrive(3, ProofClass::kWinningPost);
  bench.scheduler->prepared({1, 0});
  EXPECT_EQ(bench.prepared_next(), std::vector<JobNumber>{3});
}

// With every permit, the queue and the device full: it starts as soon as the device is free, and
// two jobs that are being read do not keep it from being read (daemon-reference.md 5.1, fault 7).
TEST(Scheduler, WinningPostPassesAFullQueue) {
  Bench bench({.partition_workers = 2, .queue_capacity = 1});
  bench.arrive(1, Priority::kNormal, 6);
  EXPECT_EQ(bench.prepared_next().size(), 2u);
  Scheduler& s = *bench.scheduler;
  for (size_t k : {0, 1, 2}) {
    s.prepared({1, k});
    bench.decide();
  }
  bench.arrive(2, ProofClass::kWinningPost);
  bench.decide();
  s.started({1, 0});
  s.finished({1, 0}, bench.now);  // 1 starts, 2 is queued
  bench.decide();
  EXPECT_EQ(bench.log.back().job, 2u);
  s.prepared({1, 3});
  s.prepared({2, 0});
  bench.decide();
  EXPECT_EQ(s.flight().blocked, 2u);
  s.started({1, 1});
  s.finished({1, 1}, bench.now);
  bool winning = false;
  for (const Action& action : bench.decide()) {
    winning = winning || (action.what == What::kStart && action.job == 2);
  }
  EXPECT_TRUE(winning);

  bench.arrive(3);
  bench.arrive(4);
  bench.arrive(5);
  bench.arrive(6, ProofClass::kWinningPost);
  std::vector<JobNumber> read;
  for (const Action& action : s.decide(bench.now)) {
    if (action.what == What::kRead) read.push_back(action.job);
  }
  EXPECT_EQ(read, (std::vector<JobNumber>{6, 3}));  // 1 has partitions to admit
}

// However many WindowPoSts wait, their statements leave the memory that a WinningPoSt needs.
TEST(Scheduler, WindowPostsAreReadAheadLikeOthers) {
  constexpr uint64_t kStatement = 50;
  Bench bench({}, 10 + 100 + 4 * kStatement);
  const CircuitFootprint large = footprint("small", 10, 10, kStatement, 100, 40);
  for (JobNumber job = 1; job <= 10; ++job) bench.arrive(job, ProofClass::kWindowPost, large);
  EXPECT_EQ(bench.prepared_next(), std::vector<JobNumber>{1});
  bench.arrive(11, ProofClass::kWinningPost, large);
  const std::vector<Action> actions = bench.scheduler->decide(bench.now);
  EXPECT_TRUE(std::ranges::any_of(actions, [](const Action& action) {
    return action.what == What::kRead && action.job == 11;
  }));
}

TEST(Scheduler, OrderIsPriorityDeadlineBegunAtHandAge) {
  Bench bench(one_worker());
  CircuitFootprint other = Bench::kSmall;
  other.circuit = "other";
  bench.arrive(1, Priority::kNormal, 2);
  EXPECT_EQ(bench.prepared_next(), std::vector<JobNumber>{1});
  bench.arrive(2, Priority::kNormal, 1, other);
  bench.arrive(3);
  bench.arrive(4, Priority::kNormal, 1, Bench::kSmall, seconds(90));
  bench.arrive(5, Priority::kHigh);
  EXPECT_EQ(bench.scheduler->position(5, bench.now), 0u);
  EXPECT_EQ(bench.scheduler->position(4, bench.now), 1u);
  EXPECT_EQ(bench.scheduler->position(3, bench.now), 2u);
  EXPECT_EQ(bench.scheduler->position(2, bench.now), 3u);  // its circuit is not at hand
  bench.decide();                                          // reads the first two
  for (size_t i = 0; i < bench.log.size(); ++i) bench.run(bench.log[i]);
  std::vector<JobNumber> order;
  for (const Task& task : bench.log) order.push_back(task.job);
  // What has begun goes on; by then both circuits are at hand, and 2 is older than 3.
  EXPECT_EQ(order, (std::vector<JobNumber>{1, 5, 4, 1, 2, 3}));
}

TEST(Scheduler, NothingStarves) {
  Bench bench(one_worker());
  bench.arrive(1, Priority::kLow);
  bench.arrive(2, Priority::kHigh, 1, Bench::kSmall, seconds(400));
  JobNumber number = 3;
  for (; bench.now < seconds(400); bench.now += seconds(10)) {
    // Jobs of high priority and with a deadline are always there.
    bench.arrive(number++, Priority::kHigh, 1, Bench::kSmall, bench.now + seconds(500));
    bench.decide();
    const Task task = bench.log.back();
    if (task.job == 1) break;
    bench.run(task);
    bench.scheduler->drop(task.job);
    bench.scheduler->verified(task.job);
  }
  EXPECT_EQ(bench.log.back().job, 1u);
  EXPECT_GT(bench.now, seconds(230));  // four steps
  EXPECT_LE(bench.now, seconds(250));
}

TEST(Scheduler, RefusesWhenTheQueueIsFullAndWhatCanNeverFit) {
  SchedulerLimits limits = one_worker();
  limits.queue_jobs_max = 2;
  Bench bench(limits);
  bench.arrive(1);
  bench.arrive(2);
  const auto code = [&](const CircuitFootprint& shape) {
    try {
      bench.arrive(3, Priority::kNormal, 1, shape);
    } catch (const base::Error& error) {
      return error.code();
    }
    return base::ErrorCode::kInternal;
  };
  EXPECT_EQ(code(Bench::kSmall), base::ErrorCode::kResourceExhausted);
  bench.scheduler->drop(2);
  EXPECT_EQ(code(footprint("large", 500, 0, 1, 500)), base::ErrorCode::kResourceExhausted);
  EXPECT_EQ(code(footprint("large", 1, 101)), base::ErrorCode::kResourceExhausted);
  bench.arrive(3);
}

// design.md D8: the permit travels until the queue has accepted the partition; bytes go down in two
// phases.
TEST(Scheduler, PermitsAndBytesTravelWithThePartition) {
  Bench bench({.partition_workers = 2, .queue_capacity = 1});
  bench.arrive(1, Priority::kNormal, 8);
  EXPECT_EQ(bench.prepared_next().size(), 2u);
  Scheduler& s = *bench.scheduler;
  s.prepared({1, 0});
  EXPECT_EQ(bench.prepared_next().size(), 1u);  // 0 starts, so it was accepted
  EXPECT_EQ(s.flight().starting, 1u);
  s.prepared({1, 1});
  s.prepared({1, 2});
  EXPECT_EQ(bench.prepared_next().size(), 1u);  // 1 is in the queue, 2 keeps its permit
  EXPECT_EQ(s.flight().queued, 1u);
  EXPECT_EQ(s.flight().blocked, 1u);
  EXPECT_EQ(s.flight().permits, 2u);
  s.prepared({1, 3});
  EXPECT_EQ(bench.prepared_next().size(), 0u);
  EXPECT_EQ(bench.host.used_bytes(), 10u + 1 + 4 * 100);
  s.started({1, 0});
  EXPECT_EQ(bench.host.used_bytes(), 10u + 1 + 3 * 100 + 40);
  s.finished({1, 0}, bench.now);
  EXPECT_EQ(bench.prepared_next().size(), 1u);
  EXPECT_EQ(s.flight().permits_peak, 2u);
}

// A slot of a device that proves by groups is for a whole group.
TEST(Scheduler, ADeviceTakesWholeGroups) {
  Bench bench({.partition_workers = 5, .queue_capacity = 5});
  bench.group = 3;
  bench.arrive(1, Priority::kNormal, 5);
  EXPECT_EQ(bench.prepared_next().size(), 5u);
  for (size_t k = 0; k < 5; ++k) bench.scheduler->prepared({1, k});
  const auto starts = [&] {
    std::vector<size_t> partitions;
    for (bool more = true; more;) {
      more = false;
      for (const Action& action : bench.decide()) {
        if (action.what != What::kStart) continue;
        partitions.push_back(action.partition);
        bench.scheduler->started({action.job, action.partition});
        more = true;
      }
    }
    return partitions;
  };
  EXPECT_EQ(starts(), (std::vector<size_t>{0, 1, 2}));
  EXPECT_EQ(bench.scheduler->in_flight_max(0), 3u);
  bench.scheduler->finished({1, 0}, bench.now);
  EXPECT_EQ(starts(), std::vector<size_t>{3});
}

TEST(Scheduler, ReadingTakesMoreThanWhatWasRead) {
  Bench bench(one_worker());
  bench.scheduler->arrive(1, {.deadline = {}, .shape = {Bench::kSmall, 1, 300}}, bench.now);
  bench.scheduler->decide(bench.now);
  bench.scheduler->loaded("small", true);
  bench.scheduler->decide(bench.now);
  EXPECT_EQ(bench.host.used_bytes(), 10u + 1 + 300);
  bench.scheduler->read_done(1);
  EXPECT_EQ(bench.host.used_bytes(), 10u + 1);
}

// daemon-reference.md 5.1, fault 6.
TEST(Scheduler, TheFirstThatLacksMemoryHoldsUpTheRest) {
  Bench bench({.partition_workers = 8, .queue_capacity = 8}, 320);
  bench.arrive(1, Priority::kNormal, 2);
  EXPECT_EQ(bench.prepared_next().size(), 2u);
  bench.arrive(2, Priority::kHigh, 1, footprint("large", 10, 10, 1, 200, 10));
  bench.arrive(3, Priority::kNormal, 1, footprint("tiny", 1, 1));
  EXPECT_TRUE(bench.prepared_next().empty());
  for (size_t k : {0, 1}) {
    bench.scheduler->prepared({1, k});
    bench.decide();
    bench.scheduler->started({1, k});
    bench.scheduler->finished({1, k}, bench.now);
  }
  EXPECT_EQ(bench.prepared_next(), (std::vector<JobNumber>{2, 3}));
}

TEST(Scheduler, DroppedJobsEndWhatHasBegunAndLeaveNothing) {
  Bench bench({.partition_workers = 4, .queue_capacity = 1});
  bench.arrive(1, Priority::kNormal, 6);
  EXPECT_EQ(bench.prepared_next().size(), 4u);
  Scheduler& s = *bench.scheduler;
  for (size_t k : {0, 1, 2}) s.prepared({1, k});
  bench.decide();
  s.drop(1);
  s.drop(1);
  EXPECT_TRUE(bench.prepared_next().empty());
  EXPECT_EQ(s.flight().permits, 3u);  // being prepared; 0 is on the device
  for (size_t k : {3, 4, 5}) s.prepared({1, k});
  s.started({1, 0});
  s.finished({1, 0}, bench.now);
  EXPECT_EQ(bench.host.used_bytes(), 10u);
  EXPECT_EQ(s.flight().permits, 0u);
}

TEST(Scheduler, DeadlinesExpireOnce) {
  Bench bench(one_worker());
  bench.arrive(1, Priority::kNormal, 1, Bench::kSmall, seconds(5));
  EXPECT_EQ(bench.prepared_next().size(), 1u);
  bench.scheduler->raise(1, Priority::kLow, seconds(7));  // a caller with more time joins
  bench.now = seconds(6);
  EXPECT_TRUE(bench.decide().empty());
  bench.now = seconds(7);
  std::vector<Action> actions = bench.decide();
  ASSERT_EQ(actions.size(), 1u);
  EXPECT_EQ(actions[0].what, What::kExpire);
  EXPECT_TRUE(bench.decide().empty());
}

// design.md D9: proved again on another device; a quarantined one gets nothing.
TEST(Scheduler, APartitionIsProvedAgainElsewhere) {
  Bench bench({.partition_workers = 1, .queue_capacity = 1}, 1000, 2);
  bench.arrive(1);
  bench.decide();
  Scheduler& s = *bench.scheduler;
  s.prepared({1, 0});
  std::vector<Action> actions = bench.decide();
  ASSERT_EQ(actions.size(), 1u);
  const size_t first = actions[0].device;
  s.started({1, 0});
  s.lost({1, 0}, bench.now);
  actions = bench.prepare_and_decide();
  ASSERT_EQ(actions.size(), 1u);
  EXPECT_EQ(actions[0].device, 1 - first);
  s.started({1, 0});
  s.device_failed(first, bench.now);
  s.lost({1, 0}, bench.now);
  EXPECT_EQ(s.usable_devices(), 1u);
  actions = bench.prepare_and_decide();
  ASSERT_EQ(actions.size(), 1u);
  EXPECT_EQ(actions[0].device, 1 - first);  // the only one, though it was there last
  EXPECT_EQ(s.proved_again(), 2u);
}

std::optional<Cause> cause_of_end(Bench& bench) {
  for (const Action& action : bench.decide()) {
    if (action.what == What::kFail) return action.cause;
  }
  return {};
}

// Through everything that one partition needs, and to its verification.
Action prove_all(Bench& bench) {
  for (;;) {
    for (const Action& action : bench.decide()) {
      const Task task{action.job, action.partition};
      if (action.what == What::kVerify) return action;
      if (action.what == What::kPrepare) bench.scheduler->prepared(task);
      if (action.what == What::kStart) bench.finish(task);
    }
  }
}

TEST(Scheduler, AWrongProofIsMadeThreeTimes) {
  Bench bench(one_worker());
  bench.arrive(1);
  const size_t bad = 0;
  for (int attempt = 0; attempt < 2; ++attempt) {
    prove_all(bench);
    bench.scheduler->proofs_bad(1, {&bad, 1});
  }
  prove_all(bench);
  bench.scheduler->proofs_bad(1, {&bad, 1});
  EXPECT_EQ(cause_of_end(bench), Cause::kProofInvalid);
  EXPECT_EQ(bench.scheduler->proved_again(), 2u);
}

// Twice, and what is wrong on every device is not the devices' fault.
TEST(Scheduler, ADeviceWhoseProofsAreRightElsewhereIsLeft) {
  Bench bench({.partition_workers = 1, .queue_capacity = 1}, 1000, 2);
  const size_t bad = 0;
  for (JobNumber job : {1, 2}) {
    bench.arrive(job);
    EXPECT_FALSE(bench.scheduler->quarantined(0));
    prove_all(bench);  // on the first device, which is as free as the second
    bench.scheduler->proofs_bad(job, {&bad, 1});
    prove_all(bench);
    bench.scheduler->drop(job);
    bench.scheduler->verified(job);
  }
  EXPECT_TRUE(bench.scheduler->quarantined(0));
  EXPECT_FALSE(bench.scheduler->quarantined(1));
}

TEST(Scheduler, WithoutDevicesJobsFail) {
  Bench bench(one_worker());
  bench.arrive(1);
  bench.arrive(2);
  ASSERT_EQ(bench.prepare_and_decide().size(), 1u);
  bench.scheduler->started({1, 0});
  bench.scheduler->device_failed(0, bench.now);
  size_t failed = 0;
  for (const Action& action : bench.decide()) {
    if (action.what == What::kFail) failed += action.cause == Cause::kNoDevice;
  }
  EXPECT_EQ(failed, 2u);
  try {
    bench.arrive(3);
    FAIL() << "must be refused";
  } catch (const base::Error& error) {
    EXPECT_EQ(error.code(), base::ErrorCode::kUnavailable);
  }
}

TEST(Scheduler, ACircuitThatCannotComeFailsItsJobsOnly) {
  Bench bench(one_worker());
  bench.arrive(1);
  bench.arrive(2, Priority::kLow, 1, footprint("other", 10, 10));
  bench.scheduler->decide(bench.now);
  bench.scheduler->loaded("small", false);
  std::vector<JobNumber> failed;
  for (const Action& action : bench.scheduler->decide(bench.now)) {
    if (action.what == What::kFail) failed.push_back(action.job);
  }
  EXPECT_EQ(failed, std::vector<JobNumber>{1});
}

TEST(Scheduler, CircuitsTakeTurnsOnADevice) {
  Bench bench({.partition_workers = 2, .queue_capacity = 2});
  CircuitFootprint wide = footprint("wide", 10, 95, 1, 10, 10);
  bench.arrive(1);
  bench.arrive(2, Priority::kHigh, 1, wide);
  EXPECT_EQ(bench.prepared_next().size(), 2u);
  Scheduler& s = *bench.scheduler;
  s.prepared({2, 0});
  s.prepared({1, 0});
  std::vector<Action> actions = bench.decide();
  ASSERT_EQ(actions.size(), 1u);
  EXPECT_EQ(actions[0].circuit, "wide");
  s.started({2, 0});
  EXPECT_TRUE(bench.decide().empty());  // "small" has to wait until it is idle
  s.finished({2, 0}, bench.now);
  actions = bench.decide();
  EXPECT_TRUE(std::ranges::any_of(actions, [](const Action& action) {
    return action.what == What::kStart && action.circuit == "small";
  }));
  EXPECT_FALSE(s.evict("small"));
}

TEST(Scheduler, IdleCircuitsGoUnderPressure) {
  Bench bench({.partition_workers = 1, .queue_capacity = 1, .eviction_min_idle = seconds(300)},
              400);
  bench.scheduler->preload(footprint("kept", 250, 50));
  bench.decide();
  EXPECT_EQ(bench.host.used_bytes(), 250u);
  EXPECT_EQ(bench.budgets[0]->used_bytes(), 50u);
  bench.arrive(1, Priority::kNormal, 1, footprint("new", 100, 60, 1, 100, 10));
  EXPECT_EQ(bench.prepared_next().size(), 1u);
  EXPECT_EQ(bench.host.used_bytes(), 201u);
  EXPECT_EQ(bench.budgets[0]->used_bytes(), 60u);
}

TEST(Scheduler, PreloadAndEvictOnRequest) {
  Bench bench;
  bench.scheduler->preload(Bench::kSmall);
  bench.decide();
  EXPECT_EQ(bench.budgets[0]->used_bytes(), 10u);
  EXPECT_TRUE(bench.scheduler->evict("small"));
  bench.decide();
  EXPECT_EQ(bench.budgets[0]->used_bytes(), 0u);
  EXPECT_EQ(bench.host.used_bytes(), 0u);
  EXPECT_TRUE(bench.scheduler->evict("unknown"));
}

}  // namespace
}  // namespace cuzk::engine
