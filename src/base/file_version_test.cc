// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/file_version.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

namespace cuzk::base {
namespace {

namespace fs = std::filesystem;

TEST(FileVersion, DiffersForOtherContent) {
  const fs::path folder = testing::TempDir() + "file_version." + std::to_string(::getpid());
  fs::create_directories(folder);
  const auto write = [&](const char* name, const char* text) {
    std::ofstream(folder / name) << text;
    return folder / name;
  };
  const fs::path path = write("a", "one");
  const auto first = file_version(path);
  ASSERT_TRUE(first);
  EXPECT_EQ(file_version(path), first);
  EXPECT_NE(file_version(write("b", "one")), first);
  fs::resize_file(path, 2);
  const auto shorter = file_version(path);
  EXPECT_NE(shorter, first);
  fs::last_write_time(path, fs::last_write_time(path) + std::chrono::seconds(1));
  EXPECT_NE(file_version(path), shorter);
  fs::rename(folder / "b", path);
  EXPECT_NE(file_version(path), first);
  EXPECT_FALSE(file_version(folder / "absent"));
  fs::remove_all(folder);
}

}  // namespace
}  // namespace cuzk::base
