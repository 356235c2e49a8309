// SPDX-License-Identifier: MIT OR Apache-2.0
// Elapsed time for the reports of stages.
// A steady clock, so that a change of the system's time never makes a stage negative. Code that
// decides by time does not read a clock: it is given the time, so that tests can choose it.
// A stopwatch belongs to one thread. It starts when it is made; a lap ends one stage and begins
// the next, so that the laps add up to the whole.
#pragma once

#include <chrono>

namespace cuzk::base {

class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

  // The time since the last lap (or the start), which begins the next one.
  double lap_seconds() {
    double elapsed = seconds();
    start_ = std::chrono::steady_clock::now();
    return elapsed;
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace cuzk::base
