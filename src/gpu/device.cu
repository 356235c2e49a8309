// SPDX-License-Identifier: MIT OR Apache-2.0
#include <cuda_runtime.h>

#include <cstdlib>

#include "gpu/failure.h"
#include "gpu/runtime.h"

namespace cuzk::gpu {
namespace {

[[noreturn]] void no_device(cudaError_t error) {
  int driver = 0;
  cudaDriverGetVersion(&driver);
  // CUDA itself reads the variable, and with it may find none.
  const bool none = error == cudaSuccess || error == cudaErrorNoDevice;
  throw_no_device({driver, CUDART_VERSION, cudaGetErrorString(none ? cudaErrorNoDevice : error),
                   none ? std::getenv("CUDA_VISIBLE_DEVICES") : nullptr});
}

DeviceInfo describe(int index) {
  cudaDeviceProp properties;
  cudaError_t error = cudaGetDeviceProperties(&properties, index);
  int clock_khz = 0;
  if (error == cudaSuccess) {
    error = cudaDeviceGetAttribute(&clock_khz, cudaDevAttrClockRate, index);
  }
  if (error != cudaSuccess) no_device(error);
  return {
      .index = index,
      .name = properties.name,
      .uuid = uuid_text(properties.uuid.bytes),
      .pci_address = pci_text(properties.pciDomainID, properties.pciBusID, properties.pciDeviceID),
      .compute_major = static_cast<unsigned>(properties.major),
      .compute_minor = static_cast<unsigned>(properties.minor),
      .multiprocessors = static_cast<unsigned>(properties.multiProcessorCount),
      .memory_bytes = properties.totalGlobalMem,
      .l2_bytes = static_cast<uint64_t>(properties.l2CacheSize),
      .clock_ghz = clock_khz / 1e6};
}

bool is_fault(cudaError_t error) {
  switch (error) {
    case cudaErrorIllegalAddress:
    case cudaErrorLaunchTimeout:
    case cudaErrorAssert:
    case cudaErrorHardwareStackError:
    case cudaErrorIllegalInstruction:
    case cudaErrorMisalignedAddress:
    case cudaErrorInvalidAddressSpace:
    case cudaErrorInvalidPc:
    case cudaErrorLaunchFailure:
    case cudaErrorECCUncorrectable: return true;
    default: return false;
  }
}

}  // namespace

std::vector<DeviceInfo> list_devices() {
  int count = 0;
  cudaError_t error = cudaGetDeviceCount(&count);
  if (error != cudaSuccess || count == 0) no_device(error);
  std::vector<DeviceInfo> out;
  for (int index = 0; index < count; ++index) out.push_back(describe(index));
  return out;
}

void Device::make_current() const {
  cudaError_t error = cudaSetDevice(info_.index);
  if (error != cudaSuccess) no_device(error);
}

uint64_t Device::free_bytes() const {
  size_t free = 0;
  size_t total = 0;
  if (cudaMemGetInfo(&free, &total) != cudaSuccess) return 0;
  return free;
}

void cuda_failed(Device& device, cudaError_t error, const char* call, const char* file, int line) {
  cudaGetLastError();  // an error that is no fault is over now
  using Kind = CudaFailure::Kind;
  Kind kind = error == cudaErrorMemoryAllocation ? Kind::kOutOfMemory
              : is_fault(error)                  ? Kind::kFault
                                                 : Kind::kOther;
  throw_failure(device,
                {kind, cudaGetErrorName(error), cudaGetErrorString(error), call, file, line});
}

}  // namespace cuzk::gpu
