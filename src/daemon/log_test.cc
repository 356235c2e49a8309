// SPDX-License-Identifier: MIT OR Apache-2.0
#include "daemon/log.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>
#include <vector>

namespace cuzk::daemon {
namespace {

using nlohmann::json;
using service::LogLevel;

std::vector<std::string> captured(const std::function<void()>& work) {
  testing::internal::CaptureStderr();
  work();
  std::istringstream out(testing::internal::GetCapturedStderr());
  std::vector<std::string> lines;
  for (std::string line; std::getline(out, line);) lines.push_back(line);
  return lines;
}

TEST(DaemonLog, Text) {
  const auto lines = captured([] {
    DaemonLog log("info", "text");
    log.write(LogLevel::kInfo, "job completed", {{"job", "a1"}, {"label", "one\ntwo"}});
    log.write(LogLevel::kDebug, "not wanted");
    log.timeline_line("TIMELINE,5,GPU_END,a1,partition=3 gpu_ms=7");
    log.set_level("error");
    log.write(LogLevel::kWarning, "not wanted");
  });
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[0].substr(25), "info job completed job=a1 label=\"one\\ntwo\"");
  EXPECT_EQ(lines[1], "TIMELINE,5,GPU_END,a1,partition=3 gpu_ms=7");
}

// daemon-reference.md 0, fact 9: JSON logs are real.
TEST(DaemonLog, Json) {
  const auto lines = captured([] {
    DaemonLog log("debug", "json");
    log.write(LogLevel::kWarning, "a \"quoted\" text", {{"label", "\xff\n"}, {"kind", "porep-c2"}});
    log.timeline_line("TIMELINE,5,GPU_END,a1,partition=3 gpu_ms=7");
  });
  ASSERT_EQ(lines.size(), 2u);
  const json first = json::parse(lines[0]);
  EXPECT_EQ(first["level"], "warning");
  EXPECT_EQ(first["message"], "a \"quoted\" text");
  EXPECT_EQ(first["kind"], "porep-c2");
  EXPECT_TRUE(first["time"].get<std::string>().ends_with("Z"));
  const json second = json::parse(lines[1]);
  EXPECT_EQ(second["event"], "GPU_END");
  EXPECT_EQ(second["job"], "a1");
  EXPECT_EQ(second["partition"], "3");
  EXPECT_EQ(second["gpu_ms"], "7");
}

}  // namespace
}  // namespace cuzk::daemon
