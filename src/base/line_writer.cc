// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/line_writer.h"

#include <poll.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

namespace cuzk::base {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr milliseconds kStep{50};          // between two looks at whether to go on waiting
constexpr size_t kAtomicPipeBytes = 4096;  // what a pipe that is ready takes at once

// Others may write to the same pipe or socket, so that it is full although it was just ready.
ssize_t write_some(int descriptor, std::string_view text) {
  struct stat status {};
  const bool stream =
      ::fstat(descriptor, &status) == 0 && (S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode));
  const size_t size = std::min(text.size(), kAtomicPipeBytes);
  if (stream) {
    const iovec part{const_cast<char*>(text.data()), size};
    const ssize_t count = ::pwritev2(descriptor, &part, 1, -1, RWF_NOWAIT);
    if (count >= 0 || errno != EOPNOTSUPP) return count;
  }
  return ::write(descriptor, text.data(), size);
}

// `may_wait` is asked before each step.
bool write_all(int descriptor, std::string_view text, const std::function<bool()>& may_wait) {
  while (!text.empty()) {
    pollfd ready{descriptor, POLLOUT, 0};
    const int count = ::poll(&ready, 1, 0);
    if (count == 0) {
      if (!may_wait()) return false;
      ::poll(&ready, 1, static_cast<int>(kStep.count()));
      continue;
    }
    const ssize_t written = write_some(descriptor, text);
    if (written >= 0) {
      text.remove_prefix(static_cast<size_t>(written));
    } else if (errno != EINTR && errno != EAGAIN) {
      return false;
    }
  }
  return true;
}

}  // namespace

bool write_with_patience(int descriptor, std::string_view text) {
  const auto end = steady_clock::now() + LineWriter::kPatience;
  return write_all(descriptor, text, [end] { return steady_clock::now() < end; });
}

LineWriter::LineWriter(int descriptor, LostLine lost_line)
    : descriptor_(descriptor), lost_line_(std::move(lost_line)) {
  try {
    thread_ = std::thread([this] { run(); });
  } catch (const std::system_error&) {
  }
}

LineWriter::~LineWriter() {
  {
    std::lock_guard lock(mutex_);
    stopping_ = true;
    stop_at_ = steady_clock::now() + kPatience;
    queued_.notify_all();
  }
  if (thread_.joinable()) thread_.join();
}

void LineWriter::write(std::string line) {
  std::lock_guard lock(mutex_);
  if (!thread_.joinable() || queue_bytes_ + line.size() > kQueueBytesMax) {
    ++lost_;
    return;
  }
  queue_bytes_ += line.size();
  queue_.push_back(std::move(line));
  queued_.notify_one();
}

void LineWriter::flush() {
  std::unique_lock lock(mutex_);
  idle_.wait_for(lock, kPatience, [&] { return queue_.empty() && !busy_; });
}

uint64_t LineWriter::lost() const {
  std::lock_guard lock(mutex_);
  return lost_;
}

bool LineWriter::may_wait() const {
  std::lock_guard lock(mutex_);
  return !stopping_ || steady_clock::now() < stop_at_;
}

bool LineWriter::put(const std::string& text) {
  return write_all(descriptor_, text, [this] { return may_wait(); });
}

void LineWriter::run() {
  std::unique_lock lock(mutex_);
  for (;;) {
    queued_.wait(lock, [&] { return stopping_ || !queue_.empty(); });
    if (queue_.empty()) return;
    const std::string line = std::move(queue_.front());
    queue_.pop_front();
    queue_bytes_ -= line.size();
    busy_ = true;
    const uint64_t lost = lost_;
    const uint64_t untold = lost - told_;
    lock.unlock();
    const bool told = untold > 0 && lost_line_ && put(lost_line_(untold));
    const bool written = put(line);
    lock.lock();
    if (told) told_ = lost;
    if (!written) ++lost_;
    busy_ = false;
    if (queue_.empty()) idle_.notify_all();
  }
}

}  // namespace cuzk::base
