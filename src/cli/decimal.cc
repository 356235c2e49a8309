// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/decimal.h"

#include <fmt/format.h>

#include <charconv>
#include <string>

namespace cuzk::cli {
namespace {

std::string refuse_number(const std::string& text) {
  if (parse_decimal(text)) return {};
  return fmt::format(
      "expected a decimal number from 0 to {}, without sign and leading zeros, "
      "found '{}'",
      UINT64_MAX, text);
}

std::string read_actor_id(std::string& text) {
  const bool is_address = text.starts_with('f') || text.starts_with('t');
  if (!is_address) return refuse_number(text);
  if (text.size() > 1 && text[1] != '0') {
    return fmt::format(
        "expected an actor id as 1000 or f01000, found the address '{}', whose id "
        "only the chain knows; look it up: lotus state lookup {}",
        text, text);
  }
  if (text.size() < 3 || !parse_decimal(std::string_view(text).substr(2))) {
    return fmt::format("expected an actor id as 1000 or f01000, found '{}'", text);
  }
  text.erase(0, 2);
  return {};
}

}  // namespace

std::optional<uint64_t> parse_decimal(std::string_view text) {
  if (text.empty() || (text.size() > 1 && text[0] == '0')) return std::nullopt;
  if (text.find_first_not_of("0123456789") != std::string_view::npos) return std::nullopt;
  uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

void require_decimal(CLI::App& command) {
  for (CLI::Option* option : command.get_options()) {
    const std::string type = option->get_type_name();
    // What validators of the option say of themselves follows the type.
    if (option->get_items_expected_max() == 0) continue;
    if (type.starts_with("UINT") || type.starts_with("INT")) option->check(refuse_number);
  }
  for (CLI::App* below : command.get_subcommands({})) require_decimal(*below);
}

CLI::Validator actor_id() { return CLI::Validator(read_actor_id, ""); }

}  // namespace cuzk::cli
