// SPDX-License-Identifier: MIT OR Apache-2.0
// Lines for people and log collectors, written so that they never hurt the work: `write` only
// queues, and a thread of its own puts the lines into the descriptor.
//
// A descriptor that takes nothing (a pipe that nobody reads, a full disk, a closed end) costs
// lines, not time: at most kQueueBytesMax wait, what comes beyond them is lost and counted, and so
// is a line that the system refuses. Once lines are taken again, `lost_line` says how many were
// lost. Requires that SIGPIPE is ignored (cli/program.h). Where the system gives no thread every
// line is lost: that, too, must not end the work.
//
// The destructor and `flush` write what is queued, but wait kPatience at most.
// Any thread may write. The descriptor stays the caller's.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

namespace cuzk::base {

class LineWriter {
 public:
  static constexpr size_t kQueueBytesMax = size_t{4} << 20;
  static constexpr std::chrono::milliseconds kPatience{1000};

  using LostLine = std::function<std::string(uint64_t lost)>;

  explicit LineWriter(int descriptor, LostLine lost_line = {});
  LineWriter(const LineWriter&) = delete;
  LineWriter& operator=(const LineWriter&) = delete;
  ~LineWriter();

  // With its line end, or a part of a line that a terminal will overwrite.
  void write(std::string line);
  // Returns when everything is written or lost, or the patience is over.
  void flush();
  uint64_t lost() const;

 private:
  void run();
  bool put(const std::string& text);
  bool may_wait() const;

  const int descriptor_;
  const LostLine lost_line_;
  mutable std::mutex mutex_;
  std::condition_variable queued_, idle_;
  std::deque<std::string> queue_;
  size_t queue_bytes_ = 0;
  bool busy_ = false, stopping_ = false;
  std::chrono::steady_clock::time_point stop_at_;  // once it is stopping
  uint64_t lost_ = 0, told_ = 0;
  std::thread thread_;
};

// Writes without a thread, for what ends a program. Waits kPatience at most; whether all of it was
// written.
bool write_with_patience(int descriptor, std::string_view text);

}  // namespace cuzk::base
