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

// Versions as CUDA gives them: 1000 * major + 10 * minor, 0 for no driver.
[[noreturn]] void throw_no_device(int driver_version, int needed_version, const char* text);

// Of the working memory of an Arena.
[[noreturn]] void throw_arena_exhausted(uint64_t needed, uint64_t free, uint64_t all);

// Of the host: `reason` is null if there is not so much memory at all.
[[noreturn]] void throw_cannot_pin(uint64_t bytes, const char* reason);

}  // namespace cuzk::gpu
