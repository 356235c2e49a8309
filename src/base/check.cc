// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/check.h"

#include <cstdio>
#include <cstdlib>

namespace cuzk::base {

void check_failed(const char* text, const char* file, int line) {
  std::fprintf(stderr, "%s:%d: check failed: %s\n", file, line, text);
  std::abort();
}

}  // namespace cuzk::base
