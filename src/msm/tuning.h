// SPDX-License-Identifier: MIT OR Apache-2.0
// Sizes of the MSMs on the host. They change speed and memory, never a result.
// The working set of a task is to stay in the second-level cache of a core (512 KiB to 1 MiB), and
// the tables of the fixed-base products in the third. docs/tuning.md says how to measure a change:
// the stage times of `cuzk-bench single` and `params generate` for a 2 KiB sector.
// Each constant says what it trades.
#pragma once

#include <cstddef>

namespace cuzk::msm {

// Additions that share one inversion. An inversion costs about 80 products, so 1024 additions of 6
// products each pay 1 % for it, and their working set (250 KiB in G1) stays in the second-level
// cache.
constexpr size_t kBatch = 1024;

// How many points ahead a bucket or a table entry is fetched.
constexpr size_t kPrefetch = 16;

// The widest window of a bucket MSM: 2^16 buckets, 6 MiB in G1, for each window.
constexpr unsigned kWindowBitsMax = 17;

// The widest window of a fixed-base table and the scalars that one task takes through it window by
// window.
constexpr unsigned kFixedBaseBitsMax = 13;
constexpr size_t kFixedBaseTask = 8192;

}  // namespace cuzk::msm
