// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/call_threads.h"

#include <chrono>
#include <system_error>
#include <thread>
#include <utility>

namespace cuzk::service {
namespace {

constexpr auto kIdleMax = std::chrono::seconds(10);

}  // namespace

CallThreads::~CallThreads() {
  std::unique_lock lock(mutex_);
  closing_ = true;
  wake_.notify_all();
  gone_.wait(lock, [&] { return threads_ == 0; });
}

bool CallThreads::run(std::function<void()> work) {
  std::lock_guard lock(mutex_);
  if (work_.size() == idle_) {
    if (threads_ == threads_max_) return false;
    try {
      std::thread([this] { work_until_idle(); }).detach();
    } catch (const std::system_error&) {  // the system's own limit
      return false;
    }
    ++threads_;
    ++idle_;  // it takes its work as an idle one does
  }
  work_.push_back(std::move(work));
  wake_.notify_one();
  return true;
}

size_t CallThreads::threads() const {
  std::lock_guard lock(mutex_);
  return threads_;
}

void CallThreads::work_until_idle() {
  std::unique_lock lock(mutex_);
  while (wake_.wait_for(lock, kIdleMax, [&] { return closing_ || !work_.empty(); }) &&
         !work_.empty()) {
    std::function<void()> work = std::move(work_.front());
    work_.pop_front();
    --idle_;
    lock.unlock();
    work();
    work = nullptr;
    lock.lock();
    ++idle_;
  }
  --idle_;
  --threads_;
  gone_.notify_all();  // under the lock: once it is let go this object may be gone
}

}  // namespace cuzk::service
