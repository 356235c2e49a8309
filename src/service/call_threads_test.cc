// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/call_threads.h"

#include <gtest/gtest.h>

#include <atomic>
#include <latch>

namespace cuzk::service {
namespace {

TEST(CallThreads, RunsAllAtOnceUpToTheBound) {
  std::atomic<int> done = 0;
  std::latch all(4), release(1);
  {
    CallThreads threads(4);
    const auto work = [&] {
      all.count_down();
      release.wait();
      ++done;
    };
    for (int i = 0; i < 4; ++i) ASSERT_TRUE(threads.run(work));
    all.wait();  // all four run
    EXPECT_FALSE(threads.run(work));
    EXPECT_EQ(threads.threads(), 4u);
    release.count_down();
  }
  EXPECT_EQ(done, 4);  // the destructor has waited
}

TEST(CallThreads, ThreadsAreUsedAgain) {
  std::atomic<int> done = 0;
  CallThreads threads(2);
  for (int i = 0; i < 1000; ++i) {
    while (!threads.run([&] { ++done; })) {
    }
  }
  while (done < 1000) {
  }
  EXPECT_LE(threads.threads(), 2u);
}

}  // namespace
}  // namespace cuzk::service
