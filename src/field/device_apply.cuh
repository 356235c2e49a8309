// SPDX-License-Identifier: MIT OR Apache-2.0
// For the device tests of `field` and `curve`: applies a function to each pair of operands on the
// device, one thread a pair, and brings the results back.
//
// The function is a struct with a CUZK_HOST_DEVICE operator(), so that the test runs the very same
// code on the host to compare. Everything runs on the default stream and waits; a CUDA error ends
// the test program.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <vector>

#include "base/check.h"

namespace cuzk::field {

inline void check_cuda(cudaError_t error) {
  base::check(error == cudaSuccess, cudaGetErrorString(error));
}

// Device memory for the lifetime of the object.
template <class T>
class DeviceArray {
 public:
  explicit DeviceArray(size_t count) : count_(count) {
    check_cuda(cudaMalloc(&data_, count * sizeof(T)));
  }
  explicit DeviceArray(const std::vector<T>& values) : DeviceArray(values.size()) {
    check_cuda(cudaMemcpy(data_, values.data(), count_ * sizeof(T), cudaMemcpyHostToDevice));
  }
  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;
  ~DeviceArray() { cudaFree(data_); }

  T* data() const { return data_; }

  std::vector<T> to_host() const {
    std::vector<T> values(count_);
    check_cuda(cudaMemcpy(values.data(), data_, count_ * sizeof(T), cudaMemcpyDeviceToHost));
    return values;
  }

 private:
  T* data_ = nullptr;
  size_t count_ = 0;
};

template <class Function, class A, class B, class Out>
__global__ void apply_to_pairs(Function function, const A* a, size_t a_count, const B* b,
                               size_t b_count, Out* out) {
  size_t index = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (index >= a_count * b_count) return;
  out[index] = function(a[index / b_count], b[index % b_count]);
}

// out[i * b.size() + j] = function(a[i], b[j]), computed on the device.
template <class Function, class A, class B>
auto device_apply(const Function& function, const std::vector<A>& a, const std::vector<B>& b) {
  using Out = decltype(function(a[0], b[0]));
  constexpr unsigned kThreads = 64;
  size_t count = a.size() * b.size();
  DeviceArray<A> a_device(a);
  DeviceArray<B> b_device(b);
  DeviceArray<Out> out(count);
  auto blocks = static_cast<unsigned>((count + kThreads - 1) / kThreads);
  apply_to_pairs<<<blocks, kThreads>>>(function, a_device.data(), a.size(), b_device.data(),
                                       b.size(), out.data());
  check_cuda(cudaGetLastError());
  return out.to_host();
}

}  // namespace cuzk::field
