// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/budget.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "base/error.h"

namespace cuzk::engine {

Reservation::Reservation(Reservation&& other) noexcept
    : budget_(other.budget_), bytes_(std::exchange(other.bytes_, 0)) {}

Reservation& Reservation::operator=(Reservation&& other) noexcept {
  if (this != &other) {
    shrink(0);
    budget_ = other.budget_;
    bytes_ = std::exchange(other.bytes_, 0);
  }
  return *this;
}

void Reservation::shrink(uint64_t bytes) {
  base::check(bytes <= bytes_, "a reservation only shrinks");
  if (uint64_t freed = bytes_ - bytes) budget_->give_back(freed);
  bytes_ = bytes;
}

Budget::Wait::Wait(Wait&& other) noexcept
    : budget_(std::exchange(other.budget_, nullptr)), key_(other.key_) {}

Budget::Wait& Budget::Wait::operator=(Wait&& other) noexcept {
  if (this != &other) {
    leave();
    budget_ = std::exchange(other.budget_, nullptr);
    key_ = other.key_;
  }
  return *this;
}

std::optional<Reservation> Budget::Wait::take() {
  if (budget_ == nullptr) return std::nullopt;
  std::optional<Reservation> taken = budget_->take(key_);
  if (taken) budget_ = nullptr;
  return taken;
}

void Budget::Wait::leave() {
  if (budget_ != nullptr) std::exchange(budget_, nullptr)->leave(key_);
}

Budget::Budget(std::string name, uint64_t bytes) : name_(std::move(name)), total_bytes_(bytes) {}

void Budget::check_fits(uint64_t bytes, const std::string& what) const {
  if (bytes <= total_bytes_) return;
  throw base::Error(base::ErrorCode::kResourceExhausted,
                    fmt::format("{}: needs {} bytes of {}, whose budget is {} bytes: it can never "
                                "fit; raise the budget",
                                what, bytes, name_, total_bytes_));
}

Budget::Wait Budget::ask(uint64_t bytes, int rank) {
  check_fits(bytes, "a reservation");
  std::lock_guard lock(mutex_);
  Key key{-rank, arrivals_++};
  waiters_.emplace(key, Waiter{bytes});
  grant();
  return Wait(this, key);
}

std::optional<Reservation> Budget::try_reserve(uint64_t bytes, int rank) {
  return ask(bytes, rank).take();
}

std::optional<Reservation> Budget::reserve(uint64_t bytes, int rank, std::stop_token stop) {
  Wait wait = ask(bytes, rank);
  {
    std::unique_lock lock(mutex_);
    granted_.wait(lock, stop, [&] { return waiters_.at(wait.key_).granted; });
  }
  return wait.take();
}

uint64_t Budget::used_bytes() const {
  std::lock_guard lock(mutex_);
  return used_bytes_;
}

uint64_t Budget::peak_bytes() const {
  std::lock_guard lock(mutex_);
  return peak_bytes_;
}

size_t Budget::waiting() const {
  std::lock_guard lock(mutex_);
  return static_cast<size_t>(
      std::ranges::count_if(waiters_, [](const auto& entry) { return !entry.second.granted; }));
}

void Budget::give_back(uint64_t bytes) {
  std::lock_guard lock(mutex_);
  base::check(bytes <= used_bytes_, "bytes were reserved");
  used_bytes_ -= bytes;
  grant();
}

void Budget::grant() {
  bool any = false;
  for (auto& [key, waiter] : waiters_) {
    if (waiter.granted) continue;
    if (waiter.bytes > total_bytes_ - used_bytes_) break;
    used_bytes_ += waiter.bytes;
    peak_bytes_ = std::max(peak_bytes_, used_bytes_);
    waiter.granted = any = true;
  }
  if (any) granted_.notify_all();
}

std::optional<Reservation> Budget::take(Key key) {
  std::lock_guard lock(mutex_);
  auto found = waiters_.find(key);
  if (!found->second.granted) return std::nullopt;
  Reservation taken(this, found->second.bytes);
  waiters_.erase(found);
  return taken;
}

void Budget::leave(Key key) {
  std::lock_guard lock(mutex_);
  auto found = waiters_.find(key);
  if (found->second.granted) used_bytes_ -= found->second.bytes;
  waiters_.erase(found);
  grant();
}

}  // namespace cuzk::engine
