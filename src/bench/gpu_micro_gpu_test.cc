// SPDX-License-Identifier: MIT OR Apache-2.0
// Every measurement runs, at sizes that take no time, and gives figures; sums are right.
#include <gtest/gtest.h>

#include "bench/gpu_micro.h"
#include "gpu/memory.h"

namespace cuzk::bench {
namespace {

constexpr MicroEffort kLittle = {.repeats = 2, .steps = 3, .copy_bytes = 1 << 20};

void expect_times(const MicroTimes& times) {
  EXPECT_GT(times.min, 0);
  EXPECT_LE(times.min, times.median);
  EXPECT_LE(times.median, times.max);
}

TEST(GpuMicro, Arithmetic) {
  gpu::Device device(0);
  std::vector<MicroRate> rates = micro_arithmetic(device, kLittle);
  EXPECT_EQ(rates.size(), 6u);
  rates.push_back(micro_multiplier(device, kLittle));
  for (const MicroRate& rate : rates) {
    SCOPED_TRACE(rate.name);
    EXPECT_GT(rate.operations, 0);
    expect_times(rate.times);
  }
}

TEST(GpuMicro, Copies) {
  gpu::Device device(0);
  std::vector<MicroCopy> copies = micro_copies(device, kLittle);
  EXPECT_EQ(copies.size(), 4u);
  copies.push_back(micro_device_copy(device, kLittle));
  for (const MicroCopy& copy : copies) {
    SCOPED_TRACE(copy.name);
    EXPECT_GE(copy.bytes, kLittle.copy_bytes);
    expect_times(copy.times);
  }
}

TEST(GpuMicro, Transforms) {
  gpu::Device device(0);
  std::vector<MicroTransform> rows = micro_transforms(device, {10, 11}, kLittle);
  ASSERT_EQ(rows.size(), 8u);
  for (const MicroTransform& row : rows) {
    SCOPED_TRACE(row.name);
    EXPECT_TRUE(row.fits);
    EXPECT_EQ(row.butterflies, row.log_size * (1 << (row.log_size - 1)));
    EXPECT_EQ(row.bytes, 2 * 2 * 32 << row.log_size);
    expect_times(row.times);
  }
}

void expect_sums(const std::vector<MicroMsm>& sums) {
  for (const MicroMsm& sum : sums) {
    SCOPED_TRACE(sum.scalars);
    EXPECT_TRUE(sum.fits);
    EXPECT_TRUE(sum.is_right);
    EXPECT_GT(sum.additions, 0);
    EXPECT_LE(sum.additions, static_cast<double>(sum.windows << sum.log_size));
    expect_times(sum.times);
  }
}

TEST(GpuMicro, Sums) {
  gpu::Device device(0);
  std::vector<MicroMsm> g1 = micro_sums_g1(device, {10, 12}, kLittle);
  ASSERT_EQ(g1.size(), 3u + 4u);
  expect_sums(g1);
  std::vector<MicroMsm> g2 = micro_sums_g2(device, {10, 10}, kLittle);
  ASSERT_EQ(g2.size(), 1u);
  expect_sums(g2);
}

constexpr SlabEffort kFewSlabs = {.repeats = 3,
                                  .gather_bytes = 1 << 20,
                                  .gathers = 1000,
                                  .remapped = 3,
                                  .log_transform = 10,
                                  .sequence = 2};

TEST(GpuMicro, Slabs) {
  gpu::Device device(0);
  const MicroSlabs slabs = micro_slabs(device, kFewSlabs);
  EXPECT_EQ(slabs.slab_bytes, uint64_t{64} << 20);
  ASSERT_TRUE(slabs.is_supported);
  ASSERT_TRUE(slabs.fits);
  EXPECT_GE(slabs.device_bytes, 3 * slabs.slab_bytes);
  ASSERT_EQ(slabs.steps.size(), 6u);
  for (const MicroSlabStep& step : slabs.steps) {
    SCOPED_TRACE(step.name);
    EXPECT_GT(step.slabs, 0u);
    expect_times(step.times);
  }
  EXPECT_EQ(slabs.gather_bytes, slabs.slab_bytes);
  EXPECT_EQ(slabs.gathers, kFewSlabs.gathers);
  EXPECT_EQ(slabs.remapped, kFewSlabs.remapped);
  for (const MicroTimes& times :
       {slabs.allocated, slabs.mapped, slabs.ratio, slabs.undisturbed, slabs.remap}) {
    expect_times(times);
  }
  EXPECT_LE(slabs.delay.min, slabs.delay.median);
  EXPECT_LE(slabs.delay.median, slabs.delay.max);
}

TEST(GpuMicro, SkipsWhatDoesNotFit) {
  constexpr uint64_t kLeft = uint64_t{1} << 30;
  gpu::Device device(0);
  device.make_current();
  uint64_t free_bytes = device.free_bytes();
  ASSERT_GT(free_bytes, kLeft);
  gpu::DeviceMemory held(device, free_bytes - kLeft);
  MicroMsm sum = micro_sums_g2(device, {24, 24}, kLittle).front();
  EXPECT_FALSE(sum.fits);
  EXPECT_GT(sum.device_bytes, kLeft);
  MicroTransform transform = micro_transforms(device, {25, 25}, kLittle).front();
  EXPECT_FALSE(transform.fits);
  EXPECT_EQ(transform.device_bytes, uint64_t{64} << 25);
  SlabEffort many = kFewSlabs;
  many.remapped = 100;
  const MicroSlabs slabs = micro_slabs(device, many);
  EXPECT_FALSE(slabs.fits);
  EXPECT_TRUE(slabs.steps.empty());
}

}  // namespace
}  // namespace cuzk::bench
