// SPDX-License-Identifier: MIT OR Apache-2.0
// design.md D7: fair waiting, partial release, refusal with the numbers; no wake-up is lost.
#include "engine/budget.h"

#include <gtest/gtest.h>

#include <atomic>
#include <random>
#include <thread>
#include <vector>

#include "base/error.h"

namespace cuzk::engine {
namespace {

TEST(Budget, GivesBackInTwoPhases) {
  Budget budget("host memory", 100);
  Reservation first = *budget.try_reserve(60);
  EXPECT_FALSE(budget.try_reserve(41));
  first.shrink(10);
  EXPECT_EQ(budget.used_bytes(), 10u);
  {
    Reservation second = *budget.try_reserve(90);
    Reservation moved = std::move(second);
    EXPECT_EQ(budget.used_bytes(), 100u);
    EXPECT_EQ(second.bytes(), 0u);
    first = std::move(moved);  // what it held before is given back
    EXPECT_EQ(budget.used_bytes(), 90u);
  }
  first = Reservation();
  EXPECT_EQ(budget.used_bytes(), 0u);
  EXPECT_EQ(budget.peak_bytes(), 100u);
}

TEST(Budget, RefusesWhatCanNeverFit) {
  Budget budget("memory of GPU 0", 100);
  try {
    (void)budget.try_reserve(101);
    FAIL() << "must be refused";
  } catch (const base::Error& error) {
    EXPECT_EQ(error.code(), base::ErrorCode::kResourceExhausted);
    for (const char* part : {"101 bytes", "100 bytes", "memory of GPU 0"}) {
      EXPECT_NE(error.text().find(part), std::string::npos) << error.text();
    }
  }
}

// daemon-reference.md 5.1, fault 6. If the small one passed, the large one would find no room.
TEST(Budget, SmallRequestsDoNotPassALargeOne) {
  Budget budget("host memory", 100);
  Reservation a = *budget.try_reserve(50), b = *budget.try_reserve(50);
  std::atomic<bool> go_on = false;
  const auto take = [&](uint64_t bytes) {
    Reservation held = *budget.reserve(bytes, {});
    while (!go_on) std::this_thread::yield();
  };
  std::jthread large([&] { take(80); });
  while (budget.waiting() < 1) std::this_thread::yield();
  std::jthread small([&] { take(30); });
  while (budget.waiting() < 2) std::this_thread::yield();
  a = Reservation();
  EXPECT_FALSE(budget.try_reserve(1));
  b = Reservation();
  while (budget.waiting() == 2) std::this_thread::yield();
  EXPECT_EQ(budget.used_bytes(), 80u);
  EXPECT_EQ(budget.waiting(), 1u);
  go_on = true;
  large.join();
  small.join();
  EXPECT_EQ(budget.used_bytes(), 0u);
}

TEST(Budget, WhoGivesUpLetsTheNextPass) {
  Budget budget("host memory", 100);
  Reservation half = *budget.try_reserve(50);
  std::stop_source stop;
  std::jthread large([&] { EXPECT_FALSE(budget.reserve(80, stop.get_token())); });
  while (budget.waiting() < 1) std::this_thread::yield();
  std::jthread small([&] { EXPECT_TRUE(budget.reserve(40, {})); });
  while (budget.waiting() < 2) std::this_thread::yield();
  stop.request_stop();
  large.join();
  small.join();
  EXPECT_EQ(budget.used_bytes(), 50u);
}

TEST(Budget, StopEndsAWait) {
  Budget budget("host memory", 100);
  Reservation all = *budget.try_reserve(100);
  std::stop_source stop;
  std::jthread waiter([&] { EXPECT_FALSE(budget.reserve(1, stop.get_token())); });
  while (budget.waiting() == 0) std::this_thread::yield();
  stop.request_stop();
  waiter.join();
  EXPECT_EQ(budget.waiting(), 0u);
}

// daemon-reference.md 5.1, fault 5: it ends, which it does not if one wake-up is missed.
TEST(Budget, ManyThreadsLoseNoWakeUp) {
  Budget budget("host memory", 100);
  std::atomic<int> done = 0;
  {
    std::vector<std::jthread> threads;
    for (unsigned i = 0; i < 8; ++i) {
      threads.emplace_back([&, i] {
        std::minstd_rand random(i + 1);
        for (int round = 0; round < 500; ++round) {
          Reservation held = *budget.reserve(1 + random() % 100, {});
          held.shrink(held.bytes() / 2);
          ++done;
        }
      });
    }
  }
  EXPECT_EQ(done, 8 * 500);
  EXPECT_EQ(budget.used_bytes(), 0u);
  EXPECT_LE(budget.peak_bytes(), 100u);
}

}  // namespace
}  // namespace cuzk::engine
