// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/error.h"
#include "gpu/device.h"

namespace cuzk::gpu {

std::vector<DeviceInfo> list_devices() {
  throw base::Error(base::ErrorCode::kGpuNotFound,
                    "GPU: this program was built without CUDA; use --backend cpu, or a program of "
                    "the preset cuda or release");
}

void Device::make_current() const {}

uint64_t Device::free_bytes() const { return 0; }

}  // namespace cuzk::gpu
