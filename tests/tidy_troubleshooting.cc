// SPDX-License-Identifier: MIT OR Apache-2.0
#include "tidy_troubleshooting.h"

#include <fmt/format.h>

#include <regex>
#include <string_view>

#include "tidy_source.h"

namespace cuzk::tidy {
namespace {

// What stands in backquotes.
std::vector<std::string> quoted(std::string_view cell) {
  std::vector<std::string> out;
  for (size_t at = 0; (at = cell.find('`', at)) != std::string_view::npos;) {
    const size_t end = cell.find('`', at + 1);
    if (end == std::string_view::npos) break;
    out.emplace_back(cell.substr(at + 1, end - at - 1));
    at = end + 1;
  }
  return out;
}

// The last literal before the argument that begins at `at` ends, or nothing.
std::string last_literal(std::string_view text, size_t at) {
  std::string found;
  int depth = 0;
  for (; at < text.size() && depth >= 0; ++at) {
    const char c = text[at];
    if (c == '"') {
      const size_t end = text.find('"', at + 1);
      if (end == std::string_view::npos) break;
      found = text.substr(at + 1, end - at - 1);
      at = end;
    } else if (c == '(' || c == '{') {
      ++depth;
    } else if (c == ')' || c == '}') {
      --depth;
    } else if (depth == 0 && (c == ',' || c == ';')) {
      break;
    }
  }
  return found;
}

}  // namespace

std::set<std::string> error_codes(const std::string& error_source) {
  static const std::regex code("case ErrorCode::k\\w+: return \"([A-Z0-9_]+)\";");
  std::set<std::string> out;
  for (std::sregex_iterator at(error_source.begin(), error_source.end(), code), end; at != end;
       ++at) {
    out.insert((*at)[1].str());
  }
  return out;
}

std::set<std::string> warning_lines(const std::string& source) {
  static const std::regex level("LogLevel::k(Warning|Error),");
  std::set<std::string> out;
  for (std::sregex_iterator at(source.begin(), source.end(), level), end; at != end; ++at) {
    const auto begin = static_cast<size_t>(at->position() + at->length());
    if (std::string literal = last_literal(source, begin); !literal.empty()) out.insert(literal);
  }
  return out;
}

Findings check_troubleshooting(const SourceFile& page, const std::set<std::string>& names) {
  Findings findings;
  std::set<std::string> missing = names;
  int line = 0;
  for (std::string_view row : split_lines(page.text)) {
    ++line;
    if (!row.starts_with("| ")) continue;
    for (const std::string& name : quoted(row.substr(0, row.find(" |", 1)))) {
      missing.erase(name);
      if (names.contains(name)) continue;
      findings.push_back({page.path, line, "troubleshooting",
                          fmt::format("'{}' is no error code and no line of the log", name)});
    }
  }
  for (const std::string& name : missing) {
    findings.push_back({page.path, 0, "troubleshooting",
                        fmt::format("'{}' is missing: say its cause and cure", name)});
  }
  return findings;
}

}  // namespace cuzk::tidy
