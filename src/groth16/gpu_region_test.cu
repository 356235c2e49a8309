// SPDX-License-Identifier: MIT OR Apache-2.0
// Turns of a region on a device: work of two users from two threads never overlaps, and the grain
// is what was promised.
#include "groth16/gpu_region.h"

#include <gtest/gtest.h>

#include <thread>

#include "gpu/launch.h"
#include "gpu/memory.h"

namespace cuzk::groth16 {
namespace {

constexpr uint64_t kWords = uint64_t{1} << 24;

__global__ void advance(uint32_t* words, uint32_t expected, uint32_t* errors) {
  uint64_t i = gpu::thread_index();
  if (i >= kWords) return;
  if (words[i] != expected) atomicAdd(errors, 1);
  words[i] = expected + 1;
}

// Every turn finds all words as the turn before has left them. Two streams a turn, each with half
// of the work, the second one ordered behind the first one's half by an event of its own.
TEST(GpuRegion, TurnsOfTwoUsersDoNotOverlap) {
  constexpr int kTurns = 200;
  gpu::Device device(0);
  GpuRegion region(device, kWords * sizeof(uint32_t));
  EXPECT_EQ(region.bytes(), kWords * sizeof(uint32_t));
  auto* words = static_cast<uint32_t*>(region.data());
  gpu::DeviceMemory errors(device, sizeof(uint32_t));
  gpu::Stream setup(device);
  setup.clear(words, kWords);
  setup.clear(static_cast<uint32_t*>(errors.data()), 1);
  setup.wait();
  uint32_t value = 0;  // guarded by the turn
  const auto user = [&] {
    device.make_current();
    gpu::Stream first(device), second(device);
    gpu::Event half(device);
    const std::array<const gpu::Stream*, 2> streams = {&first, &second};
    for (int i = 0; i < kTurns; ++i) {
      const auto turn = region.take_turn(&first, streams);
      if (i > 0) first.wait_for(half);
      gpu::launch(first, "advance", advance, kWords, words, value++,
                  static_cast<uint32_t*>(errors.data()));
      half.record(first);
      second.wait_for(half);
      gpu::launch(second, "advance", advance, kWords, words, value++,
                  static_cast<uint32_t*>(errors.data()));
      half.record(second);
    }
    first.wait();
    second.wait();
  };
  std::thread other(user);
  user();
  other.join();
  uint32_t found = 0, last = 0;
  setup.copy(&found, static_cast<const uint32_t*>(errors.data()), 1);
  setup.copy(&last, static_cast<const uint32_t*>(words), 1);
  setup.wait();
  EXPECT_EQ(found, 0u);
  EXPECT_EQ(last, 2 * 2 * kTurns);
  EXPECT_EQ(value, 2u * 2 * kTurns);
}

// Whoever takes a turn finds at most one turn before it that the device has not finished.
TEST(GpuRegion, TheHostIsAtMostTwoTurnsAhead) {
  constexpr int kTurns = 20;
  gpu::Device device(0);
  GpuRegion region(device, kWords * sizeof(uint32_t));
  gpu::DeviceMemory errors(device, sizeof(uint32_t));
  gpu::Stream stream(device);
  const std::array<const gpu::Stream*, 1> streams = {&stream};
  std::vector<std::unique_ptr<gpu::Event>> ends;
  for (int i = 0; i < kTurns; ++i) {
    const auto turn = region.take_turn(&stream, streams);
    if (i >= 2) {
      EXPECT_EQ(cudaEventQuery(ends[static_cast<size_t>(i) - 2]->get()), cudaSuccess) << i;
    }
    for (uint32_t step = 0; step < 50; ++step) {
      gpu::launch(stream, "advance", advance, kWords, static_cast<uint32_t*>(region.data()), step,
                  static_cast<uint32_t*>(errors.data()));
    }
    ends.push_back(std::make_unique<gpu::Event>(device));
    ends.back()->record(stream);
  }
  stream.wait();
}

}  // namespace
}  // namespace cuzk::groth16
