// SPDX-License-Identifier: MIT OR Apache-2.0
#include "msm/gpu_calibration.h"

#include <vector>

#include "gpu/launch.h"
#include "msm/gpu_points.cuh"
#include "msm/gpu_tuning.h"

namespace cuzk::msm {
namespace {

using field::Fp;

constexpr uint32_t kDistinct = 4096;
constexpr uint32_t kPoints = 1u << 22;
constexpr uint64_t kItems = uint64_t{1} << 24;
constexpr uint32_t kLength = 32;
constexpr auto kSegments = static_cast<uint32_t>(kItems / kLength);

// The generator's multiples from 1 on.
std::vector<Affine<Fp>> distinct_points() {
  const Affine<Fp>& generator = curve::g1_generator();
  std::vector<curve::Jacobian<Fp>> points(kDistinct, curve::Jacobian<Fp>::infinity());
  for (uint32_t i = 0; i < kDistinct; ++i) {
    points[i] = curve::add_mixed(points[i == 0 ? 0 : i - 1], generator);
  }
  return curve::batch_to_affine(points);
}

// Bits that look random (the first steps of splitmix64).
__device__ uint32_t scattered(uint64_t value) {
  value = (value + 1) * 0x9e3779b97f4a7c15;
  value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9;
  return static_cast<uint32_t>(value >> 32);
}

__global__ void uniform_points(const Affine<Fp>* distinct, Affine<Fp>* points) {
  uint64_t i = gpu::thread_index();
  if (i < kPoints) store_words(&points[i], load_words(&distinct[scattered(i) % kDistinct]));
}

__global__ void make_up_items(uint32_t* keys, uint32_t* references) {
  uint64_t item = gpu::thread_index();
  if (item >= kItems) return;
  uint32_t random = scattered(item + kPoints);
  keys[item] = static_cast<uint32_t>(item / kLength);
  references[item] = random & (kNegated | (kPoints - 1));
}

__global__ void make_up_segments(uint32_t* starts, uint32_t* lengths) {
  uint64_t segment = gpu::thread_index();
  if (segment > kSegments) return;
  starts[segment] = static_cast<uint32_t>(segment * kLength);
  lengths[segment] = segment < kSegments ? kLength : 0;
}

// Of one run, on average over the second half of them.
double measured_seconds(const gpu::Stream& stream, gpu::Arena& arena, Accumulation accumulation,
                        const Affine<Fp>* points, Affine<Fp>* out) {
  gpu::Arena::Scope scope(arena);
  SegmentList list(arena, kItems, kSegments);
  SegmentedReduction<Fp> sums(arena, kItems, kSegments, 0, accumulation);
  if (arena.measures()) return 0;
  list.enqueue_clear(stream);
  gpu::Event middle(stream.device()), end(stream.device());
  for (unsigned run = 0; run < kCalibrationRuns; ++run) {
    if (run == kCalibrationRuns / 2) middle.record(stream);
    gpu::launch(stream, "make_up_items", make_up_items, kItems, list.keys, list.references);
    gpu::launch(stream, "make_up_segments", make_up_segments, uint64_t{kSegments} + 1, list.starts,
                list.lengths);
    sums.enqueue(stream, {points, kPoints, 0, kItems, kSegments, kLength}, list, out);
  }
  end.record(stream);
  stream.wait();
  return end.seconds_since(middle) / (kCalibrationRuns - kCalibrationRuns / 2);
}

}  // namespace

Accumulation faster_accumulation(const gpu::Stream& stream, gpu::Arena& arena) {
  gpu::Arena::Scope scope(arena);
  auto* distinct = arena.take<Affine<Fp>>(kDistinct);
  auto* points = arena.take<Affine<Fp>>(kPoints);
  auto* out = arena.take<Affine<Fp>>(kSegments);
  std::vector<Affine<Fp>> few;
  if (!arena.measures()) {
    few = distinct_points();
    stream.copy(distinct, few.data(), few.size());
    gpu::launch(stream, "uniform_points", uniform_points, kPoints, distinct, points);
  }
  double affine = measured_seconds(stream, arena, Accumulation::kAffine, points, out);
  double xyzz = measured_seconds(stream, arena, Accumulation::kXyzz, points, out);
  return xyzz < affine ? Accumulation::kXyzz : Accumulation::kAffine;
}

}  // namespace cuzk::msm
