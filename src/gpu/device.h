// SPDX-License-Identifier: MIT OR Apache-2.0
// The graphics processors of this machine, without any CUDA type, so that every folder and every
// build can ask for them. A program that was built without CUDA, a machine without a driver or
// with an old one, and a machine without a device all answer with kGpuNotFound and say what was
// found and what is needed.
//
// A Device is one processor in use. Some CUDA errors are final: after a fault in a
// kernel nothing works in this process any more. The device then is marked as bad, and everything
// that uses it afterwards throws kGpuFault with the first reason, so that one faulty device does
// not look like many faulty jobs. Running out of memory is no fault.
//
// A Device may be used by several threads; each calls `make_current` before its first CUDA call.
#pragma once

#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

namespace cuzk::gpu {

struct DeviceInfo {
  int index = 0;
  std::string name;
  std::string uuid, pci_address;  // "GPU-2d1a…", "0000:1b:00.0", as nvidia-smi -q has them
  unsigned compute_major = 0, compute_minor = 0;
  unsigned multiprocessors = 0;
  uint64_t memory_bytes = 0;
  uint64_t l2_bytes = 0;
  double clock_ghz = 0;
};

// Throws kGpuNotFound unless there is at least one.
std::vector<DeviceInfo> list_devices();

class Device {
 public:
  // Throws kGpuNotFound.
  explicit Device(int index);

  const DeviceInfo& info() const { return info_; }
  void make_current() const;
  uint64_t free_bytes() const;

  bool is_bad() const;
  // Throws kGpuFault if the device is bad.
  void refuse_if_bad() const;
  // Records the first reason.
  void mark_bad(const std::string& reason);

 private:
  DeviceInfo info_;
  mutable std::mutex mutex_;
  std::string reason_;  // empty while the device is good
};

}  // namespace cuzk::gpu
