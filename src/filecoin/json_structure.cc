// SPDX-License-Identifier: MIT OR Apache-2.0
#include "filecoin/json_structure.h"

#include <fmt/format.h>

#include <array>
#include <bitset>
#include <cstdint>
#include <cstring>
#include <string>

#include "base/error.h"

namespace cuzk::filecoin {
namespace {

using base::Error;
using base::ErrorCode;

bool is_space(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

size_t skip_spaces(std::string_view text, size_t at) {
  while (at < text.size() && is_space(text[at])) ++at;
  return at;
}

std::string describe(char c) {
  const auto byte = static_cast<uint8_t>(c);
  return byte > 0x20 && byte < 0x7f ? fmt::format("'{}'", c) : fmt::format("byte {:#04x}", byte);
}

// The position behind the string whose opening quote is at `at`, or npos.
size_t skip_string(std::string_view text, size_t at) {
  size_t from = at + 1;
  while (true) {
    const size_t quote = text.find('"', from);
    if (quote == std::string_view::npos) return quote;
    size_t escapes = 0;
    while (text[quote - 1 - escapes] == '\\') ++escapes;
    if (escapes % 2 == 0) return quote + 1;
    from = quote + 1;
  }
}

constexpr std::array<bool, 256> make_structural() {
  std::array<bool, 256> out{};
  for (const char c : {'"', '[', ']', '{', '}'}) out[static_cast<uint8_t>(c)] = true;
  return out;
}
constexpr std::array<bool, 256> kStructural = make_structural();

}  // namespace

void check_json_structure(std::string_view file, std::string_view subject, std::string_view text) {
  const auto fail = [&](ErrorCode code, const std::string& what) {
    throw Error(code, fmt::format("{}: {}: {}", file, subject, what));
  };
  size_t at = skip_spaces(text, 0);
  if (at == text.size()) fail(ErrorCode::kC1Truncated, "expected a JSON object, found nothing");
  if (text[at] != '{') {
    const bool other_type =
        std::string_view("[\"-0123456789tfn").find(text[at]) != std::string_view::npos;
    fail(other_type ? ErrorCode::kC1BadType : ErrorCode::kC1BadJson,
         fmt::format("expected a JSON object, found {} at byte {}", describe(text[at]), at));
  }
  std::bitset<kJsonDepthMax + 1> is_array;  // by depth
  unsigned depth = 0;
  do {
    while (at < text.size() && !kStructural[static_cast<uint8_t>(text[at])]) ++at;
    if (at == text.size()) {
      fail(ErrorCode::kC1Truncated,
           fmt::format("expected {} closing bracket(s) more, found the end at byte {}; "
                       "the file is cut off, fetch it again",
                       depth, at));
    }
    const char c = text[at];
    if (c == '"') {
      at = skip_string(text, at);
      if (at == std::string_view::npos) {
        fail(ErrorCode::kC1Truncated,
             fmt::format("expected the end of a string, found the end at byte {}; "
                         "the file is cut off, fetch it again",
                         text.size()));
      }
      continue;
    }
    if (c == '[' || c == '{') {
      if (++depth > kJsonDepthMax) {
        fail(ErrorCode::kC1TooDeep,
             fmt::format("expected at most {} nested levels, found more at byte {}", kJsonDepthMax,
                         at));
      }
      is_array[depth] = c == '[';
    } else if (is_array[depth] != (c == ']')) {
      fail(ErrorCode::kC1BadJson,
           fmt::format("expected '{}', found '{}' at byte {}", is_array[depth] ? ']' : '}', c, at));
    } else {
      --depth;
    }
    ++at;
  } while (depth > 0);
  at = skip_spaces(text, at);
  if (at < text.size()) {
    fail(ErrorCode::kC1TrailingData,
         fmt::format("expected the end of the text, found {} at byte {}", describe(text[at]), at));
  }
}

}  // namespace cuzk::filecoin
