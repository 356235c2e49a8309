// SPDX-License-Identifier: MIT OR Apache-2.0
#include "daemon/machine.h"

#include <gtest/gtest.h>

#include <fstream>

#include "cli/command_testing.h"

namespace cuzk::daemon {
namespace {

namespace fs = std::filesystem;

TEST(MachineLimits, TheSmallestLimitOfTheGroupsCounts) {
  cli::TemporaryFolder root;
  const auto write = [&](const std::string& path, const char* text) {
    fs::create_directories(fs::path(root / path).parent_path());
    std::ofstream(root / path) << text;
  };
  write("proc/self/cgroup", "0::/system.slice/cuzk.service\n");
  write("sys/fs/cgroup/system.slice/cuzk.service/pids.max", "max\n");
  write("sys/fs/cgroup/system.slice/pids.max", "512\n");
  write("sys/fs/cgroup/system.slice/cuzk.service/memory.high", "1073741824\n");
  const MachineLimits limits = machine_limits(root.path());
  EXPECT_EQ(limits.threads_of_group, 512u);
  EXPECT_EQ(limits.memory_high, 1u << 30);
  EXPECT_GE(limits.descriptors_hard, limits.descriptors);
  EXPECT_GE(limits.processor_level, 2u);  // or this would not run
  EXPECT_FALSE(limits.glibc.empty());
}

TEST(MachineLimits, NoGroupIsNoLimit) {
  cli::TemporaryFolder root;
  EXPECT_EQ(machine_limits(root.path()).threads_of_group, kNoLimit);
}

TEST(MachineLimits, ThreadsCanBeMade) { require_threads(20); }

}  // namespace
}  // namespace cuzk::daemon
