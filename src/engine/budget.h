// SPDX-License-Identifier: MIT OR Apache-2.0
// A fixed number of bytes, of the host or of one device, and shares of it as objects: memory is
// admitted, never discovered (design.md D7). Who will allocate much reserves it first; the share is
// given back when the object dies, or in part before, when a first phase has freed what it needed.
//
// Waiting is fair: first come, first served. Nobody passes one that waits before him, however small
// his own request is, so a large request gets its turn as soon as what is in use then has been
// given back; a waiter that gives up lets the next ones pass. What is larger than the budget is
// refused at once (kResourceExhausted with the numbers), because it would wait for ever. Whoever
// frees bytes or leaves the queue wakes all who wait, under the lock under which they look, so that
// no wake-up can be missed (daemon-reference.md 5.1, faults 5 and 6).
//
// Any thread may call. The budget outlives its reservations; these belong to one thread at a time.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>

namespace cuzk::engine {

class Budget;

class Reservation {
 public:
  Reservation() = default;
  Reservation(Reservation&& other) noexcept;
  Reservation& operator=(Reservation&& other) noexcept;
  ~Reservation() { shrink(0); }

  uint64_t bytes() const { return bytes_; }
  // Gives back what is more than this. Requires: at most bytes().
  void shrink(uint64_t bytes);

 private:
  friend class Budget;
  Reservation(Budget* budget, uint64_t bytes) : budget_(budget), bytes_(bytes) {}

  Budget* budget_ = nullptr;
  uint64_t bytes_ = 0;
};

class Budget {
 public:
  // The name is for messages: "host memory".
  Budget(std::string name, uint64_t bytes);
  Budget(const Budget&) = delete;
  Budget& operator=(const Budget&) = delete;

  // Both throw kResourceExhausted if it can never fit. Nothing if it would have to wait.
  [[nodiscard]] std::optional<Reservation> try_reserve(uint64_t bytes);
  // Nothing if `stop` is requested before its turn.
  [[nodiscard]] std::optional<Reservation> reserve(uint64_t bytes, std::stop_token stop);

  // Throws kResourceExhausted if so many bytes can never fit.
  void check_fits(uint64_t bytes, const std::string& what) const;

  uint64_t total_bytes() const { return total_bytes_; }
  uint64_t used_bytes() const;
  uint64_t peak_bytes() const;
  size_t waiting() const;

 private:
  friend class Reservation;

  bool has_room(uint64_t bytes) const { return bytes <= total_bytes_ - used_bytes_; }
  Reservation take(uint64_t bytes);  // Requires: the lock is held and there is room.
  void give_back(uint64_t bytes);

  const std::string name_;
  const uint64_t total_bytes_;
  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  std::deque<uint64_t> queue_;  // tickets of those who wait
  uint64_t tickets_ = 0;
  uint64_t used_bytes_ = 0;
  uint64_t peak_bytes_ = 0;
};

}  // namespace cuzk::engine
