// SPDX-License-Identifier: MIT OR Apache-2.0
// The display on a clock and an output of the test's own.
#include "bench/progress_display.h"

#include <gtest/gtest.h>

namespace cuzk::bench {
namespace {

struct Played {
  double seconds = 0;
  std::string text;
  ProgressDisplay display;

  explicit Played(bool terminal)
      : display(
            terminal, [this](std::string_view part) { text += part; }, [this] { return seconds; }) {
  }

  void report(double at, std::string_view stage, uint64_t done, uint64_t total) {
    seconds = at;
    display.report(stage, done, total);
  }
};

TEST(ProgressDisplay, LinesOutsideATerminalAreRare) {
  Played played(false);
  played.report(0, "witness", 0, 10);
  for (uint64_t i = 1; i < 10; ++i) played.report(static_cast<double>(i), "witness", i, 10);
  played.report(12, "witness", 10, 10);
  EXPECT_EQ(played.text, "  witness ...\n  witness: 50 %, 5.0 s\n  witness: 12.0 s\n");
}

TEST(ProgressDisplay, ATerminalLineIsRewrittenTenTimesASecond) {
  Played played(true);
  for (int i = 0; i <= 1000; ++i) {
    played.report(i / 1000.0, "h", static_cast<uint64_t>(i), 2000);
  }
  size_t rewrites = 0;
  for (size_t at = 0; (at = played.text.find('\r', at)) != std::string::npos; ++at) ++rewrites;
  EXPECT_GE(rewrites, 9u);
  EXPECT_LE(rewrites, 11u);
  EXPECT_EQ(played.text.find('\n'), std::string::npos);
  played.display.finish();
  EXPECT_TRUE(played.text.ends_with("\r\033[K  h: 1.0 s\n")) << played.text;
}

TEST(ProgressDisplay, ANewStageEndsTheOneBefore) {
  Played played(false);
  played.report(1, "a", 0, 0);
  played.report(3, "b", 0, 0);
  played.seconds = 7.5;
  played.display.finish();
  played.display.finish();
  EXPECT_EQ(played.text, "  a ...\n  a: 2.0 s\n  b ...\n  b: 4.5 s\n");
}

TEST(ProgressDisplay, LateReportsOfAnEndedStageAreIgnored) {
  Played played(false);
  played.report(0, "a", 0, 2);
  played.report(1, "a", 2, 2);
  played.report(1, "a", 1, 2);
  EXPECT_EQ(played.text, "  a ...\n  a: 1.0 s\n");
  played.report(2, "a", 0, 2);
  EXPECT_EQ(played.text, "  a ...\n  a: 1.0 s\n  a ...\n");
}

TEST(ProgressDisplay, AStageThatReportsOnceIsShown) {
  Played played(false);
  played.display.listener()("read", 5, 5);
  EXPECT_EQ(played.text, "  read ...\n  read: 0.0 s\n");
}

}  // namespace
}  // namespace cuzk::bench
