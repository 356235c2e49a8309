// SPDX-License-Identifier: MIT OR Apache-2.0
// For tests: which call of a kind is to fail. `Kind` is an enumeration with kNone; the calls of the
// system (base/faults_testing.h) and those of CUDA (gpu/faults_testing.h) each have theirs, and
// what stands in a call's place asks `fails`.
//
// One state for each kind of calls; it holds for all threads.
#pragma once

#include <atomic>
#include <cstdint>

namespace cuzk::base {

template <class Kind>
class FaultPoint {
 public:
  // The k-th call of this kind fails while the object lives. Requires: k > 0, and no other one
  // lives.
  FaultPoint(Kind kind, uint64_t k) {
    has_fired = false;
    calls_left = k;
    armed = kind;
  }
  FaultPoint(const FaultPoint&) = delete;
  FaultPoint& operator=(const FaultPoint&) = delete;
  ~FaultPoint() { armed = Kind::kNone; }

  bool fired() const { return has_fired; }

  static bool is_armed(Kind kind) { return armed.load(std::memory_order_relaxed) == kind; }
  // Whether this call is the one.
  static bool fails(Kind kind) {
    if (!is_armed(kind)) return false;
    if (calls_left.fetch_sub(1, std::memory_order_relaxed) != 1) return false;
    has_fired = true;
    return true;
  }

 private:
  inline static constinit std::atomic<Kind> armed = Kind::kNone;
  inline static constinit std::atomic<uint64_t> calls_left = 0;  // until the one that fails
  inline static constinit std::atomic<bool> has_fired = false;
};

}  // namespace cuzk::base
