// SPDX-License-Identifier: MIT OR Apache-2.0
// For the tests of cuzk-bench: runs one of its command lines in this process and returns what it
// printed and its exit code, as cli/command_testing.h says.
// The environment is the test's own, apart from the parameter folder, which tests always name.
// One command at a time, by one thread: output is captured for the whole process.
// `kReference` is the folder of the reference's data.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "bench/bench.h"
#include "cli/command_testing.h"

namespace cuzk::bench {

inline cli::CommandResult run_command(std::vector<std::string> words) {
  words.insert(words.begin(), "cuzk-bench");
  return cli::run_captured(run_bench, words);
}

inline const std::string kReference = std::string(CUZK_VECTORS) + "/reference/";

}  // namespace cuzk::bench
