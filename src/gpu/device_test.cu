// SPDX-License-Identifier: MIT OR Apache-2.0
// The owners of device things on a real device: copies and events, memory that is not there, calls
// that are refused, and a fault in a kernel, which takes the device out of service and nothing
// else.
#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "base/error.h"
#include "gpu/launch.h"
#include "gpu/memory.h"
#include "gpu/stream.h"

namespace cuzk::gpu {
namespace {

using base::Error;
using base::ErrorCode;

__global__ void add_one(uint32_t* values, uint64_t count) {
  uint64_t i = thread_index();
  if (i < count) ++values[i];
}

__global__ void write_nowhere(uint32_t* values) { values[thread_index() << 40] = 1; }

template <class F>
ErrorCode code_of(F&& f) {
  try {
    f();
  } catch (const Error& error) {
    return error.code();
  }
  ADD_FAILURE() << "nothing was thrown";
  return ErrorCode::kNotSupported;
}

TEST(Device, DescribesItself) {
  Device device(0);
  EXPECT_NE(device.info().name, "");
  EXPECT_EQ(device.info().uuid.size(),
            std::string("GPU-01234567-89ab-cdef-0123-456789abcdef").size());
  EXPECT_EQ(device.info().pci_address.size(), std::string("0000:1b:00.0").size());
  EXPECT_GE(device.info().compute_major, 7u);
  EXPECT_GT(device.info().multiprocessors, 0u);
  EXPECT_GT(device.free_bytes(), 0u);
  EXPECT_LE(device.free_bytes(), device.info().memory_bytes);
  EXPECT_EQ(code_of([] { Device absent(1000); }), ErrorCode::kGpuNotFound);
  EXPECT_EQ(code_of([] { Device absent(-1); }), ErrorCode::kGpuNotFound);
}

TEST(Stream, CopiesAndLaunchesInOrder) {
  constexpr size_t kCount = 100000;
  Device device(0);
  Stream stream(device);
  Stream other(device);
  Event begin(device), end(device);
  DeviceMemory memory(device, kCount * sizeof(uint32_t));
  PinnedMemory pinned(device, kCount * sizeof(uint32_t));
  auto* host = pinned.as<uint32_t>();
  auto* values = static_cast<uint32_t*>(memory.data());
  std::iota(host, host + kCount, 0u);
  begin.record(stream);
  stream.copy(values, static_cast<const uint32_t*>(host), kCount);
  launch(stream, "add_one", add_one, kCount, values, uint64_t{kCount});
  end.record(stream);
  other.wait_for(end);
  launch(other, "add_one", add_one, kCount, values, uint64_t{kCount});
  std::vector<uint32_t> out(kCount);
  other.copy(out.data(), static_cast<const uint32_t*>(values), kCount);
  other.wait();
  for (size_t i = 0; i < kCount; ++i) ASSERT_EQ(out[i], i + 2);
  EXPECT_GT(end.seconds_since(begin), 0);
  other.clear(values, kCount);
  other.copy(out.data(), static_cast<const uint32_t*>(values), kCount);
  other.wait();
  EXPECT_EQ(std::accumulate(out.begin(), out.end(), uint64_t{0}), 0u);
}

TEST(Stream, PrioritiesDiffer) {
  Device device(0);
  Stream normal(device), high(device, StreamPriority::kHigh);
  int normal_number = 0, high_number = 0;
  ASSERT_EQ(cudaStreamGetPriority(normal.get(), &normal_number), cudaSuccess);
  ASSERT_EQ(cudaStreamGetPriority(high.get(), &high_number), cudaSuccess);
  EXPECT_LT(high_number, normal_number);  // the lower number comes first
}

TEST(Event, ABlockingOneIsReachedToo) {
  Device device(0);
  Stream stream(device);
  DeviceMemory memory(device, 1 << 20);
  Event never(device, EventKind::kBlocking), end(device, EventKind::kBlocking);
  never.wait();
  stream.wait_for(never);
  stream.clear(static_cast<char*>(memory.data()), memory.bytes());
  end.record(stream);
  end.wait();
  EXPECT_EQ(cudaStreamQuery(stream.get()), cudaSuccess);
}

TEST(Memory, MissingMemoryIsNoFault) {
  Device device(0);
  uint64_t all = device.info().memory_bytes;
  EXPECT_EQ(code_of([&] { DeviceMemory memory(device, 2 * all); }), ErrorCode::kGpuOutOfMemory);
  EXPECT_FALSE(device.is_bad());
  DeviceMemory memory(device, 1 << 20);
  EXPECT_NE(memory.data(), nullptr);
}

TEST(Stream, RefusedLaunchIsNoFault) {
  Device device(0);
  Stream stream(device);
  add_one<<<1, 4096, 0, stream.get()>>>(nullptr, 0);  // too many threads
  EXPECT_EQ(code_of([&] { stream.check_launch("add_one"); }), ErrorCode::kGpuFailed);
  EXPECT_FALSE(device.is_bad());
  stream.wait();
}

// In a process of its own, because the fault ends the use of the device in it.
[[noreturn]] void run_into_a_fault() {
  Device device(0);
  int status = 1;
  {
    DeviceMemory memory(device, 1024);
    Stream stream(device);
    launch(stream, "write_nowhere", write_nowhere, 1024, static_cast<uint32_t*>(memory.data()));
    if (code_of([&] { stream.wait(); }) == ErrorCode::kGpuFault && device.is_bad() &&
        code_of([&] { Stream next(device); }) == ErrorCode::kGpuFault &&
        code_of([&] { DeviceMemory next(device, 1); }) == ErrorCode::kGpuFault) {
      status = 0;
    }
  }
  std::exit(status);
}

TEST(DeviceDeathTest, AFaultTakesTheDeviceOutOfService) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(run_into_a_fault(), testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace cuzk::gpu
