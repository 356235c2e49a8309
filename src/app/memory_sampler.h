// SPDX-License-Identifier: MIT OR Apache-2.0
// The most memory that was in use while it lives: of this process on the host, and of a device by
// everybody. A thread looks twenty times a second, so that a peak which lasts longer is seen.
// A shorter one may be missed; VmHWM would have it, but counts from the start of the process.
// The device outlives it. Reading the peaks is for any thread.
// Costs some ten microseconds a look.
#pragma once

#include <atomic>
#include <cstdint>
#include <thread>

#include "gpu/device.h"

namespace cuzk::app {

class MemorySampler {
 public:
  // `device` may be null.
  explicit MemorySampler(gpu::Device* device);

  uint64_t peak_host_bytes() const { return host_; }
  uint64_t peak_device_bytes() const { return device_bytes_; }

 private:
  void sample();

  gpu::Device* device_;
  std::atomic<uint64_t> host_ = 0, device_bytes_ = 0;
  std::jthread thread_;
};

}  // namespace cuzk::app
