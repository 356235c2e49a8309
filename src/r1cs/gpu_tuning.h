// SPDX-License-Identifier: MIT OR Apache-2.0
// Sizes of the row values on the device. They change speed, never a result.
// Measured on an H200 with the circuit of a 32 GiB PoRep partition and a random assignment, least
// of five runs; milliseconds for the rows of A, of B, and for their products. Of each, writing the
// 4.3 GB of the output takes at least 0.95. A random assignment sets half of the bits, which is
// what a witness has too.
#pragma once

namespace cuzk::r1cs {

// A general row with more terms in A or in B is summed by a warp, others by one thread.
//   1: 2.68 1.88 3.47    4: 2.63 1.83 3.34    12: 2.50 1.76 3.09
// So the hash rows of Poseidon (9 or 12 terms) belong to threads and its longer ones to warps.
constexpr unsigned kThreadRowTerms = 12;

// Threads of a block, in all kernels (with 4 terms above).
//   128: 2.51 1.82 3.20    256: 2.63 1.83 3.34    512: 2.89 2.00 3.61
constexpr unsigned kRowThreads = 256;

// A block of threads evaluates 2^kLogRuns runs of 2^kLogRunRows consecutive rows. Longer runs read
// longer stretches of the matrices, more runs write longer stretches of the output (with 4 terms
// above).
//   4 x 256: 2.88 2.08 3.52    8 x 128: 2.62 1.82 3.31    8 x 256: 2.61 1.81 3.28
//   16 x 64: 2.63 1.83 3.34    32 x 32: 2.67 1.87 3.74
constexpr unsigned kLogRuns = 4;
constexpr unsigned kLogRunRows = 6;

}  // namespace cuzk::r1cs
