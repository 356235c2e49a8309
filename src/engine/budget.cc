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

Budget::Budget(std::string name, uint64_t bytes) : name_(std::move(name)), total_bytes_(bytes) {}

void Budget::check_fits(uint64_t bytes, const std::string& what) const {
  if (bytes <= total_bytes_) return;
  throw base::Error(base::ErrorCode::kResourceExhausted,
                    fmt::format("{}: needs {} bytes of {}, whose budget is {} bytes: it can never "
                                "fit; raise the budget",
                                what, bytes, name_, total_bytes_));
}

std::optional<Reservation> Budget::try_reserve(uint64_t bytes) {
  check_fits(bytes, "a reservation");
  std::lock_guard lock(mutex_);
  if (!queue_.empty() || !has_room(bytes)) return std::nullopt;
  return take(bytes);
}

std::optional<Reservation> Budget::reserve(uint64_t bytes, std::stop_token stop) {
  check_fits(bytes, "a reservation");
  std::unique_lock lock(mutex_);
  const uint64_t ticket = tickets_++;
  queue_.push_back(ticket);
  const bool granted =
      changed_.wait(lock, stop, [&] { return queue_.front() == ticket && has_room(bytes); });
  std::erase(queue_, ticket);
  changed_.notify_all();
  if (!granted) return std::nullopt;
  return take(bytes);
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
  return queue_.size();
}

Reservation Budget::take(uint64_t bytes) {
  used_bytes_ += bytes;
  peak_bytes_ = std::max(peak_bytes_, used_bytes_);
  return Reservation(this, bytes);
}

void Budget::give_back(uint64_t bytes) {
  std::lock_guard lock(mutex_);
  base::check(bytes <= used_bytes_, "bytes were reserved");
  used_bytes_ -= bytes;
  changed_.notify_all();
}

}  // namespace cuzk::engine
