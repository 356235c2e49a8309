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

void throw_no_device(const NoDevice& cause) {
  const std::string needed = version_text(cause.needed_version);
  std::string text;
  if (cause.driver_version < cause.needed_version) {
    text = fmt::format(
        "GPU: expected a driver for CUDA {} or newer, found {} ({}); install the driver of NVIDIA, "
        "or use --backend cpu",
        needed,
        cause.driver_version == 0
            ? "none"
            : fmt::format("one for CUDA {}", version_text(cause.driver_version)),
        cause.text);
  } else if (cause.visible != nullptr) {
    text = fmt::format(
        "GPU: expected a device, found none: CUDA_VISIBLE_DEVICES=\"{}\" hides all of them ({}); "
        "unset it, or give numbers or UUIDs that `nvidia-smi -L` lists",
        cause.visible, cause.text);
  } else {
    text = fmt::format(
        "GPU: expected a device, found a driver for CUDA {} and no device ({}); look at "
        "`nvidia-smi` and `dmesg`, and whether a container was given its devices",
        version_text(cause.driver_version), cause.text);
  }
  throw Error(ErrorCode::kGpuNotFound, text);
}

std::string uuid_text(std::span<const char, 16> uuid) {
  std::string text = "GPU";
  for (size_t i = 0; i < uuid.size(); ++i) {
    if (i == 0 || i == 4 || i == 6 || i == 8 || i == 10) text += '-';
    text += fmt::format("{:02x}", static_cast<unsigned char>(uuid[i]));
  }
  return text;
}

std::string pci_text(int domain, int bus, int device) {
  return fmt::format("{:04x}:{:02x}:{:02x}.0", domain, bus, device);
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
