// SPDX-License-Identifier: MIT OR Apache-2.0
// Whether the system lets this process have the threads that it is going to make.
//
// A daemon for which the system makes too few threads would fail somewhere in the middle, in
// libraries that end the process. So it makes all of them once before it starts, which takes some
// milliseconds, and says what is missing. Whoever makes threads says how many (engine/engine.h).
#pragma once

#include <cstddef>

#include "engine/engine.h"

namespace cuzk::daemon {

// Before the first call (ARCHITECTURE.md, "Threads").
size_t threads_needed(const engine::Options& options, size_t devices);

// Throws kResourceExhausted unless so many threads can be made beside those that run.
void require_threads(size_t count);

}  // namespace cuzk::daemon
