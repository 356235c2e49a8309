// SPDX-License-Identifier: MIT OR Apache-2.0
// The form of the reports that commands print on stdout: one fact a line, "name:" and a value in a
// column of its own, so that people can read them and `grep` and `cut` can take them apart.
//
// A report is built as text and printed whole at the end, so that a command that fails prints an
// error and nothing else. Commands that offer --json print one JSON document instead, with plain
// numbers and with the field names that the reference data of the project uses.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace cuzk::bench {

class Report {
 public:
  Report& heading(std::string_view text);
  Report& field(std::string_view name, std::string_view value);

  // Cells in columns, to the right but for the last column; the first row is the head.
  Report& table(const std::vector<std::vector<std::string>>& rows);
  Report& append(std::string_view lines);

  const std::string& text() const { return text_; }
  void print() const;

 private:
  std::string text_;
};

void print_json(const nlohmann::json& document);

}  // namespace cuzk::bench
