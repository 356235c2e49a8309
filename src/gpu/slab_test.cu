// SPDX-License-Identifier: MIT OR Apache-2.0
// Slabs keep their contents wherever they are mapped, all can be unmapped and mapped elsewhere, and
// what the device does not have is an error and no fault.
#include "gpu/slab.h"

#include <gtest/gtest.h>

#include <numeric>
#include <random>

#include "base/error.h"
#include "gpu/launch.h"
#include "gpu/memory.h"

namespace cuzk::gpu {
namespace {

constexpr uint64_t kWords = kSlabBytes / sizeof(uint32_t);

__global__ void write_pattern(uint32_t* words, uint32_t pattern) {
  uint64_t i = thread_index();
  if (i < kWords) words[i] = pattern + static_cast<uint32_t>(i);
}

__global__ void count_others(const uint32_t* words, uint32_t pattern, uint32_t* others) {
  uint64_t i = thread_index();
  if (i < kWords && words[i] != pattern + static_cast<uint32_t>(i)) atomicAdd(others, 1);
}

class Slabs : public testing::Test {
 protected:
  Slabs() : device_(0), stream_(device_), others_(device_, sizeof(uint32_t)) {}

  void SetUp() override { ASSERT_TRUE(has_slabs(device_)); }

  static uint32_t* words(const SlabRange& range, size_t place) {
    return static_cast<uint32_t*>(range.data()) + place * kWords;
  }
  void write(const SlabRange& range, size_t place, uint32_t pattern) {
    launch(stream_, "write_pattern", write_pattern, kWords, words(range, place), pattern);
  }
  uint32_t others(const SlabRange& range, size_t place, uint32_t pattern) {
    auto* count = static_cast<uint32_t*>(others_.data());
    stream_.clear(count, 1);
    launch(stream_, "count_others", count_others, kWords, words(range, place), pattern, count);
    uint32_t out = 0;
    stream_.copy(&out, static_cast<const uint32_t*>(count), 1);
    stream_.wait();
    return out;
  }

  Device device_;
  Stream stream_;
  DeviceMemory others_;
};

TEST_F(Slabs, KeepTheirContentsWhereverTheyAreMapped) {
  constexpr size_t kCount = 6;
  constexpr int kRounds = 200;
  std::vector<Slab> slabs;
  for (size_t i = 0; i < kCount; ++i) slabs.emplace_back(device_);
  SlabRange first(device_, kCount), second(device_, kCount);
  std::vector<size_t> place(kCount);
  std::iota(place.begin(), place.end(), size_t{0});
  for (size_t i = 0; i < kCount; ++i) first.map(i, slabs[i]);
  first.open(0, kCount);
  for (size_t i = 0; i < kCount; ++i) write(first, i, static_cast<uint32_t>(i * 1000));
  stream_.wait();
  std::mt19937 random(1);
  SlabRange* from = &first;
  SlabRange* to = &second;
  for (int round = 0; round < kRounds; ++round) {
    for (size_t i = 0; i < kCount; ++i) from->unmap(place[i]);
    std::shuffle(place.begin(), place.end(), random);
    for (size_t i = 0; i < kCount; ++i) to->map(place[i], slabs[i]);
    to->open(0, kCount);
    std::swap(from, to);
    for (size_t i = 0; i < kCount; ++i) {
      ASSERT_EQ(others(*from, place[i], static_cast<uint32_t>(i * 1000)), 0u) << round;
    }
  }
  EXPECT_EQ(others(*from, place[0], 1), kWords);
}

TEST_F(Slabs, MissingMemoryIsNoFaultAndAllComesBack) {
  const uint64_t free_bytes = device_.free_bytes();
  {
    std::vector<Slab> slabs;
    EXPECT_THROW(
        {
          for (uint64_t i = 0; i <= device_.info().memory_bytes / kSlabBytes; ++i) {
            slabs.emplace_back(device_);
          }
        },
        base::Error);
    EXPECT_GE(slabs.size(), free_bytes / kSlabBytes / 2);
    EXPECT_FALSE(device_.is_bad());
    SlabRange range(device_, 1);
    range.map(0, slabs.front());
    range.open(0, 1);
    write(range, 0, 7);
    EXPECT_EQ(others(range, 0, 7), 0u);
  }
  EXPECT_EQ(device_.free_bytes(), free_bytes);
}

}  // namespace
}  // namespace cuzk::gpu
