// SPDX-License-Identifier: MIT OR Apache-2.0
#include "gpu/device.h"

#include <fmt/format.h>

#include "base/error.h"

namespace cuzk::gpu {

Device::Device(int index) {
  std::vector<DeviceInfo> devices = list_devices();
  if (index < 0 || static_cast<size_t>(index) >= devices.size()) {
    throw base::Error(base::ErrorCode::kGpuNotFound,
                      fmt::format("GPU {}: expected a number below {}, the devices found", index,
                                  devices.size()));
  }
  info_ = devices[static_cast<size_t>(index)];
  make_current();
}

bool Device::is_bad() const {
  std::lock_guard lock(mutex_);
  return !reason_.empty();
}

void Device::refuse_if_bad() const {
  std::lock_guard lock(mutex_);
  if (reason_.empty()) return;
  throw base::Error(
      base::ErrorCode::kGpuFault,
      fmt::format("GPU {} ({}) is out of service since an earlier fault: {}; restart the program",
                  info_.index, info_.name, reason_));
}

void Device::mark_bad(const std::string& reason) {
  std::lock_guard lock(mutex_);
  if (reason_.empty()) reason_ = reason;
}

}  // namespace cuzk::gpu
