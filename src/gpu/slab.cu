// SPDX-License-Identifier: MIT OR Apache-2.0
#include "gpu/slab.h"

#include <cuda.h>

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "gpu/failure.h"
#include "gpu/runtime.h"

namespace cuzk::gpu {
namespace {

// The driver's functions that this file calls; null if the driver has none.
struct Driver {
  decltype(&cuMemCreate) create = nullptr;
  decltype(&cuMemRelease) release = nullptr;
  decltype(&cuMemAddressReserve) reserve = nullptr;
  decltype(&cuMemAddressFree) free = nullptr;
  decltype(&cuMemMap) map = nullptr;
  decltype(&cuMemUnmap) unmap = nullptr;
  decltype(&cuMemSetAccess) set_access = nullptr;
  decltype(&cuMemGetAllocationGranularity) granularity = nullptr;
  decltype(&cuDeviceGetAttribute) attribute = nullptr;
  decltype(&cuGetErrorName) error_name = nullptr;
  decltype(&cuGetErrorString) error_text = nullptr;

  bool is_complete() const {
    return create != nullptr && release != nullptr && reserve != nullptr && free != nullptr &&
           map != nullptr && unmap != nullptr && set_access != nullptr && granularity != nullptr &&
           attribute != nullptr && error_name != nullptr && error_text != nullptr;
  }
};

template <class Function>
void find(const char* name, Function& function) {
  // The version that brought the youngest of these functions.
  constexpr unsigned kVersion = 10020;
  void* found = nullptr;
  cudaDriverEntryPointQueryResult result{};
  cudaError_t error =
      cudaGetDriverEntryPointByVersion(name, &found, kVersion, cudaEnableDefault, &result);
  if (error == cudaSuccess && result == cudaDriverEntryPointSuccess) {
    function = reinterpret_cast<Function>(found);
  } else {
    cudaGetLastError();
  }
}

const Driver& driver() {
  static const Driver found = [] {
    Driver out;
    find("cuMemCreate", out.create);
    find("cuMemRelease", out.release);
    find("cuMemAddressReserve", out.reserve);
    find("cuMemAddressFree", out.free);
    find("cuMemMap", out.map);
    find("cuMemUnmap", out.unmap);
    find("cuMemSetAccess", out.set_access);
    find("cuMemGetAllocationGranularity", out.granularity);
    find("cuDeviceGetAttribute", out.attribute);
    find("cuGetErrorName", out.error_name);
    find("cuGetErrorString", out.error_text);
    return out;
  }();
  return found;
}

bool is_fault(CUresult result) {
  switch (result) {
    case CUDA_ERROR_ILLEGAL_ADDRESS:
    case CUDA_ERROR_LAUNCH_TIMEOUT:
    case CUDA_ERROR_ASSERT:
    case CUDA_ERROR_HARDWARE_STACK_ERROR:
    case CUDA_ERROR_ILLEGAL_INSTRUCTION:
    case CUDA_ERROR_MISALIGNED_ADDRESS:
    case CUDA_ERROR_INVALID_ADDRESS_SPACE:
    case CUDA_ERROR_INVALID_PC:
    case CUDA_ERROR_LAUNCH_FAILED:
    case CUDA_ERROR_ECC_UNCORRECTABLE: return true;
    default: return false;
  }
}

void check_driver(Device& device, CUresult result, const char* call,
                  const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
  if (result == CUDA_SUCCESS) return;
  using Kind = CudaFailure::Kind;
  const Kind kind = result == CUDA_ERROR_OUT_OF_MEMORY ? Kind::kOutOfMemory
                    : is_fault(result)                 ? Kind::kFault
                                                       : Kind::kOther;
  const char* name = "unknown";
  const char* text = "";
  driver().error_name(result, &name);
  driver().error_text(result, &text);
  throw_failure(device, {kind, name, text, call, file, line});
}

CUmemAllocationProp properties(const Device& device) {
  CUmemAllocationProp out = {};
  out.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  out.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  out.location.id = device.info().index;
  return out;
}

}  // namespace

bool has_slabs(Device& device) {
  device.make_current();
  if (!driver().is_complete()) return false;
  int is_supported = 0;
  if (driver().attribute(&is_supported, CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED,
                         device.info().index) != CUDA_SUCCESS ||
      is_supported == 0) {
    return false;
  }
  const CUmemAllocationProp prop = properties(device);
  size_t granularity = 0;
  return driver().granularity(&granularity, &prop, CU_MEM_ALLOC_GRANULARITY_MINIMUM) ==
             CUDA_SUCCESS &&
         granularity != 0 && kSlabBytes % granularity == 0;
}

Slab::Slab(Device& device) : device_(&device) {
  device.refuse_if_bad();
  device.make_current();
  const CUmemAllocationProp prop = properties(device);
  CUmemGenericAllocationHandle handle = 0;
  check_driver(device, driver().create(&handle, kSlabBytes, &prop, 0), "cuMemCreate");
  handle_ = handle;
}

Slab::Slab(Slab&& other) noexcept
    : device_(other.device_), handle_(std::exchange(other.handle_, 0)) {}

Slab& Slab::operator=(Slab&& other) noexcept {
  std::swap(device_, other.device_);
  std::swap(handle_, other.handle_);
  return *this;
}

Slab::~Slab() {
  if (handle_ == 0) return;
  device_->make_current();
  driver().release(handle_);
}

SlabRange::SlabRange(Device& device, size_t places) : device_(device), is_mapped_(places) {
  device.refuse_if_bad();
  device.make_current();
  CUdeviceptr address = 0;
  check_driver(device, driver().reserve(&address, places * kSlabBytes, 0, 0, 0),
               "cuMemAddressReserve");
  address_ = address;
}

SlabRange::~SlabRange() {
  device_.make_current();
  for (size_t place = 0; place < places(); ++place) {
    if (is_mapped_[place]) driver().unmap(address_of(place), kSlabBytes);
  }
  driver().free(address_, places() * kSlabBytes);
}

void SlabRange::map(size_t place, const Slab& slab) {
  base::check(!is_mapped(place), "the place is free");
  check_driver(device_, driver().map(address_of(place), kSlabBytes, 0, slab.handle(), 0),
               "cuMemMap");
  is_mapped_[place] = true;
}

void SlabRange::open(size_t first, size_t count) {
  const auto begin = is_mapped_.begin() + static_cast<ptrdiff_t>(first);
  base::check(first + count <= places() && std::count(begin, begin + static_cast<ptrdiff_t>(count),
                                                      true) == static_cast<ptrdiff_t>(count),
              "the places are mapped");
  CUmemAccessDesc access = {};
  access.location = properties(device_).location;
  access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
  check_driver(device_, driver().set_access(address_of(first), count * kSlabBytes, &access, 1),
               "cuMemSetAccess");
}

void SlabRange::unmap(size_t place) {
  base::check(is_mapped(place), "the place is mapped");
  check_driver(device_, driver().unmap(address_of(place), kSlabBytes), "cuMemUnmap");
  is_mapped_[place] = false;
}

}  // namespace cuzk::gpu
