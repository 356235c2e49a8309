// SPDX-License-Identifier: MIT OR Apache-2.0
// For the tests of the tool: runs one command line in this process and returns what it printed.
// Output is captured at the file descriptors, so that it is exactly what a user would see.
// Each folder made here is new and goes away with its object. Not for use from several threads: the
// process has one stdout.
// The environment is the test's own, apart from the parameter folder, which tests always name.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <vector>

#include "app/bench.h"

namespace cuzk::app {

struct Ran {
  int code = 0;
  std::string out;
  std::string err;
};

inline Ran run_command(std::vector<std::string> words) {
  words.insert(words.begin(), "cuzk-bench");
  std::vector<const char*> argv;
  for (const std::string& word : words) argv.push_back(word.c_str());
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  Ran ran;
  ran.code = run_bench(static_cast<int>(argv.size()), argv.data());
  ran.out = testing::internal::GetCapturedStdout();
  ran.err = testing::internal::GetCapturedStderr();
  return ran;
}

class TemporaryFolder {
 public:
  TemporaryFolder() {
    path_ = (std::filesystem::temp_directory_path() / "cuzk-bench-test-XXXXXX").string();
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

inline const std::string kReference = std::string(CUZK_VECTORS) + "/reference/";

}  // namespace cuzk::app
