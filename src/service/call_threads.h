// SPDX-License-Identifier: MIT OR Apache-2.0
// Threads for calls that wait: the engine's functions block, and a call may wait for half an hour
// while hundreds of others do the same. Each gets a thread of its own, which costs some 20 kB while
// it waits; threads are made when none is idle and end after ten seconds without work. Their number
// is bounded, and a call beyond the bound is refused at once instead of being queued invisibly.
//
// gRPC's own threads never wait, so that calls that only look (GetStatus) are answered whatever
// the others do.
//
// Any thread may call `run`. The destructor waits for the work that runs; who owns this has stopped
// it before.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>

namespace cuzk::service {

class CallThreads {
 public:
  explicit CallThreads(size_t threads_max) : threads_max_(threads_max) {}
  CallThreads(const CallThreads&) = delete;
  CallThreads& operator=(const CallThreads&) = delete;
  ~CallThreads();

  // False if all threads are busy and there may be no more. The work must not throw.
  [[nodiscard]] bool run(std::function<void()> work);
  size_t threads() const;

 private:
  void work_until_idle();

  const size_t threads_max_;
  mutable std::mutex mutex_;
  std::condition_variable wake_, gone_;
  std::deque<std::function<void()>> work_;  // never longer than there are idle threads
  size_t threads_ = 0, idle_ = 0;
  bool closing_ = false;
};

}  // namespace cuzk::service
