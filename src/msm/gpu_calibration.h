// SPDX-License-Identifier: MIT OR Apache-2.0
// Which accumulation of gpu_segmented_reduction.h is faster on this device, found by trying both.
//
// The choice depends on the device's arithmetic, on its memory and on its limit of power, which no
// property of the device tells and which its owner can change. So a made-up sum in G1 is timed:
// 2^24 references to points in random order, in segments of 32. The points are copies of a few,
// spread over more memory than a second-level cache holds, because gathers are a good part of the
// cost. Clocks follow the power with some delay: each accumulation runs for about a tenth of a
// second and the second half is what counts. G2 follows G1; there the affine one has the larger
// lead.
//
// Takes 2.1 GB of the arena for its time and about 0.3 seconds of an H200. Waits for the stream.
// On an arena that only measures it answers kAffine.
#pragma once

#include "msm/gpu_segmented_reduction.h"

namespace cuzk::msm {

Accumulation faster_accumulation(const gpu::Stream& stream, gpu::Arena& arena);

}  // namespace cuzk::msm
