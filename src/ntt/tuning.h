// SPDX-License-Identifier: MIT OR Apache-2.0
// Block sizes of the transforms on host and device. They change speed, never a result.
//
// A transform of 2^22 elements (128 MiB) does not fit a cache, so its upper levels stream through
// memory in a few passes and its lower levels run block by block inside the second-level cache.
// docs/tuning.md says how to measure a change: the stage `quotient` of `cuzk-bench single` for a
// 2 KiB sector, which is six transforms. For the device: cuzk-bench micro --what ntt.
#pragma once

namespace cuzk::ntt {

// Blocks of 2^13 elements (256 KiB) are finished in the second-level cache by one thread.
constexpr unsigned kLogBlock = 13;

// Elements that one task of a streaming pass handles.
constexpr unsigned kLogTask = 14;

// Threads of a block of a pass on the device, each with eight elements, and blocks for which a
// multiprocessor must have registers: 128 for each thread. H200, CUDA 13.0, 2^27 elements, relative
// times of one and the same round: 128 threads by 4 blocks 1.00, by 3 1.03, by 5 1.11 (registers
// spill); 256 by 2 1.06, by 1 1.26; 512 by 1 1.17; 64 by 8, with one column a block, 1.11.
// Times in ms, median of seven (all within 0.6 %):
//
//   log_n  to values  to coefficients  the same, negacyclic  product, quotient (gpu_quotient.h)
//      22       0.83             0.85           0.89   0.90           4.42    0.92
//      24       3.42             3.48           3.65   3.68          18.16    3.77
//      26      14.54            14.88          15.47  15.74          77.31   16.20
//      27      30.03            30.68          31.85  32.38         160.03   33.36
//
// which is 5.6 to 6.0e10 butterflies/s, of 6.14e10 with all operands in registers. Code size
// matters as much as shape: 63 KB instead of 50 cost 7 %, unrolled rounds a third.
constexpr unsigned kPassThreads = 128;
constexpr unsigned kPassBlocks = 4;

}  // namespace cuzk::ntt
