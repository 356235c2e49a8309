// SPDX-License-Identifier: MIT OR Apache-2.0
// What must hold of every system of jobs, circuits and devices, whatever the order of events
// (residency.md RS-501, tests 1 to 3), and that the checks see a rule that breaks it.
#include <gtest/gtest.h>

#include "engine/scheduler_adversary_testing.h"

namespace cuzk::engine {
namespace {

TEST(SchedulerProperties, EveryJobEndsAndEverythingIsGivenBack) {
  size_t displaced = 0;
  for (unsigned seed = 1; seed <= 3000; ++seed) {
    Adversary adversary(seed, {.faults = seed % 2 == 0});
    adversary.run();
    ASSERT_EQ(adversary.problem, "") << "seed " << seed << " after " << adversary.events;
    displaced += adversary.counts().displaced;
  }
  EXPECT_GT(displaced, 3000u);  // they do want for room
}

// Waiting circuits that displace whatever is idle displace each other for ever.
TEST(SchedulerProperties, WithoutTicketsSomeSystemsNeverEnd) {
  size_t endless = 0;
  for (unsigned seed = 1; seed <= 60; ++seed) {
    Adversary adversary(seed, {.faults = false, .events_max = 4000, .policy = {.tickets = false}});
    adversary.run();
    endless += adversary.problem == "no end";
  }
  EXPECT_GT(endless, 5u);
}

}  // namespace
}  // namespace cuzk::engine
