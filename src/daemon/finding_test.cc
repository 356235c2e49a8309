// SPDX-License-Identifier: MIT OR Apache-2.0
#include "daemon/finding.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace cuzk::daemon {
namespace {

using nlohmann::json;
using service::LogLevel;

const Findings& example() {
  static const Findings kFindings = {
      {"machine", LogLevel::kInfo, "", "glibc 2.36", {{"glibc", "2.36"}}},
      {"descriptors", LogLevel::kWarning, "few descriptors", "64 descriptors", {{"limit", "64"}}},
      {"parameters", LogLevel::kError, "no parameters", "none in /p\xff", {}}};
  return kFindings;
}

TEST(Findings, AreALineEach) {
  EXPECT_EQ(findings_text(example()),
            "ok       glibc 2.36\nlook     64 descriptors\nproblem  none in /p\xff\n");
  EXPECT_EQ(count_problems(example()), 1u);
}

// The form that docs/formats.md describes.
TEST(Findings, AreOneDocumentForPrograms) {
  const json document =
      json::parse(findings_json(example(), {{"daemon.listen", "[]", "a.toml:2"}}, "1.2.3"));
  EXPECT_EQ(document["format"], 1);
  EXPECT_EQ(document["version"], "1.2.3");
  EXPECT_EQ(document["problems"], 1);
  EXPECT_EQ(document["findings"][0], json({{"subject", "machine"},
                                           {"verdict", "ok"},
                                           {"line", nullptr},
                                           {"text", "glibc 2.36"},
                                           {"values", {{"glibc", "2.36"}}}}));
  EXPECT_EQ(document["findings"][1]["verdict"], "look");
  EXPECT_EQ(document["findings"][1]["line"], "few descriptors");
  EXPECT_EQ(document["findings"][2]["verdict"], "problem");
  EXPECT_EQ(document["findings"][2]["values"], json::object());
  EXPECT_EQ(document["settings"],
            json::array({{{"key", "daemon.listen"}, {"value", "[]"}, {"origin", "a.toml:2"}}}));
}

TEST(Findings, AreLoggedWhereTheyAreNotAsTheyShouldBe) {
  std::vector<std::string> lines;
  log_findings(example(), [&](LogLevel level, std::string_view text, const service::LogFields& f) {
    lines.push_back(std::to_string(int(level)) + " " + std::string(text) + " " +
                    (f.empty() ? "" : f[0].name + "=" + f[0].value));
  });
  const auto line = [](LogLevel level, const char* text) {
    return std::to_string(int(level)) + " " + text;
  };
  EXPECT_EQ(lines,
            (std::vector<std::string>{line(LogLevel::kWarning, "few descriptors limit=64"),
                                      line(LogLevel::kError, "no parameters "),
                                      line(LogLevel::kInfo, "surroundings machine=glibc 2.36")}));
}

}  // namespace
}  // namespace cuzk::daemon
