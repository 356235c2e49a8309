// SPDX-License-Identifier: MIT OR Apache-2.0
// Block sizes of the transforms on the host. They change speed, never a result.
// A transform of 2^22 elements (128 MiB) does not fit a cache, so its upper levels stream through
// memory in a few passes and its lower levels run block by block inside the second-level cache.
// docs/tuning.md says how to measure a change: the stage `quotient` of `cuzk-bench single` for a
// 2 KiB sector, which is six transforms.
#pragma once

namespace cuzk::ntt {

// Blocks of 2^13 elements (256 KiB) are finished in the second-level cache by one thread.
constexpr unsigned kLogBlock = 13;

// Elements that one task of a streaming pass handles.
constexpr unsigned kLogTask = 14;

}  // namespace cuzk::ntt
