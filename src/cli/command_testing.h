// SPDX-License-Identifier: MIT OR Apache-2.0
// For the tests of both programs: runs one command line in this process and returns what it
// printed, and makes folders that go away with their object.
// Output is captured at the file descriptors, so that it is exactly what a user would see. A
// process has one stdout, so only one command line is run at a time, by one thread. The
// environment and the working directory are those of the test.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace cuzk::cli {

struct CommandResult {
  int code = 0;
  std::string out;
  std::string err;
};

using Program = std::function<int(int argc, const char* const* argv)>;

// `words` begin with the program's name.
inline CommandResult run_captured(const Program& program, const std::vector<std::string>& words) {
  std::vector<const char*> argv;
  for (const std::string& word : words) argv.push_back(word.c_str());
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  CommandResult result;
  result.code = program(static_cast<int>(argv.size()), argv.data());
  result.out = testing::internal::GetCapturedStdout();
  result.err = testing::internal::GetCapturedStderr();
  return result;
}

class TemporaryFolder {
 public:
  TemporaryFolder() {
    path_ = (std::filesystem::temp_directory_path() / "cuzk-test-XXXXXX").string();
    EXPECT_NE(::mkdtemp(path_.data()), nullptr);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }

  std::string path() const { return path_; }
  std::string operator/(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

}  // namespace cuzk::cli
