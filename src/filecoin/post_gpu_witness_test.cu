// SPDX-License-Identifier: MIT OR Apache-2.0
// The PoSt witness that a device makes is that of the host, word for word, for all sizes of both
// kinds and for values that do not satisfy the circuit, whatever the memory held before; and how
// long it takes for full partitions.
#include "filecoin/post_gpu_witness.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>

#include "filecoin/post_regions_testing.h"
#include "gpu/stream.h"

namespace cuzk::filecoin {
namespace {

using field::Fr;

class PostGpuWitnessTest : public testing::Test {
 protected:
  struct Memory {
    Memory(gpu::Device& device, const PostGpuWitness& witness)
        : input(device, witness.input_bytes()),
          inputs(device, uint64_t{witness.size().input} * sizeof(Fr)),
          bits(device, (uint64_t{witness.size().aux} + 63) / 64 * sizeof(uint64_t)),
          wide(device, uint64_t{witness.size().wide} * sizeof(Fr)) {}

    gpu::DeviceMemory input, inputs, bits, wide;
  };

  // In pieces, as the values of a 32 GiB partition are 4 GB.
  template <class T>
  void expect_equal(const std::vector<T>& expected, const gpu::DeviceMemory& memory,
                    const char* what) {
    ASSERT_EQ(expected.size() * sizeof(T), memory.bytes()) << what;
    constexpr uint64_t kPiece = uint64_t{1} << 22;
    std::vector<T> actual(std::min<uint64_t>(kPiece, expected.size()));
    for (uint64_t first = 0; first < expected.size(); first += kPiece) {
      const uint64_t count = std::min<uint64_t>(kPiece, expected.size() - first);
      stream_.copy(actual.data(), static_cast<const T*>(memory.data()) + first, count);
      stream_.wait();
      const auto begin = expected.begin() + static_cast<ptrdiff_t>(first);
      ASSERT_TRUE(std::equal(begin, begin + static_cast<ptrdiff_t>(count), actual.begin()))
          << what << " from " << first;
    }
  }

  void enqueue(const PostGpuWitness& witness, const Memory& memory) {
    witness.enqueue(stream_, memory.input.data(), static_cast<Fr*>(memory.inputs.data()),
                    static_cast<uint64_t*>(memory.bits.data()),
                    static_cast<Fr*>(memory.wide.data()));
  }

  void upload(const PostGpuWitness& witness, std::span<const PostSectorValues> values,
              const Memory& memory) {
    std::vector<uint64_t> packed((witness.input_bytes() + 7) / 8);
    witness.pack(values, packed.data());
    stream_.copy(static_cast<char*>(memory.input.data()),
                 reinterpret_cast<const char*>(packed.data()), witness.input_bytes());
    stream_.wait();
  }

  void make_dirty(const gpu::DeviceMemory& memory) {
    gpu::check_cuda(device_, cudaMemsetAsync(memory.data(), 0xa5, memory.bytes(), stream_.get()),
                    "cudaMemsetAsync");
  }

  void expect_same(const PostShape& shape, std::span<const PostSectorValues> values) {
    const r1cs::Assignment expected = post_witness(shape, values);
    for (RegionMaker maker : {RegionMaker::kWarp, RegionMaker::kThread}) {
      const PostGpuWitness witness(device_, shape, maker);
      const Memory memory(device_, witness);
      for (const auto* part : {&memory.inputs, &memory.bits, &memory.wide}) make_dirty(*part);
      upload(witness, values, memory);
      enqueue(witness, memory);
      expect_equal(expected.inputs, memory.inputs, "inputs");
      expect_equal(expected.bits.words(), memory.bits, "bits");
      expect_equal(expected.wide, memory.wide, "wide values");
    }
  }

  void expect_same(const PostShape& shape, uint64_t seed) {
    expect_same(shape, random_post_sample(shape, seed).sectors);
  }

  void print_time(const char* name, const PostShape& shape, RegionMaker maker) {
    const PostGpuWitness witness(device_, shape, maker);
    const Memory memory(device_, witness);
    upload(witness, random_post_sample(shape, 1).sectors, memory);
    std::vector<double> milliseconds;
    for (int i = 0; i < 11; ++i) {
      gpu::Event begin(device_), end(device_);
      begin.record(stream_);
      enqueue(witness, memory);
      end.record(stream_);
      end.wait();
      milliseconds.push_back(end.seconds_since(begin) * 1e3);
    }
    std::sort(milliseconds.begin(), milliseconds.end());
    const char* by = maker == RegionMaker::kWarp ? "warps" : "threads";
    printf("%s by %s%s: median %.3f ms of %.3f to %.3f; %llu bytes packed, %llu of the device\n",
           name, by, maker == region_maker(shape) ? " (chosen)" : "", milliseconds[5],
           milliseconds.front(), milliseconds.back(),
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
