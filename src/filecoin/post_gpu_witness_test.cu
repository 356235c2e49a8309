// SPDX-License-Identifier: MIT OR Apache-2.0
// The PoSt witness that a device makes is that of the host, word for word, for all sizes of both
// kinds and for values that do not satisfy the circuit, whatever the memory held before; and how
// long it takes for full partitions.
#include "filecoin/post_gpu_witness.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>

#include "filecoin/gpu_witness_testing.h"
#include "filecoin/post_regions_testing.h"

namespace cuzk::filecoin {
namespace {

using field::Fr;

class PostGpuWitnessTest : public testing::Test {
 protected:
  void expect_same(const PostShape& shape, std::span<const PostSectorValues> values) {
    const r1cs::Assignment expected = post_witness(shape, values);
    for (RegionMaker maker : {RegionMaker::kWarp, RegionMaker::kThread}) {
      const PostGpuWitness witness(device_, shape, maker);
      GpuWitnessRun run(device_, stream_, witness);
      run.upload(values);
      run.enqueue();
      run.expect_equal(expected);
    }
  }

  void expect_same(const PostShape& shape, uint64_t seed) {
    expect_same(shape, random_post_sample(shape, seed).sectors);
  }

  void print_time(const char* name, const PostShape& shape, RegionMaker maker) {
    const PostGpuWitness witness(device_, shape, maker);
    GpuWitnessRun run(device_, stream_, witness);
    run.upload(random_post_sample(shape, 1).sectors);
    const Milliseconds times = run.milliseconds();
    const char* by = maker == RegionMaker::kWarp ? "warps" : "threads";
    printf("%s by %s%s: median %.3f ms of %.3f to %.3f; %llu bytes packed, %llu of the device\n",
           name, by, maker == region_maker(shape) ? " (chosen)" : "", times.median(),
           times.sorted.front(), times.sorted.back(),
           static_cast<unsigned long long>(witness.input_bytes()),
           static_cast<unsigned long long>(witness.device_bytes()));
  }

  gpu::Device device_{0};
  gpu::Stream stream_{device_};
};

constexpr const char* kSizes[] = {"2KiB", "8MiB", "512MiB", "32GiB", "64GiB"};

PostShape shape_of(PostKind kind, const char* size) { return post_shape(kind, *find_sector(size)); }

TEST_F(PostGpuWitnessTest, OneSmallWindow) { expect_same(shape_of(PostKind::kWindow, "2KiB"), 1); }

TEST_F(PostGpuWitnessTest, OneSmallWinning) {
  expect_same(shape_of(PostKind::kWinning, "2KiB"), 1);
}

// All sizes, but only a few sectors of the large partitions.
TEST_F(PostGpuWitnessTest, EveryShape) {
  for (const char* size : kSizes) {
    SCOPED_TRACE(size);
    expect_same(shape_of(PostKind::kWinning, size), 2);
    PostShape window = shape_of(PostKind::kWindow, size);
    window.sectors = std::min(window.sectors, 7u);
    expect_same(window, 3);
  }
}

TEST_F(PostGpuWitnessTest, ExtremesOfTheFieldAndOfIndices) {
  for (const char* size : kSizes) {
    SCOPED_TRACE(size);
    PostShape shape = shape_of(PostKind::kWindow, size);
    shape.sectors = 2;
    for_each_extreme_post_sample(
        shape, [&](const PostShape& same, auto values) { expect_same(same, values); });
  }
}

TEST_F(PostGpuWitnessTest, FullWindow32GiB) {
  expect_same(shape_of(PostKind::kWindow, "32GiB"), 4);
}

TEST_F(PostGpuWitnessTest, Times) {
  for (RegionMaker maker : {RegionMaker::kWarp, RegionMaker::kThread}) {
    print_time("WindowPoSt 32 GiB", shape_of(PostKind::kWindow, "32GiB"), maker);
    print_time("WindowPoSt 64 GiB", shape_of(PostKind::kWindow, "64GiB"), maker);
    print_time("WinningPoSt 32 GiB", shape_of(PostKind::kWinning, "32GiB"), maker);
    print_time("WinningPoSt 64 GiB", shape_of(PostKind::kWinning, "64GiB"), maker);
  }
}

}  // namespace
}  // namespace cuzk::filecoin
