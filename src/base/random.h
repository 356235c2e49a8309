// SPDX-License-Identifier: MIT OR Apache-2.0
// Random bytes from the operating system's cryptographic generator, for r and s, for batch
// verification and for setup secrets (groth16.md G16-522, G16-631).
// There is no generator of our own and no seed: what must be reproducible in a test takes its
// values as arguments. May be called from any thread; a system without a working source aborts,
// since every later proof would be at risk.
#pragma once

#include <cstdint>
#include <span>

namespace cuzk::base {

void fill_random(std::span<uint8_t> out);

}  // namespace cuzk::base
