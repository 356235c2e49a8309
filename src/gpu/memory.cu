// SPDX-License-Identifier: MIT OR Apache-2.0
#include "gpu/memory.h"

#include <sys/mman.h>

#include "gpu/failure.h"
#include "gpu/runtime.h"

namespace cuzk::gpu {

DeviceMemory::DeviceMemory(Device& device, uint64_t bytes) {
  device.refuse_if_bad();
  device.make_current();
  if (bytes == 0) return;
  check_cuda(device, cudaMalloc(&data_, bytes), "cudaMalloc");
  bytes_ = bytes;
}

DeviceMemory::~DeviceMemory() { drop_error(cudaFree(data_)); }

PinnedMemory::PinnedMemory(Device& device, uint64_t bytes) {
  device.refuse_if_bad();
  device.make_current();
  if (bytes == 0) return;
  void* pages = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED) throw_cannot_pin(bytes, nullptr);
  madvise(pages, bytes, MADV_HUGEPAGE);
  cudaError_t error = cudaHostRegister(pages, bytes, cudaHostRegisterDefault);
  if (error != cudaSuccess) {
    munmap(pages, bytes);
    cudaGetLastError();
    throw_cannot_pin(bytes, cudaGetErrorString(error));
  }
  data_ = pages;
  bytes_ = bytes;
}

PinnedMemory::~PinnedMemory() {
  if (data_ == nullptr) return;
  drop_error(cudaHostUnregister(data_));
  munmap(data_, bytes_);
}

}  // namespace cuzk::gpu
