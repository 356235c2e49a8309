// SPDX-License-Identifier: MIT OR Apache-2.0
// Failures of a device, as errors with their texts. Separate from the code that calls CUDA,
// because nvcc cannot compile the library that formats the texts.
//
// A fault (an illegal address, a failed launch, memory that ECC cannot correct) ends the use of the
// device in this process; being out of memory and a refused call do not. Each function throws and
// never returns; the first two are reached through check_cuda (runtime.h) and list_devices.
// Callable by any thread.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "gpu/device.h"

namespace cuzk::gpu {

// What CUDA said and where.
struct CudaFailure {
  enum class Kind : uint8_t { kOutOfMemory, kFault, kOther };
  Kind kind = Kind::kOther;
  const char* name = "";
  const char* text = "";
  const char* call = "";
  const char* file = "";
  int line = 0;
};

// Marks the device as bad if it is a fault. Throws kGpuOutOfMemory, kGpuFault, kGpuFailed.
[[noreturn]] void throw_failure(Device& device, const CudaFailure& failure);

// Why CUDA finds no device.
struct NoDevice {
  int driver_version = 0, needed_version = 0;  // 1000 * major + 10 * minor; 0 for no driver
  const char* text = "";                       // what CUDA said
  const char* visible = nullptr;  // CUDA_VISIBLE_DEVICES, null where it is not set or not the cause
};
// No driver and one too old are named as such. Otherwise the variable is the cause if it is given:
// CUDA hides all devices from the first entry on that is none of theirs, so that an empty text, -1
// and a wrong name hide all.
[[noreturn]] void throw_no_device(const NoDevice& cause);

// The forms that CUDA_VISIBLE_DEVICES, nvidia-smi and the driver's folders in /proc use.
std::string uuid_text(std::span<const char, 16> uuid);  // "GPU-2d1a…"
std::string pci_text(int domain, int bus, int device);  // "0000:1b:00.0"

// Of the working memory of an Arena.
[[noreturn]] void throw_arena_exhausted(uint64_t needed, uint64_t free, uint64_t all);

// Of the host: `reason` is null if there is not so much memory at all.
[[noreturn]] void throw_cannot_pin(uint64_t bytes, const char* reason);

}  // namespace cuzk::gpu
