// SPDX-License-Identifier: MIT OR Apache-2.0
#include "daemon/required_threads.h"

#include <fmt/format.h>

#include <algorithm>
#include <latch>
#include <system_error>
#include <thread>
#include <vector>

#include "base/error.h"

namespace cuzk::daemon {

size_t threads_needed(const engine::Options& options, size_t devices) {
  constexpr size_t kAccepting = 2, kHttp = 1, kPreloader = 1, kKindWatch = 1;
  const size_t processors = std::max(std::thread::hardware_concurrency(), 1u);
  const size_t tbb = processors, grpc = 2 * processors;
  return engine::engine_threads(options, devices) + kAccepting + kHttp + kPreloader + kKindWatch +
         tbb + grpc;
}

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
