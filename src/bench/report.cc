// SPDX-License-Identifier: MIT OR Apache-2.0
#include "bench/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

namespace cuzk::bench {

Report& Report::heading(std::string_view text) {
  text_ += fmt::format("=== {} ===\n", text);
  return *this;
}

Report& Report::field(std::string_view name, std::string_view value) {
  text_ += fmt::format("{:<22} {}\n", fmt::format("{}:", name), value);
  return *this;
}

Report& Report::table(const std::vector<std::vector<std::string>>& rows) {
  std::vector<size_t> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  for (const auto& row : rows) {
    std::string line;
    for (size_t i = 0; i + 1 < row.size(); ++i) line += fmt::format("{:>{}}  ", row[i], widths[i]);
    line += row.back();
    line.erase(line.find_last_not_of(' ') + 1);
    text_ += line + '\n';
  }
  return *this;
}

Report& Report::append(std::string_view lines) {
  text_ += lines;
  return *this;
}

void Report::print() const { fmt::print("{}", text_); }

// Texts of a daemon's errors may hold anything.
void print_json(const nlohmann::json& document) {
  fmt::print("{}\n", document.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
}

}  // namespace cuzk::bench
