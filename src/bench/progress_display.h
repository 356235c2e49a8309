// SPDX-License-Identifier: MIT OR Apache-2.0
// Shows a person how far a command is, on stderr, so that stdout stays a clean report.
//
// On a terminal one line is rewritten in place at most ten times a second; elsewhere (a log, a
// pipe) a plain line is printed when a stage begins, every five seconds while it lasts, and when it
// ends. A stage ends when it reports its total, when another one reports, or in finish().
//
// report() may be called from any thread; a mutex orders the calls and the rate limit keeps nearly
// all of them from writing. Time and output are arguments, so that tests play both.
#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>

#include "base/progress.h"

namespace cuzk::bench {

class ProgressDisplay {
 public:
  using Write = std::function<void(std::string_view text)>;
  using Seconds = std::function<double()>;

  ProgressDisplay(bool terminal, Write write, Seconds now);
  // To stderr, with the system's steady clock.
  ProgressDisplay();
  ~ProgressDisplay();
  ProgressDisplay(const ProgressDisplay&) = delete;
  ProgressDisplay& operator=(const ProgressDisplay&) = delete;

  void report(std::string_view stage, uint64_t done, uint64_t total);
  void finish();

  // For the functions that take a listener. Valid while this object lives.
  base::Progress listener();

 private:
  void begin(std::string_view stage, double now);
  void end(double now);
  void show(uint64_t done, uint64_t total, double now);

  const bool terminal_;
  const Write write_;
  const Seconds now_;
  std::mutex mutex_;
  std::string stage_;  // Empty: no stage is open.
  std::string ended_;  // The last stage that ended; late reports of it are ignored.
  double begun_ = 0;
  double shown_ = 0;
};

}  // namespace cuzk::bench
