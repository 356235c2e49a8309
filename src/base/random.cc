// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/random.h"

#include <sys/random.h>

#include <cerrno>

#include "base/check.h"

namespace cuzk::base {

void fill_random(std::span<uint8_t> out) {
  while (!out.empty()) {
    ssize_t count = ::getrandom(out.data(), out.size(), 0);
    if (count < 0 && errno == EINTR) continue;
    check(count > 0, "the system's random source works");
    out = out.subspan(static_cast<size_t>(count));
  }
}

}  // namespace cuzk::base
