// SPDX-License-Identifier: MIT OR Apache-2.0
// What a device does a second, operation by operation: the figures that times of proofs are
// compared with, and that the constants in the tuning.h files were chosen by.
//
// The yardstick of arithmetic is the multiplier: 32-bit products added to 64 bits in carry chains,
// which is what field products are made of (field/limbs_device.h). An operation that has w of them
// runs at most 1 / w as often as they do. The yardstick of memory is the copy within the device.
// Operands change from step to step and results are stored, so that the compiler can neither move
// work out of the loop nor drop it.
//
// Times are those of the device, between two events, after one run that is not counted. What does
// not fit into the free memory is not run; its entry says what it would need. Sums are checked: the
// points are known multiples of a generator, so the right sum is one multiplication away.
//
// Every function takes its memory when it is called and gives it back. One thread at a time. All
// throw kGpuFault and kGpuFailed.
#pragma once

#include <cstdint>
#include <vector>

#include "gpu/device.h"

namespace cuzk::bench {

// Multiplications of 32-bit limbs, from which shares of the multiplier's rate are computed. In G2 a
// product is three of Fp and a square two.
constexpr double kWideFr = 112, kWideFp = 300, kWideFpSquare = 234;
constexpr double kWideAffineG1 =
    5 * kWideFp + kWideFpSquare;  // an addition of gpu_segmented_reduction.h
constexpr double kWideAffineG2 = (5 * 3 + 2) * kWideFp;

struct MicroEffort {
  unsigned repeats = 7;
  unsigned steps = 500;  // of a thread that repeats an operation
  uint64_t copy_bytes = uint64_t{1} << 30;
};

struct MicroTimes {
  double median = 0, min = 0, max = 0;  // seconds
};

struct MicroRate {
  const char* name = "";
  double operations = 0;
  double wide = 0;  // multiplications of limbs an operation; 0 if their number is not fixed
  MicroTimes times;
};

struct MicroCopy {
  const char* name = "";
  double bytes = 0;  // read or written: a copy within the device counts twice
  MicroTimes times;
};

struct MicroTransform {
  const char* name = "";
  unsigned log_size = 0;
  uint64_t device_bytes = 0;  // what it needs
  bool fits = false;          // the rest only if it does
  double butterflies = 0;
  double bytes = 0;  // the vector, read and written in each pass, without the twiddles
  MicroTimes times;
};

struct MicroMsm {
  const char* group = "";
  const char* scalars = "";  // their kind
  unsigned log_size = 0;
  uint64_t device_bytes = 0;
  bool fits = false;
  unsigned digit_bits = 0, windows = 0;
  uint64_t scratch_bytes = 0;
  double additions = 0;  // digits that are not zero, and set bits; not those of the reduction
  double wide = 0;       // multiplications of limbs an addition
  MicroTimes times;
  bool is_right = false;
};

struct MicroSlabStep {
  const char* name = "";
  uint64_t slabs = 1;  // of one call
  MicroTimes times;    // of the host
};

// Points in mapped slabs (gpu/slab.h) against points in one allocation.
struct MicroSlabs {
  uint64_t slab_bytes = 0;
  bool is_supported = false;  // the rest only if it is
  uint64_t device_bytes = 0;
  bool fits = false;  // and if it does
  std::vector<MicroSlabStep> steps;
  uint64_t gather_bytes = 0, gathers = 0;  // of points of 96 bytes, at random
  MicroTimes allocated, mapped;
  MicroTimes ratio;  // of mapped to allocated, of runs one after the other; no time
  uint64_t remapped = 0;
  MicroTimes undisturbed;  // a sequence of kernels
  MicroTimes delay;        // of it while slabs are mapped, opened and unmapped; may be negative
  MicroTimes remap;        // of the host, for that
};

struct LogSizes {
  unsigned min = 0, max = 0;
};
constexpr unsigned kMicroLogMin = 10, kMicroLogMax = 28;

// The yardsticks.
MicroRate micro_multiplier(gpu::Device& device, const MicroEffort& effort);
MicroCopy micro_device_copy(gpu::Device& device, const MicroEffort& effort);

std::vector<MicroRate> micro_arithmetic(gpu::Device& device, const MicroEffort& effort);
// Between host and device. Throws kOutOfMemory.
std::vector<MicroCopy> micro_copies(gpu::Device& device, const MicroEffort& effort);
// Requires, here and below: kMicroLogMin <= sizes.min <= sizes.max <= kMicroLogMax.
std::vector<MicroTransform> micro_transforms(gpu::Device& device, LogSizes sizes,
                                             const MicroEffort& effort);
// Random scalars in each size; in G1 then the other kinds of scalars, in the size 2^kMicroLogKinds,
// or in the largest one that was run if that is smaller.
constexpr unsigned kMicroLogKinds = 24;
std::vector<MicroMsm> micro_sums_g1(gpu::Device& device, LogSizes sizes, const MicroEffort& effort);
std::vector<MicroMsm> micro_sums_g2(gpu::Device& device, LogSizes sizes, const MicroEffort& effort);

// As many bytes as a query H of 2^27 points, and as many slabs as the points of a WindowPoSt.
struct SlabEffort {
  unsigned repeats = 7;
  uint64_t gather_bytes = uint64_t{12'884'901'792};
  uint64_t gathers = uint64_t{1} << 26;
  size_t remapped = 906;
  unsigned log_transform = 24;  // of each step of the sequence
  unsigned sequence = 150;
};
MicroSlabs micro_slabs(gpu::Device& device, const SlabEffort& effort);

}  // namespace cuzk::bench
