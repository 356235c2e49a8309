// SPDX-License-Identifier: MIT OR Apache-2.0
#include "bench/progress_display.h"

#include <fmt/format.h>
#include <unistd.h>

#include <memory>
#include <string>
#include <utility>

#include "base/clock.h"
#include "base/line_writer.h"
#include "cli/human_text.h"

namespace cuzk::bench {
namespace {

constexpr double kTerminalSeconds = 0.1;
constexpr double kLineSeconds = 5;
constexpr const char* kClearLine = "\r\033[K";

// Workers report progress, and none of them may wait for who reads it.
ProgressDisplay::Write stderr_writer() {
  return [writer = std::make_shared<base::LineWriter>(STDERR_FILENO)](std::string_view text) {
    writer->write(std::string(text));
  };
}

ProgressDisplay::Seconds steady_seconds() {
  return [watch = base::Stopwatch()] { return watch.seconds(); };
}

}  // namespace

ProgressDisplay::ProgressDisplay(bool terminal, Write write, Seconds now)
    : terminal_(terminal), write_(std::move(write)), now_(std::move(now)) {}

ProgressDisplay::ProgressDisplay()
    : ProgressDisplay(::isatty(STDERR_FILENO) == 1, stderr_writer(), steady_seconds()) {}

ProgressDisplay::~ProgressDisplay() { finish(); }

void ProgressDisplay::report(std::string_view stage, uint64_t done, uint64_t total) {
  std::lock_guard lock(mutex_);
  double now = now_();
  bool complete = total > 0 && done >= total;
  if (stage_ != stage) {
    if (stage_.empty() && ended_ == stage && done > 0) return;
    end(now);
    begin(stage, now);
  } else if (!complete && now - shown_ < (terminal_ ? kTerminalSeconds : kLineSeconds)) {
    return;
  } else if (!complete) {
    show(done, total, now);
  }
  if (complete) end(now);
}

void ProgressDisplay::finish() {
  std::lock_guard lock(mutex_);
  end(now_());
}

base::Progress ProgressDisplay::listener() {
  return
      [this](std::string_view stage, uint64_t done, uint64_t total) { report(stage, done, total); };
}

void ProgressDisplay::begin(std::string_view stage, double now) {
  stage_ = stage;
  begun_ = now;
  shown_ = now;
  write_(terminal_ ? fmt::format("{}  {} ...", kClearLine, stage_)
                   : fmt::format("  {} ...\n", stage_));
}

void ProgressDisplay::end(double now) {
  if (stage_.empty()) return;
  write_(fmt::format("{}  {}: {}\n", terminal_ ? kClearLine : "", stage_,
                     cli::seconds_text(now - begun_)));
  ended_ = std::exchange(stage_, {});
}

void ProgressDisplay::show(uint64_t done, uint64_t total, double now) {
  shown_ = now;
  double share = total == 0 ? 0 : 100 * static_cast<double>(done) / static_cast<double>(total);
  std::string line =
      fmt::format("  {}: {:.0f} %, {}", stage_, share, cli::seconds_text(now - begun_));
  write_(terminal_ ? fmt::format("{}{}", kClearLine, line) : fmt::format("{}\n", line));
}

}  // namespace cuzk::bench
