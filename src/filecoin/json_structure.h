// SPDX-License-Identifier: MIT OR Apache-2.0
// The bracket structure of a JSON text, looked at before any parser sees it: one object, brackets
// matched, a bounded depth, nothing behind it. It makes the later walk safe (no text ends early
// inside it), refuses deep nesting before memory is spent, and tells a truncated file from a
// malformed one.
//
// Strings are recognised but not validated; what stands between brackets is the parser's business.
// No recursion, no memory; about 1 ns a byte, strings at the speed of memchr.
#pragma once

#include <string_view>

namespace cuzk::filecoin {

// A C1 text has 16 levels; unknown fields may bring more.
inline constexpr unsigned kJsonDepthMax = 64;

// Throws kC1Truncated, kC1TooDeep, kC1TrailingData, kC1BadType (no object), kC1BadJson (brackets
// that do not match).
void check_json_structure(std::string_view file, std::string_view subject, std::string_view text);

}  // namespace cuzk::filecoin
