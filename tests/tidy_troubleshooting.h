// SPDX-License-Identifier: MIT OR Apache-2.0
// docs/troubleshooting.md against the sources, in both directions: each error code (its name in
// src/base/error_names.inc) and each warning or error that the log can have stands in the first
// cell of a row of the page, in backquotes, and no row is about something else.
//
// The log's lines are the string literals that are the message after LogLevel::kWarning or
// LogLevel::kError in the sources that are no tests; of a choice between two literals the last one,
// which is the bad one. A message that is no literal is passed over: it comes from elsewhere.
//
// Pure functions. Findings have the rule "troubleshooting".
#pragma once

#include <set>
#include <string>
#include <vector>

#include "tidy_rules.h"

namespace cuzk::tidy {

std::set<std::string> error_codes(const std::string& error_source);
std::set<std::string> warning_lines(const std::string& source);

Findings check_troubleshooting(const SourceFile& page, const std::set<std::string>& names);

}  // namespace cuzk::tidy
