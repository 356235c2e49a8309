// SPDX-License-Identifier: MIT OR Apache-2.0
// Makes the k-th CUDA call of one kind fail, as base/faults_testing.h does for calls of the system:
// the program under test has no line for it. A test program that is linked with cuzk_cuda_faults
// (cmake/cuda_faults.cmake, which takes the names from this file) calls the functions below in
// place of CUDA's own. One source file of it includes this header.
//
// A refused call does nothing, and its error is also the thread's last one, as CUDA has it: a call
// whose result nobody looks at shows at the next check of a launch. Calls that give something back
// are made and then report an error, as those of CUDA do when earlier work has failed. None of the
// errors is a fault of the device. A `CudaFault` holds while it lives, for all threads.
#pragma once

#include <cuda_runtime_api.h>

#include <type_traits>
#include <utility>

#include "base/fault_point_testing.h"

namespace cuzk::gpu {

enum class CudaCall : int {
  kNone,
  kDeviceMemory,
  kPinned,
  kCopy,  // and clearing
  kLaunch,
  kStreamOrEvent,  // made, recorded, waited for by a stream
  kWait,           // of the host
  kRelease,
  kQuestion,  // about the device, a function, free memory, times
};

inline constinit thread_local cudaError_t made_up_error = cudaSuccess;

using CudaFault = base::FaultPoint<CudaCall>;

// Whether this call is the one; then the thread's last error is `error`.
inline bool is_refused(CudaCall kind, cudaError_t error) {
  if (!CudaFault::fails(kind)) return false;
  made_up_error = error;
  return true;
}

template <cudaError_t kError, class... Arguments>
cudaError_t call_or_refuse(CudaCall kind, cudaError_t (*real)(Arguments...),
                           std::type_identity_t<Arguments>... arguments) {
  return is_refused(kind, kError) ? kError : real(arguments...);
}

inline cudaError_t released(cudaError_t result) {
  return is_refused(CudaCall::kRelease, cudaErrorUnknown) ? cudaErrorUnknown : result;
}

}  // namespace cuzk::gpu

// The linker's names: __wrap_f is called for f, and __real_f is CUDA's.
extern "C" {

using cuzk::gpu::call_or_refuse;
using cuzk::gpu::CudaCall;

cudaError_t __real_cudaMalloc(void** out, size_t bytes);
cudaError_t __wrap_cudaMalloc(void** out, size_t bytes) {
  return call_or_refuse<cudaErrorMemoryAllocation>(CudaCall::kDeviceMemory, __real_cudaMalloc, out,
                                                   bytes);
}

cudaError_t __real_cudaHostRegister(void* pages, size_t bytes, unsigned flags);
cudaError_t __wrap_cudaHostRegister(void* pages, size_t bytes, unsigned flags) {
  return call_or_refuse<cudaErrorMemoryAllocation>(CudaCall::kPinned, __real_cudaHostRegister,
                                                   pages, bytes, flags);
}

cudaError_t __real_cudaMemcpyAsync(void* to, const void* from, size_t bytes, cudaMemcpyKind kind,
                                   cudaStream_t stream);
cudaError_t __wrap_cudaMemcpyAsync(void* to, const void* from, size_t bytes, cudaMemcpyKind kind,
                                   cudaStream_t stream) {
  return call_or_refuse<cudaErrorUnknown>(CudaCall::kCopy, __real_cudaMemcpyAsync, to, from, bytes,
                                          kind, stream);
}

cudaError_t __real_cudaMemsetAsync(void* data, int value, size_t bytes, cudaStream_t stream);
cudaError_t __wrap_cudaMemsetAsync(void* data, int value, size_t bytes, cudaStream_t stream) {
  return call_or_refuse<cudaErrorUnknown>(CudaCall::kCopy, __real_cudaMemsetAsync, data, value,
                                          bytes, stream);
}

// What <<<>>> calls.
cudaError_t __real___cudaLaunchKernel(cudaKernel_t kernel, dim3 blocks, dim3 threads,
                                      void** arguments, size_t shared_bytes, cudaStream_t stream);
cudaError_t __wrap___cudaLaunchKernel(cudaKernel_t kernel, dim3 blocks, dim3 threads,
                                      void** arguments, size_t shared_bytes, cudaStream_t stream) {
  return call_or_refuse<cudaErrorLaunchOutOfResources>(CudaCall::kLaunch, __real___cudaLaunchKernel,
                                                       kernel, blocks, threads, arguments,
                                                       shared_bytes, stream);
}

cudaError_t __real_cudaGetLastError();
cudaError_t __wrap_cudaGetLastError() {
  const cudaError_t real = __real_cudaGetLastError();
  const cudaError_t made_up = std::exchange(cuzk::gpu::made_up_error, cudaSuccess);
  return made_up == cudaSuccess ? real : made_up;
}

cudaError_t __real_cudaStreamCreateWithPriority(cudaStream_t* out, unsigned flags, int priority);
cudaError_t __wrap_cudaStreamCreateWithPriority(cudaStream_t* out, unsigned flags, int priority) {
  return call_or_refuse<cudaErrorMemoryAllocation>(
      CudaCall::kStreamOrEvent, __real_cudaStreamCreateWithPriority, out, flags, priority);
}

cudaError_t __real_cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags);
cudaError_t __wrap_cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags) {
  return call_or_refuse<cudaErrorUnknown>(CudaCall::kStreamOrEvent, __real_cudaStreamWaitEvent,
                                          stream, event, flags);
}

cudaError_t __real_cudaEventCreateWithFlags(cudaEvent_t* out, unsigned flags);
cudaError_t __wrap_cudaEventCreateWithFlags(cudaEvent_t* out, unsigned flags) {
  return call_or_refuse<cudaErrorMemoryAllocation>(CudaCall::kStreamOrEvent,
                                                   __real_cudaEventCreateWithFlags, out, flags);
}

cudaError_t __real_cudaEventRecord(cudaEvent_t event, cudaStream_t stream);
cudaError_t __wrap_cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  return call_or_refuse<cudaErrorUnknown>(CudaCall::kStreamOrEvent, __real_cudaEventRecord, event,
                                          stream);
}

cudaError_t __real_cudaStreamSynchronize(cudaStream_t stream);
cudaError_t __wrap_cudaStreamSynchronize(cudaStream_t stream) {
  return call_or_refuse<cudaErrorUnknown>(CudaCall::kWait, __real_cudaStreamSynchronize, stream);
}

cudaError_t __real_cudaEventSynchronize(cudaEvent_t event);
cudaError_t __wrap_cudaEventSynchronize(cudaEvent_t event) {
  return call_or_refuse<cudaErrorUnknown>(CudaCall::kWait, __real_cudaEventSynchronize, event);
}

cudaError_t __real_cudaFree(void* data);
cudaError_t __wrap_cudaFree(void* data) { return cuzk::gpu::released(__real_cudaFree(data)); }

cudaError_t __real_cudaHostUnregister(void* pages);
cudaError_t __wrap_cudaHostUnregister(void* pages) {
  return cuzk::gpu::released(__real_cudaHostUnregister(pages));
}

cudaError_t __real_cudaStreamDestroy(cudaStream_t stream);
cudaError_t __wrap_cudaStreamDestroy(cudaStream_t stream) {
  return cuzk::gpu::released(__real_cudaStreamDestroy(stream));
}

cudaError_t __real_cudaEventDestroy(cudaEvent_t event);
cudaError_t __wrap_cudaEventDestroy(cudaEvent_t event) {
  return cuzk::gpu::released(__real_cudaEventDestroy(event));
}

cudaError_t __real_cudaSetDevice(int index);
cudaError_t __wrap_cudaSetDevice(int index) {
  return call_or_refuse<cudaErrorUnknown>(CudaCall::kQuestion, __real_cudaSetDevice, index);
}

cudaError_t __real_cudaMemGetInfo(size_t* free, size_t* total);
cudaError_t __wrap_cudaMemGetInfo(size_t* free, size_t* total) {
  return call_or_refuse<cudaErrorUnknown>(CudaCall::kQuestion, __real_cudaMemGetInfo, free, total);
}

cudaError_t __real_cudaDeviceGetStreamPriorityRange(int* least, int* greatest);
cudaError_t __wrap_cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  return call_or_refuse<cudaErrorUnknown>(CudaCall::kQuestion,
                                          __real_cudaDeviceGetStreamPriorityRange, least, greatest);
}

cudaError_t __real_cudaDeviceGetAttribute(int* out, cudaDeviceAttr attribute, int index);
cudaError_t __wrap_cudaDeviceGetAttribute(int* out, cudaDeviceAttr attribute, int index) {
  return call_or_refuse<cudaErrorUnknown>(CudaCall::kQuestion, __real_cudaDeviceGetAttribute, out,
                                          attribute, index);
}

cudaError_t __real_cudaFuncSetAttribute(const void* kernel, cudaFuncAttribute attribute, int value);
cudaError_t __wrap_cudaFuncSetAttribute(const void* kernel, cudaFuncAttribute attribute,
                                        int value) {
  return call_or_refuse<cudaErrorUnknown>(CudaCall::kQuestion, __real_cudaFuncSetAttribute, kernel,
                                          attribute, value);
}

cudaError_t __real_cudaEventElapsedTime(float* milliseconds, cudaEvent_t from, cudaEvent_t to);
cudaError_t __wrap_cudaEventElapsedTime(float* milliseconds, cudaEvent_t from, cudaEvent_t to) {
  return call_or_refuse<cudaErrorUnknown>(CudaCall::kQuestion, __real_cudaEventElapsedTime,
                                          milliseconds, from, to);
}

}  // extern "C"
