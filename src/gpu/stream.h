// SPDX-License-Identifier: MIT OR Apache-2.0
// Owners of a CUDA stream and of an event.
//
// Work that is put on one stream runs in order; two streams are ordered by events only. Copies run
// beside the host where its memory is pinned (memory.h). A stream or an event belongs to one thread
// at a time and does not outlive its device. Nothing here allocates device memory.
//
// Who owns a stream and memory that its work uses settles the stream before that memory goes:
// `settle` waits like `wait`, throws nothing and leaves no error behind.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "gpu/runtime.h"

namespace cuzk::gpu {

class Event;

// A wait that fails has not waited, unless the device is at fault: then nothing runs any more, and
// a second one fails as fast.
template <class Wait, class Handle>
void settle_by(Wait* wait, Handle handle) noexcept {
  for (int attempt = 0; attempt < 2; ++attempt) {
    const cudaError_t error = wait(handle);
    if (error == cudaSuccess) return;
    drop_error(error);
  }
}

// Kernels that wait on a stream of high priority start before those of others that wait. Kernels
// that run are not stopped, and copies know no priority.
enum class StreamPriority : uint8_t { kNormal, kHigh };

class Stream {
 public:
  explicit Stream(Device& device, StreamPriority priority = StreamPriority::kNormal)
      : device_(&device) {
    device.refuse_if_bad();
    device.make_current();
    int lowest = 0, highest = 0;
    check_cuda(device, cudaDeviceGetStreamPriorityRange(&lowest, &highest),
               "cudaDeviceGetStreamPriorityRange");
    check_cuda(device,
               cudaStreamCreateWithPriority(&stream_, cudaStreamNonBlocking,
                                            priority == StreamPriority::kHigh ? highest : lowest),
               "cudaStreamCreateWithPriority");
  }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  ~Stream() { drop_error(cudaStreamDestroy(stream_)); }

  cudaStream_t get() const { return stream_; }
  Device& device() const { return *device_; }

  // Returns when all work of the stream is done. Throws what went wrong in it.
  void wait(const char* file = __builtin_FILE(), int line = __builtin_LINE()) const {
    check_cuda(*device_, cudaStreamSynchronize(stream_), "cudaStreamSynchronize", file, line);
  }

  // For destructors and after an error.
  void settle() const noexcept { settle_by(cudaStreamSynchronize, stream_); }

  // What is put on this stream from now on waits for the point that the event recorded.
  void wait_for(const Event& event) const;

  // To be called after each launch.
  void check_launch(const char* kernel, const char* file = __builtin_FILE(),
                    int line = __builtin_LINE()) const {
    check_cuda(*device_, cudaGetLastError(), kernel, file, line);
  }

  // Between any two memories, `count` elements.
  template <class T>
  void copy(T* to, const T* from, size_t count, const char* file = __builtin_FILE(),
            int line = __builtin_LINE()) const {
    check_cuda(*device_, cudaMemcpyAsync(to, from, count * sizeof(T), cudaMemcpyDefault, stream_),
               "cudaMemcpyAsync", file, line);
  }

  template <class T>
  void clear(T* data, size_t count) const {
    check_cuda(*device_, cudaMemsetAsync(data, 0, count * sizeof(T), stream_), "cudaMemsetAsync");
  }

 private:
  Device* device_;
  cudaStream_t stream_ = nullptr;
};

// kTimed: `wait` spins, and times between such events are known. kBlocking: `wait` lets the thread
// sleep.
enum class EventKind : uint8_t { kTimed, kBlocking };

class Event {
 public:
  explicit Event(Device& device, EventKind kind = EventKind::kTimed) : device_(&device) {
    const unsigned flags = kind == EventKind::kTimed
                               ? cudaEventDefault
                               : cudaEventBlockingSync | cudaEventDisableTiming;
    check_cuda(device, cudaEventCreateWithFlags(&event_, flags), "cudaEventCreateWithFlags");
  }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
  ~Event() { drop_error(cudaEventDestroy(event_)); }

  cudaEvent_t get() const { return event_; }

  void record(const Stream& stream) {
    check_cuda(*device_, cudaEventRecord(event_, stream.get()), "cudaEventRecord");
  }
  void wait() const { check_cuda(*device_, cudaEventSynchronize(event_), "cudaEventSynchronize"); }
  void settle() const noexcept { settle_by(cudaEventSynchronize, event_); }
  // Device time between two recorded points that have been reached. Requires: both are kTimed.
  double seconds_since(const Event& earlier) const {
    float milliseconds = 0;
    check_cuda(*device_, cudaEventElapsedTime(&milliseconds, earlier.event_, event_),
               "cudaEventElapsedTime");
    return milliseconds / 1e3;
  }

 private:
  Device* device_;
  cudaEvent_t event_ = nullptr;
};

inline void Stream::wait_for(const Event& event) const {
  check_cuda(*device_, cudaStreamWaitEvent(stream_, event.get()), "cudaStreamWaitEvent");
}

}  // namespace cuzk::gpu
