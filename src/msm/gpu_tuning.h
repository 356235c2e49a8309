// SPDX-License-Identifier: MIT OR Apache-2.0
// Sizes of the sums on the device. They change speed and memory, never a result. docs/tuning.md has
// the measurements on an H200 behind them and the commands.
//
// What they trade: longer chains share an inversion among more additions and leave fewer lanes at
// work; blocks and threads of a kernel set its registers (65,536 a multiprocessor) and with them
// how many gathers are in flight.
#pragma once

#include <cstdint>

#include "curve/curve.h"

namespace cuzk::msm {

// Bits of a digit: more buckets of fewer points each. Sorting takes 8 bits of the bucket's number a
// pass, three passes up to 24.
constexpr unsigned kDigitBitsMin = 4;
constexpr unsigned kDigitBitsMax = 22;

// Lanes that keep the device busy before chains grow: 132 multiprocessors of 1024 threads.
constexpr uint64_t kLanesWanted = 131072;

// Groups of a lane. 16 and 64 differ from 32 by less than 2 %.
constexpr uint32_t kChainMax = 32;

// Threads that invert before they take more than one total each, and the most they take.
constexpr uint64_t kInversionsWanted = 16384;
constexpr uint32_t kInvertedMax = 32;

// 76 registers a thread in G1; forced to 64, for a third more threads, it is a percent slower.
constexpr unsigned kProductThreads = 256;
constexpr unsigned kInversionThreads = 128;
constexpr unsigned kAdditionThreads = 128;

// Blocks of kAdditionThreads a multiprocessor: 128 registers a thread in G1, all 255 in G2.
template <class F>
constexpr unsigned kAdditionBlocks = sizeof(F) == sizeof(curve::Fp) ? 4 : 2;

// Items that a thread adds up in XYZZ form: as many as give each multiprocessor two rounds of its
// threads and a half, but not so few that making sums affine counts.
constexpr uint32_t kPartMax = 256;
constexpr uint32_t kPartMin = 16;
constexpr uint64_t kPartsWanted = 131072;

// 168 registers a thread in G1, all 255 in G2.
constexpr unsigned kPartThreads = 128;
template <class F>
constexpr unsigned kPartBlocks = sizeof(F) == sizeof(curve::Fp) ? 3 : 2;

// Whether the next point is loaded ahead. In G2 its 48 registers are missed more than the time of
// the load: 336 against 328 milliseconds for 2^24 terms.
template <class F>
constexpr bool kPartLoadsAhead = sizeof(F) == sizeof(curve::Fp);

// Sums of each accumulation that the calibration runs, 5 milliseconds each on an H200.
constexpr unsigned kCalibrationRuns = 20;

}  // namespace cuzk::msm
