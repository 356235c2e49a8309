// SPDX-License-Identifier: MIT OR Apache-2.0
// One thing that was looked at outside the daemon: a limit, a folder, a device, an address. The
// start and `cuzk doctor` look by the same functions (limits.h, surroundings.h) and tell the same:
// the start writes a line of the log for what is not as it should be, `doctor` prints everything,
// for people or as JSON (docs/formats.md).
//
// The level is the verdict: kInfo as it should be, kWarning worth a look, kError it keeps the
// daemon from proving. Of the latter two `line` stands in docs/troubleshooting.md; it is empty for
// kInfo. Plain values.
#pragma once

#include <string>
#include <vector>

#include "service/log.h"

namespace cuzk::daemon {

struct Finding {
  std::string subject;  // for programs: "descriptors"; it stays as it is
  service::LogLevel level = service::LogLevel::kInfo;
  std::string line;                // of the log
  std::string text;                // for people, with the numbers
  service::LogFields values = {};  // for the log and for programs
};
using Findings = std::vector<Finding>;

void append(Findings& all, Findings more);

// A line for each that is not as it should be, and one with the texts of those that are.
void log_findings(const Findings& findings, const service::Log& log);

// "ok       …", "look     …", "problem  …", a line each.
std::string findings_text(const Findings& findings);

struct Setting {
  std::string key, value, origin;
};
// The document of `cuzk doctor --json`.
std::string findings_json(const Findings& findings, const std::vector<Setting>& settings,
                          const std::string& version);

size_t count_problems(const Findings& findings);

}  // namespace cuzk::daemon
