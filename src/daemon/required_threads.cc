// SPDX-License-Identifier: MIT OR Apache-2.0
#include "daemon/required_threads.h"

#include <fmt/format.h>

#include <latch>
#include <system_error>
#include <thread>
#include <vector>

#include "base/error.h"

namespace cuzk::daemon {

void require_threads(size_t count) {
  std::latch end(1);
  std::vector<std::jthread> threads;
  std::string reason;
  try {
    while (threads.size() < count) threads.emplace_back([&end] { end.wait(); });
  } catch (const std::system_error& error) {
    reason = error.what();
  }
  const size_t made = threads.size();
  end.count_down();
  threads.clear();
  if (reason.empty()) return;
  throw base::Error(
      base::ErrorCode::kResourceExhausted,
      fmt::format("threads: expected {} more, found {}: {}; raise the limit (ulimit -u, TasksMax= "
                  "of the unit, pids.max of the container), or lower "
                  "synthesis.partition_workers",
                  count, made, reason));
}

}  // namespace cuzk::daemon
