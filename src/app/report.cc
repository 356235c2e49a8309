// SPDX-License-Identifier: MIT OR Apache-2.0
#include "app/report.h"

#include <fmt/format.h>

#include <cstdio>
#include <nlohmann/json.hpp>

namespace cuzk::app {

Report& Report::heading(std::string_view text) {
  text_ += fmt::format("=== {} ===\n", text);
  return *this;
}

Report& Report::field(std::string_view name, std::string_view value) {
  text_ += fmt::format("{:<22} {}\n", fmt::format("{}:", name), value);
  return *this;
}

Report& Report::append(std::string_view lines) {
  text_ += lines;
  return *this;
}

void Report::print() const { fmt::print("{}", text_); }

void print_json(const nlohmann::json& document) { fmt::print("{}\n", document.dump(2)); }

}  // namespace cuzk::app
