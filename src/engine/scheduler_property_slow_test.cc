// SPDX-License-Identifier: MIT OR Apache-2.0
// The properties of scheduler_property_test.cc over a million events, with more jobs in a system.
#include <gtest/gtest.h>

#include "engine/scheduler_adversary_testing.h"

namespace cuzk::engine {
namespace {

TEST(SchedulerProperties, HoldForAMillionEvents) {
  size_t events = 0;
  for (unsigned seed = 100'000; events < 1'000'000; ++seed) {
    Adversary adversary(seed, {.jobs = 60, .faults = seed % 4 != 0, .events_max = 200'000});
    adversary.run();
    ASSERT_EQ(adversary.problem, "") << "seed " << seed << " after " << adversary.events;
    events += adversary.events;
  }
}

}  // namespace
}  // namespace cuzk::engine
