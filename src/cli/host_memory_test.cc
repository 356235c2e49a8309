// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/host_memory.h"

#include <gtest/gtest.h>

#include <fstream>

#include "cli/command_testing.h"

namespace cuzk::cli {
namespace {

void write(const std::string& path, const std::string& text) {
  std::filesystem::create_directories(std::filesystem::path(path).parent_path());
  std::ofstream(path) << text;
}

TEST(HostMemory, OfTheMachine) {
  TemporaryFolder root;
  EXPECT_EQ(host_memory(root.path()).usable_bytes(), 0u);
  write(root / "proc/meminfo",
        "HugePages_Total:       0\nMemTotal:       1024 kB\nMemFree: 1 kB\n");
  write(root / "proc/self/cgroup", "0::/a/b\n");
  write(root / "sys/fs/cgroup/a/b/memory.max", "max\n");
  EXPECT_EQ(host_memory(root.path()).usable_bytes(), 1u << 20);
  EXPECT_EQ(host_memory(root.path()).limit_bytes, 0u);
}

// daemon-reference.md 5.1, fault 19: the limit of an outer group holds too.
TEST(HostMemory, OfTheControlGroup) {
  TemporaryFolder root;
  write(root / "proc/meminfo", "MemTotal: 1024 kB\n");
  write(root / "proc/self/cgroup", "0::/a/b\n");
  write(root / "sys/fs/cgroup/a/b/memory.max", "5000\n");
  write(root / "sys/fs/cgroup/a/memory.max", "4000\n");
  EXPECT_EQ(host_memory(root.path()).usable_bytes(), 4000u);
}

TEST(HostMemory, OfTheFirstVersion) {
  TemporaryFolder root;
  write(root / "proc/meminfo", "MemTotal: 1024 kB\n");
  write(root / "proc/self/cgroup", "7:cpu,memory:/docker/x\n1:name=systemd:/\n");
  write(root / "sys/fs/cgroup/memory/docker/x/memory.limit_in_bytes", "3000\n");
  write(root / "sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
  EXPECT_EQ(host_memory(root.path()).usable_bytes(), 3000u);
}

// Above memory.high the system makes the process stand still, long before memory.max.
TEST(HostMemory, StaysBelowWhereTheSystemSlowsDown) {
  TemporaryFolder root;
  write(root / "proc/meminfo", "MemTotal: 1024 kB\n");
  write(root / "proc/self/cgroup", "0::/a/b\n");
  write(root / "sys/fs/cgroup/a/b/memory.high", "max\n");
  write(root / "sys/fs/cgroup/a/b/memory.max", "9000\n");
  write(root / "sys/fs/cgroup/a/memory.high", "7000\n");
  const HostMemory memory = host_memory(root.path());
  EXPECT_EQ(memory.limit_bytes, 9000u);
  EXPECT_EQ(memory.high_bytes, 7000u);
  EXPECT_EQ(memory.usable_bytes(), 7000u);
}

TEST(HostMemory, OfThisMachine) { EXPECT_GT(host_memory().usable_bytes(), 100u << 20); }

}  // namespace
}  // namespace cuzk::cli
