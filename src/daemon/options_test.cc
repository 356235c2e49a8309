// SPDX-License-Identifier: MIT OR Apache-2.0
#include "daemon/options.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace cuzk::daemon {
namespace {

constexpr uint64_t kGiB = 1ull << 30;
constexpr cli::HostMemory kMachine{.machine_bytes = 128 * kGiB, .limit_bytes = 0};

TEST(DaemonOptions, AutomaticBudgets) {
  engine::Options options = engine_options({}, kMachine);
  EXPECT_EQ(options.host_budget_bytes, 123 * kGiB);
  EXPECT_EQ(options.request_bytes_max, 123 * kGiB / 8);
  options = engine_options({}, {.machine_bytes = 128 * kGiB, .limit_bytes = 9 * kGiB});
  EXPECT_EQ(options.host_budget_bytes, 4 * kGiB);
  EXPECT_EQ(options.request_bytes_max, kGiB);
}

TEST(DaemonOptions, TakesWhatIsConfigured) {
  DaemonConfig config;
  config.total_budget = 10 * kGiB;
  config.request_budget = 2 * kGiB;
  config.partition_workers = 12;
  config.queue_capacity = 5;
  config.gpu_workers_per_device = 3;
  config.gpu_threads = 7;
  config.queue_jobs_max = 4;
  config.results_max = 3;
  config.timeline = true;
  const engine::Options options = engine_options(config, kMachine);
  EXPECT_EQ(options.host_budget_bytes, 10 * kGiB);
  EXPECT_EQ(options.request_bytes_max, 2 * kGiB);
  EXPECT_EQ(options.partition_workers, 12u);
  EXPECT_EQ(options.queue_capacity, 5u);
  EXPECT_EQ(options.gpu_workers_per_device, 3u);
  EXPECT_EQ(options.gpu_threads, 7u);
  EXPECT_EQ(options.queue_jobs_max, 4u);
  EXPECT_EQ(options.results_max, 3u);
  EXPECT_TRUE(options.timeline);
}

TEST(DaemonOptions, RefusesContradictions) {
  EXPECT_THROW(engine_options({}, {.machine_bytes = 4 * kGiB}), base::Error);
  EXPECT_THROW(engine_options({}, {}), base::Error);
  DaemonConfig config;
  config.request_budget = kGiB / 4;  // no message of 256 MiB fits
  EXPECT_THROW(engine_options(config, kMachine), base::Error);
  config.request_budget = 2 * kGiB;
  config.total_budget = 2 * kGiB;
  EXPECT_THROW(engine_options(config, kMachine), base::Error);
  config = {};
  config.gpu_workers_per_device = 0;
  EXPECT_THROW(engine_options(config, kMachine), base::Error);
}

// daemon-reference.md 5.1, fault 14: without the GPUs that are wanted nothing starts.
TEST(DaemonOptions, TheHostProvesWhereItIsWanted) {
  DaemonConfig config;
  config.backend = "cpu";
  ASSERT_EQ(backends_of(config).size(), 1u);
  EXPECT_EQ(backends_of(config)[0].kind, engine::BackendKind::kCpu);
  config.backend = "gpu";
  config.devices = {4000};
  EXPECT_THROW(backends_of(config), base::Error);
}

}  // namespace
}  // namespace cuzk::daemon
