// SPDX-License-Identifier: MIT OR Apache-2.0
// Owners of memory: a block on the device, and pinned pages of the host, from which the device
// copies at full speed and beside the host's work.
//
// Pinned memory is mapped with huge pages and then registered, which is ten times faster than
// cudaHostAlloc for large blocks. Both throw when there is not enough: kGpuOutOfMemory on the
// device, kOutOfMemory on the host. Large, rare blocks only: what runs often takes its memory from
// an Arena.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "gpu/device.h"

namespace cuzk::gpu {

class DeviceMemory {
 public:
  DeviceMemory() = default;
  DeviceMemory(Device& device, uint64_t bytes);
  DeviceMemory(DeviceMemory&& other) noexcept { *this = std::move(other); }
  DeviceMemory& operator=(DeviceMemory&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  ~DeviceMemory();

  void* data() const { return data_; }
  uint64_t bytes() const { return bytes_; }

 private:
  void* data_ = nullptr;
  uint64_t bytes_ = 0;
};

class PinnedMemory {
 public:
  PinnedMemory() = default;
  PinnedMemory(Device& device, uint64_t bytes);
  PinnedMemory(PinnedMemory&& other) noexcept { *this = std::move(other); }
  PinnedMemory& operator=(PinnedMemory&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  ~PinnedMemory();

  template <class T>
  T* as() const {
    return static_cast<T*>(data_);
  }
  uint64_t bytes() const { return bytes_; }

 private:
  void* data_ = nullptr;
  uint64_t bytes_ = 0;
};

}  // namespace cuzk::gpu
