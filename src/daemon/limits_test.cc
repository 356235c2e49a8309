// SPDX-License-Identifier: MIT OR Apache-2.0
// Limits as they are read from a machine that is laid out in a folder, and what is said of them.
#include "daemon/limits.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "base/error.h"
#include "cli/command_testing.h"

namespace cuzk::daemon {
namespace {

namespace fs = std::filesystem;

using service::LogLevel;

constexpr uint64_t kGiB = 1ull << 30;

void write(const fs::path& path, const std::string& text) {
  fs::create_directories(path.parent_path());
  std::ofstream(path) << text;
}

// With room for everything.
Limits ample() {
  return {.descriptors = {1024, 65536},
          .memory = {64 * kGiB, 0, 0},
          .glibc = "2.36",
          .processor_level = 3,
          .adx = true};
}
constexpr Needs kNeeds = {
    .threads = 50, .waiting_calls = 1000, .budget_bytes = 8 * kGiB, .request_bytes = kGiB};

Finding of(const Limits& limits, const std::string& subject) {
  for (const Finding& finding : look_at_limits(limits, kNeeds)) {
    if (finding.subject == subject) return finding;
  }
  ADD_FAILURE() << "nothing about " << subject;
  return {};
}

TEST(Limits, AreReadFromTheGroupsAround) {
  const cli::TemporaryFolder folder;
  const fs::path root = folder.path(), groups = root / "sys/fs/cgroup";
  write(root / "proc/self/cgroup", "0::/slice/unit\n");
  write(groups / "slice/unit/pids.max", "max\n");
  write(groups / "slice/unit/pids.current", "30\n");
  write(groups / "slice/pids.max", "400\n");
  write(groups / "slice/pids.current", "150\n");
  write(groups / "slice/memory.high", "5000\n");
  const Limits limits = limits_of_process(root);
  EXPECT_EQ(limits.group_threads, 250u);
  EXPECT_EQ(limits.memory.high_bytes, 5000u);
  EXPECT_GE(limits.processor_level, 2u);
  EXPECT_TRUE(limits.glibc.starts_with("2.")) << limits.glibc;
  write(groups / "slice/pids.current", "500\n");
  EXPECT_EQ(limits_of_process(root).group_threads, 0u);
}

TEST(Limits, WithRoomAreAsTheyShouldBe) {
  for (const Finding& finding : look_at_limits(ample(), kNeeds)) {
    EXPECT_EQ(finding.level, LogLevel::kInfo) << finding.text;
    EXPECT_EQ(finding.line, "") << finding.text;
  }
  EXPECT_EQ(of(ample(), "machine").text, "processor x86-64-v3 with ADX, glibc 2.36");
  EXPECT_EQ(of(ample(), "threads").text,
            "threads: no limit; 50 are needed, and up to 1000 for calls that wait");
  EXPECT_EQ(of(ample(), "memory").text, "budget 8.00 GiB (requests 1.00 GiB) of 64.0 GiB");
  EXPECT_NO_THROW(require_address_space(ample(), kNeeds.budget_bytes));
}

struct Case {
  const char* subject;
  void (*change)(Limits&);
  LogLevel level;
  const char* part;  // of the text
};

// Too little for calls, for the start, for the log.
const std::vector<Case>& cases() {
  static const std::vector<Case> kCases = {
      {"descriptors", [](Limits& l) { l.descriptors.hard = 1023; }, LogLevel::kWarning,
       "1023 descriptors may be open"},
      {"descriptors", [](Limits& l) { l.descriptors.hard = 63; }, LogLevel::kError,
       "63 descriptors may be open"},
      {"threads", [](Limits& l) { l.user_threads = 1049; }, LogLevel::kWarning,
       "1049 more threads can be made"},
      {"threads", [](Limits& l) { l.user_threads = 1050; }, LogLevel::kInfo, "1050 more threads;"},
      {"threads", [](Limits& l) { l.user_threads = 2000, l.group_threads = 49; }, LogLevel::kError,
       "49 more threads can be made"},
      {"locked_memory", [](Limits& l) { l.locked_bytes = 1 << 20; }, LogLevel::kInfo, "1.00 MiB"},
      {"address_space", [](Limits& l) { l.address_bytes = 8 * kGiB; }, LogLevel::kWarning,
       "8.00 GiB, for a budget of 8.00 GiB"},
      {"address_space", [](Limits& l) { l.address_bytes = 8 * kGiB - 1; }, LogLevel::kError,
       "for a budget of 8.00 GiB"},
      {"file_size", [](Limits& l) { l.file_bytes = 1 << 20; }, LogLevel::kWarning, "1.00 MiB"},
      {"memory", [](Limits& l) { l.memory.limit_bytes = 8 * kGiB - 1; }, LogLevel::kError,
       "more than there is"},
      {"memory", [](Limits& l) { l.memory.high_bytes = 8 * kGiB - 1; }, LogLevel::kWarning,
       "(memory.high)"},
  };
  return kCases;
}

TEST(Limits, ThatAreTooLowAreTold) {
  for (const Case& c : cases()) {
    Limits limits = ample();
    c.change(limits);
    const Finding finding = of(limits, c.subject);
    EXPECT_EQ(finding.level, c.level) << finding.text;
    EXPECT_EQ(finding.line.empty(), c.level == LogLevel::kInfo) << finding.text;
    EXPECT_NE(finding.text.find(c.part), std::string::npos) << finding.text;
  }
}

TEST(Limits, FewerAddressesThanTheBudgetEndTheStart) {
  Limits limits = ample();
  limits.address_bytes = 8 * kGiB;
  EXPECT_NO_THROW(require_address_space(limits, kNeeds.budget_bytes));
  limits.address_bytes = 8 * kGiB - 1;
  try {
    require_address_space(limits, kNeeds.budget_bytes);
    ADD_FAILURE() << "nothing was thrown";
  } catch (const base::Error& error) {
    EXPECT_EQ(error.code(), base::ErrorCode::kResourceExhausted);
    EXPECT_NE(error.text().find("address space: expected at least the budget of 8.00 GiB"),
              std::string::npos)
        << error.text();
  }
}

}  // namespace
}  // namespace cuzk::daemon
