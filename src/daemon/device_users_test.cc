// SPDX-License-Identifier: MIT OR Apache-2.0
#include "daemon/device_users.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "cli/command_testing.h"

namespace cuzk::daemon {
namespace {

namespace fs = std::filesystem;

void make_process(const fs::path& root, const std::string& pid, const std::string& name,
                  const std::string& open) {
  fs::create_directories(root / "proc" / pid / "fd");
  std::ofstream(root / "proc" / pid / "comm") << name << "\n";
  fs::create_symlink(open, root / "proc" / pid / "fd/7");
}

// Laid out as the driver does: the second card of the bus has the first device file.
TEST(DeviceUsers, AreNamedByTheDeviceFileOfTheAddress) {
  const cli::TemporaryFolder folder;
  const fs::path root = folder.path(), cards = root / "proc/driver/nvidia/gpus";
  for (const auto& [address, number] : {std::pair{"0000:1b:00.0", "1"}, {"0000:43:00.0", "0"}}) {
    fs::create_directories(cards / address);
    std::ofstream(cards / address / "information")
        << "Model: \t\t NVIDIA H200\nIRQ:   \t\t 17\nDevice Minor: \t " << number << "\n";
  }
  make_process(root, "900", "trainer", "/dev/nvidia1");
  make_process(root, "81", "python3", "/dev/nvidia1");
  make_process(root, "82", "other-card", "/dev/nvidia0");
  make_process(root, "83", "tenth-card", "/dev/nvidia10");
  make_process(root, std::to_string(::getpid()), "itself", "/dev/nvidia1");
  make_process(root, "sys", "no-process", "/dev/nvidia1");
  EXPECT_EQ(device_users("0000:1b:00.0", root),
            (std::vector<std::string>{"process 81 (python3)", "process 900 (trainer)"}));
  EXPECT_EQ(device_users("0000:43:00.0", root),
            std::vector<std::string>{"process 82 (other-card)"});
  EXPECT_TRUE(device_users("0000:99:00.0", root).empty());
  EXPECT_TRUE(device_users("", root).empty());
}

}  // namespace
}  // namespace cuzk::daemon
