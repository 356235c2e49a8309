// SPDX-License-Identifier: MIT OR Apache-2.0
// Whether the system lets this process have the threads that it is going to make.
//
// A daemon for which the system makes too few threads would fail somewhere in the middle, in
// libraries that end the process. So it makes all of them once before it starts, which takes some
// milliseconds, and says what is missing. Whoever makes threads says how many (engine/engine.h).
#pragma once

#include <cstddef>

namespace cuzk::daemon {

// Throws kResourceExhausted unless so many threads can be made beside those that run.
void require_threads(size_t count);

}  // namespace cuzk::daemon
