// SPDX-License-Identifier: MIT OR Apache-2.0
// Device memory in slabs: physical memory in pieces of one size, and ranges of addresses into which
// they are mapped (CUDA's virtual memory management; residency.md RS-202). Any slab serves any
// place, so free slabs are usable bytes, and memory moves from one list of points to another
// without an allocation.
//
// A slab is mapped as a whole, into one place at a time. Places of a range that hold no slab are a
// fault to touch; so are places that were mapped and not opened. Unmapping does not wait for
// kernels: the caller has to know, by events, that none reads the slab any more.
//
// Driver functions are found at run time, so that a program starts without a driver. Each call
// throws kGpuOutOfMemory, kGpuFault or kGpuFailed; destructors unmap and give back. One thread at a
// time. Cost: see `cuzk-bench micro --what slabs`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "gpu/device.h"

namespace cuzk::gpu {

constexpr uint64_t kSlabBytes = uint64_t{64} << 20;

constexpr uint64_t slab_count(uint64_t bytes) { return (bytes + kSlabBytes - 1) / kSlabBytes; }

// Whether device and driver have virtual memory management.
bool has_slabs(Device& device);

class Slab {
 public:
  // Requires: has_slabs(device).
  explicit Slab(Device& device);
  Slab(Slab&& other) noexcept;
  Slab& operator=(Slab&& other) noexcept;
  ~Slab();

  uint64_t handle() const { return handle_; }

 private:
  Device* device_;
  uint64_t handle_ = 0;  // 0 for none
};

class SlabRange {
 public:
  // Requires: has_slabs(device).
  SlabRange(Device& device, size_t places);
  SlabRange(const SlabRange&) = delete;
  SlabRange& operator=(const SlabRange&) = delete;
  ~SlabRange();

  void* data() const { return reinterpret_cast<void*>(address_); }
  size_t places() const { return is_mapped_.size(); }
  bool is_mapped(size_t place) const { return is_mapped_.at(place); }

  // Requires: the place is free, and the slab is mapped nowhere and outlives its mapping.
  void map(size_t place, const Slab& slab);
  // Makes mapped places readable and writable. Requires: [first, first + count) are mapped.
  void open(size_t first, size_t count);
  // Requires: the place is mapped, and nothing that runs reads or writes there.
  void unmap(size_t place);

 private:
  uint64_t address_of(size_t place) const { return address_ + place * kSlabBytes; }

  Device& device_;
  uint64_t address_ = 0;
  std::vector<bool> is_mapped_;
};

}  // namespace cuzk::gpu
