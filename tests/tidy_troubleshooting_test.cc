// SPDX-License-Identifier: MIT OR Apache-2.0
#include "tidy_troubleshooting.h"

#include <gtest/gtest.h>

namespace cuzk::tidy {
namespace {

using Names = std::set<std::string>;

TEST(TidyTroubleshooting, CodesAreThoseOfTheSource) {
  EXPECT_EQ(error_codes("case ErrorCode::kA: return \"A_ONE\";\n  case ErrorCode::kB: return "
                        "\"B2\";\nreturn \"UNKNOWN\";"),
            (Names{"A_ONE", "B2"}));
}

TEST(TidyTroubleshooting, LinesFollowTheirLevel) {
  EXPECT_EQ(warning_lines("log.write(LogLevel::kWarning,\n  \"few\", {{\"limit\", x}});"),
            Names{"few"});
  EXPECT_EQ(warning_lines("write(log_, LogLevel::kError, \"lost\");"), Names{"lost"});
  EXPECT_EQ(warning_lines("write(log, good ? LogLevel::kInfo : LogLevel::kWarning,\n"
                          "good ? \"done\" : \"not done\", fields);"),
            Names{"not done"});
  EXPECT_EQ(warning_lines("write(LogLevel::kInfo, \"fine\"); write(LogLevel::kWarning, warning);"),
            Names{});
  EXPECT_EQ(warning_lines("case LogLevel::kWarning: return \"w\";"), Names{});
}

TEST(TidyTroubleshooting, PageAndSourceAreCompared) {
  const SourceFile page{"docs/troubleshooting.md",
                        "| code | cause |\n| --- | --- |\n| `A`, `B` | see `other` |\n"};
  EXPECT_TRUE(check_troubleshooting(page, {"A", "B"}).empty());
  const Findings missing = check_troubleshooting(page, {"A", "B", "C"});
  ASSERT_EQ(missing.size(), 1u);
  EXPECT_EQ(missing[0].text, "'C' is missing: say its cause and cure");
  const Findings stale = check_troubleshooting(page, {"A"});
  ASSERT_EQ(stale.size(), 1u);
  EXPECT_EQ(stale[0].line, 3);
  EXPECT_EQ(stale[0].text, "'B' is no error code and no line of the log");
}

}  // namespace
}  // namespace cuzk::tidy
