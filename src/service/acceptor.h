// SPDX-License-Identifier: MIT OR Apache-2.0
// Takes connections from listening sockets and hands them on, for as long as it lives: no failure
// of the system ends it. One that has no descriptor, or no memory, for another connection is tried
// again after a moment; until then clients wait in the kernel's queue.
//
// A connection that takes one of the descriptors kept for other uses (`bound`, descriptors.h) is
// closed at once, so that its client knows. The first of them is logged, and when they are taken
// again.
//
// One thread, which never waits for a client. `take` runs on it, owns the connection from then on,
// and must not throw. The destructor ends it; connections that were handed on stay open.
#pragma once

#include <chrono>
#include <functional>
#include <thread>
#include <vector>

#include "service/log.h"

namespace cuzk::service {

class Acceptor {
 public:
  using Take = std::function<void(int listener, int connection)>;
  using DescriptorBound = uint64_t (*)();
  // The sockets are non-blocking and outlive it. Throws kUnavailable if the system gives no thread.
  Acceptor(std::vector<int> listeners, DescriptorBound bound, Take take, Log log);
  Acceptor(const Acceptor&) = delete;
  Acceptor& operator=(const Acceptor&) = delete;
  ~Acceptor();

 private:
  void run();
  // False if it is better to wait for a moment.
  bool accept_from(int listener);
  void report(bool refused, const char* why);

  const std::vector<int> listeners_;
  const DescriptorBound bound_;
  const Take take_;
  const Log log_;
  const int wake_;
  bool refusing_ = false;  // these two are the thread's
  std::chrono::steady_clock::time_point reported_;
  std::thread thread_;
};

}  // namespace cuzk::service
