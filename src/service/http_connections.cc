// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/http_connections.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "base/error.h"
#include "service/descriptors.h"

namespace cuzk::service {
namespace {

constexpr size_t kHeadBytesMax = 16 << 10;
constexpr auto kQuietMax = std::chrono::seconds(10);
constexpr int kLookMilliseconds = 1000;
constexpr std::string_view kHeadEnd = "\r\n\r\n";

using Clock = std::chrono::steady_clock;

void signal(int event) {
  const uint64_t one = 1;
  // An event counter takes eight bytes, or is full and read anyway.
  [[maybe_unused]] const ssize_t written = ::write(event, &one, sizeof one);
}

}  // namespace

struct HttpConnections::Connection {
  explicit Connection(int socket) : descriptor(socket) {}
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection() { ::close(descriptor); }

  const int descriptor;
  std::string received;
  Answer answer;
  size_t sent = 0;  // of the answer
  Clock::time_point quiet_since = Clock::now();
};

HttpConnections::HttpConnections(Respond respond)
    : respond_(std::move(respond)), wake_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  std::string reason = std::generic_category().message(errno);
  if (wake_ >= 0) {
    try {
      thread_ = std::thread([this] { run(); });
      return;
    } catch (const std::system_error& failure) {
      reason = failure.what();
      ::close(wake_);
    }
  }
  throw base::Error(base::ErrorCode::kUnavailable,
                    fmt::format("the system gives no thread to HTTP: {}", reason));
}

HttpConnections::~HttpConnections() {
  {
    std::lock_guard lock(mutex_);
    ending_ = true;
  }
  signal(wake_);
  thread_.join();
  for (int connection : new_) ::close(connection);
  ::close(wake_);
}

void HttpConnections::add(int connection) {
  {
    std::lock_guard lock(mutex_);
    new_.push_back(connection);
  }
  signal(wake_);
}

void HttpConnections::run() {
  std::vector<pollfd> watched;
  while (true) {
    watched.assign(1, {wake_, POLLIN, 0});
    for (const Connection& connection : connections_) {
      const bool writes = connection.sent < connection.answer.bytes.size();
      watched.push_back({connection.descriptor, static_cast<short>(writes ? POLLOUT : POLLIN), 0});
    }
    if (::poll(watched.data(), watched.size(), kLookMilliseconds) < 0) {
      for (pollfd& one : watched) one.revents = 0;
    }
    size_t i = 1;
    for (auto at = connections_.begin(); i < watched.size(); ++i) {
      const auto here = at++;
      if (watched[i].revents == 0) continue;
      if (serve(*here)) {
        here->quiet_since = Clock::now();
        connections_.splice(connections_.end(), connections_, here);
      } else {
        connections_.erase(here);
      }
    }
    close_quiet();
    take_new();
    std::lock_guard lock(mutex_);
    if (ending_) return connections_.clear();
  }
}

void HttpConnections::take_new() {
  uint64_t ignored = 0;
  [[maybe_unused]] const ssize_t size = ::read(wake_, &ignored, sizeof ignored);
  std::vector<int> added;
  {
    std::lock_guard lock(mutex_);
    added.swap(new_);
  }
  for (int descriptor : added) {
    while (connections_.size() >= http_connections_max()) connections_.pop_front();
    connections_.emplace_back(descriptor);
    // Most have sent their request by now, and so are answered before they can be displaced.
    if (!serve(connections_.back())) connections_.pop_back();
  }
}

void HttpConnections::close_quiet() {
  const auto limit = Clock::now() - kQuietMax;
  while (!connections_.empty() && connections_.front().quiet_since < limit) {
    connections_.pop_front();
  }
}

bool HttpConnections::serve(Connection& connection) {
  if (connection.sent < connection.answer.bytes.size()) {
    return send(connection);
  }
  char bytes[4096];
  const ssize_t size = ::recv(connection.descriptor, bytes, sizeof bytes, 0);
  if (size < 0) return errno == EAGAIN || errno == EINTR;
  if (size == 0) return false;
  connection.received.append(bytes, static_cast<size_t>(size));
  const size_t end = connection.received.find(kHeadEnd);
  if (end == std::string::npos) return connection.received.size() <= kHeadBytesMax;
  const size_t head = end + kHeadEnd.size();
  connection.answer = respond_(std::string_view(connection.received).substr(0, head));
  connection.received.erase(0, head);
  // What follows would be a body or a request sent ahead; both are rare, and refused.
  if (!connection.received.empty()) connection.answer.close = true;
  connection.sent = 0;
  return send(connection);
}

bool HttpConnections::send(Connection& connection) {
  const std::string& bytes = connection.answer.bytes;
  const ssize_t size = ::send(connection.descriptor, bytes.data() + connection.sent,
                              bytes.size() - connection.sent, MSG_NOSIGNAL);
  if (size < 0) return errno == EAGAIN || errno == EINTR;
  connection.sent += static_cast<size_t>(size);
  if (connection.sent < bytes.size()) return true;
  if (connection.answer.close) return false;
  connection.answer = {};
  connection.sent = 0;
  return true;
}

}  // namespace cuzk::service
