// SPDX-License-Identifier: MIT OR Apache-2.0
#include "gpu/failure.h"

#include <fmt/format.h>

#include "base/error.h"

namespace cuzk::gpu {

using base::Error;
using base::ErrorCode;

namespace {

std::string version_text(int version) {
  return fmt::format("{}.{}", version / 1000, version % 1000 / 10);
}

}  // namespace

void throw_failure(Device& device, const CudaFailure& failure) {
  std::string text = fmt::format("GPU {} ({}): {} failed with {} ({}) at {}:{}",
                                 device.info().index, device.info().name, failure.call,
                                 failure.name, failure.text, failure.file, failure.line);
  switch (failure.kind) {
    case CudaFailure::Kind::kOutOfMemory:
      throw Error(ErrorCode::kGpuOutOfMemory,
                  fmt::format("{}; {} bytes of its memory are free", text, device.free_bytes()));
    case CudaFailure::Kind::kFault:
      device.mark_bad(text);
      throw Error(ErrorCode::kGpuFault,
                  text + "; the device is out of service until the program is restarted");
    case CudaFailure::Kind::kOther: break;
  }
  throw Error(ErrorCode::kGpuFailed, text);
}

void throw_no_device(int driver_version, int needed_version, const char* text) {
  std::string found = driver_version == 0
                          ? "no driver"
                          : fmt::format("a driver for CUDA {}", version_text(driver_version));
  throw Error(
      ErrorCode::kGpuNotFound,
      fmt::format("GPU: expected a device and a driver for CUDA {} or newer, found {} ({}); "
                  "install the driver of NVIDIA, or use --backend cpu",
                  version_text(needed_version), found, text));
}

void throw_arena_exhausted(uint64_t needed, uint64_t free, uint64_t all) {
  throw Error(ErrorCode::kGpuOutOfMemory,
              fmt::format("device memory: expected {} bytes to be free in the working memory of {} "
                          "bytes, found {}; raise --vram-budget or use a larger device",
                          needed, all, free));
}

void throw_cannot_pin(uint64_t bytes, const char* reason) {
  if (reason == nullptr) {
    throw Error(ErrorCode::kOutOfMemory,
                fmt::format("host memory: expected {} bytes, the system has less", bytes));
  }
  throw Error(ErrorCode::kOutOfMemory,
              fmt::format("host memory: {} bytes cannot be pinned ({}); free some, or raise the "
                          "limit of locked memory (ulimit -l)",
                          bytes, reason));
}

}  // namespace cuzk::gpu
