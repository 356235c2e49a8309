// SPDX-License-Identifier: MIT OR Apache-2.0
// Constants of the witness kernels, and what chose them (filecoin_gpu_test, PostGpuWitnessTest,
// Times; an H200, milliseconds).
//
// A PoSt path made by a warp takes 2.01, measured, and eight warps run at once on a multiprocessor:
// 1,056 paths take 2.0 and each further 1,056 as much, 44.9 for the 23,490 of a 32 GiB WindowPoSt.
// A thread alone has about seven products one after the other where a warp has one, so that a path
// is estimated at 14, but all of them fit on the device together.
#pragma once

#include <cstdint>

namespace cuzk::filecoin {

// From this many paths on a thread makes a path.
inline constexpr uint64_t kThreadPathsMin = 8192;

}  // namespace cuzk::filecoin
