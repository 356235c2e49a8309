// SPDX-License-Identifier: MIT OR Apache-2.0
// The connections of HTTP: collects the head of a request, asks for its answer, sends it, and does
// the same for the next request on the connection. It knows where a head ends and nothing else of
// HTTP.
//
// One thread does this for all of them, with sockets that never block. A guest that is slow, silent
// or does not read costs a descriptor and some kB, never time: an answer to a new connection waits
// only for the answers being made before it. Their number is bounded (descriptors.h); for one more,
// the one that has been quiet for longest is closed. A request's head has 16 KiB at most, and a
// connection may be quiet for ten seconds.
//
// `add` may be called from any thread, and takes the connection over. `answer` runs on the thread
// and must not throw.
#pragma once

#include <chrono>
#include <functional>
#include <list>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace cuzk::service {

class HttpConnections {
 public:
  struct Answer {
    std::string bytes;
    bool close = false;  // after them
  };
  using Respond = std::function<Answer(std::string_view head)>;

  // Throws kUnavailable if the system gives no thread.
  explicit HttpConnections(Respond respond);
  HttpConnections(const HttpConnections&) = delete;
  HttpConnections& operator=(const HttpConnections&) = delete;
  ~HttpConnections();

  void add(int connection);

 private:
  struct Connection;

  void run();
  void take_new();
  // False if the connection is over.
  bool serve(Connection& connection);
  bool send(Connection& connection);
  void close_quiet();

  const Respond respond_;
  const int wake_;
  std::mutex mutex_;
  std::vector<int> new_;
  bool ending_ = false;
  std::list<Connection> connections_;  // the thread's; the longest quiet first
  std::thread thread_;
};

}  // namespace cuzk::service
