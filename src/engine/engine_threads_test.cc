// SPDX-License-Identifier: MIT OR Apache-2.0
// An engine for which the system has too few threads says so and ends, instead of waiting for those
// that it made.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "engine/engine.h"
#include "engine/fake_prover_testing.h"

namespace cuzk::engine {
namespace {

// In a process of its own. The superuser has no limit, so it becomes a user that nobody else is.
[[noreturn]] void make_with_threads(rlim_t threads) {
  constexpr uid_t kLonelyUser = 64321;
  ::alarm(60);
  const rlimit limit{threads, threads};
  if (::setrlimit(RLIMIT_NPROC, &limit) != 0) std::_Exit(2);
  if (::geteuid() == 0 && ::setresuid(kLonelyUser, kLonelyUser, kLonelyUser) != 0) std::_Exit(2);
  FakeProver fake({});
  try {
    const Engine engine(
        {.host_budget_bytes = 5000, .request_bytes_max = 1000, .partition_workers = 2},
        fake.prover());
  } catch (const base::Error& error) {
    std::fprintf(stderr, "%s: %s\n", base::error_name(error.code()), error.what());
    std::_Exit(error.code() == base::ErrorCode::kResourceExhausted ? 0 : 1);
  }
  std::_Exit(3);
}

TEST(EngineThreadsDeathTest, TooFewThreadsAreSaidAndNotWaitedFor) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  for (rlim_t threads : {1, 2, 4, 8}) {
    EXPECT_EXIT(make_with_threads(threads), testing::ExitedWithCode(0),
                "RESOURCE_EXHAUSTED: threads: the system gives no more")
        << threads;
  }
}

}  // namespace
}  // namespace cuzk::engine
