// SPDX-License-Identifier: MIT OR Apache-2.0
// `check` states what the program itself guarantees: a violated one is an error of the
// programmer. It is always on, costs a comparison, prints the text with file and line and aborts.
// No request and no file can reach it, because input from outside is refused at the edge with an
// `Error` (error.h). In a constexpr context a violated check does not compile. Not for device
// code, which neither prints nor throws.
#pragma once

namespace cuzk::base {

[[noreturn]] void check_failed(const char* text, const char* file, int line);

constexpr void check(bool condition, const char* text, const char* file = __builtin_FILE(),
                     int line = __builtin_LINE()) {
  if (!condition) check_failed(text, file, line);
}

}  // namespace cuzk::base
