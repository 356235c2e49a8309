// SPDX-License-Identifier: MIT OR Apache-2.0
// How much memory this process holds in RAM, as the kernel counts it (VmRSS of /proc/self/status),
// pinned pages included, mapped files only as far as their pages are there.
// For reports, and for tests that nothing grows.
// Some ten microseconds a call; callable by any thread. 0 where the kernel does not say.
// Memory of a device is not part of it.
#pragma once

#include <cstdint>

namespace cuzk::base {

uint64_t resident_bytes();
uint64_t peak_resident_bytes();

}  // namespace cuzk::base
