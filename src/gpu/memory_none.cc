// SPDX-License-Identifier: MIT OR Apache-2.0
// In a build without CUDA all blocks are empty, so there is nothing to give back.
#include "gpu/memory.h"

namespace cuzk::gpu {

DeviceMemory::~DeviceMemory() = default;
PinnedMemory::~PinnedMemory() = default;

}  // namespace cuzk::gpu
