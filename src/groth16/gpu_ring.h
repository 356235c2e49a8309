// SPDX-License-Identifier: MIT OR Apache-2.0
// Points from pinned memory of the host to the device, chunk by chunk through a few buffers: while
// sums read one, the next chunks are copied into the others on a stream of its own.
//
// A copy waits until the sum over the chunk that used its buffer before has run, and for nothing
// else, so the first chunks of a proof arrive while other work is still under way. Everything is
// ordered by events; no call waits. With `buffers` chunks on their way, a sum may take as long as
// buffers - 1 copies before the bus falls idle.
//
// The memory of the buffers is the caller's. Some of it may serve other work before a proof's sums:
// after such work `release_all` holds copies back until it is done.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "gpu/stream.h"

namespace cuzk::groth16 {

class ChunkRing {
 public:
  // Of one copy, 5 ms of the bus: copies of others that are asked for meanwhile come in between.
  static constexpr uint64_t kCopyBytes = uint64_t{256} << 20;

  ChunkRing(gpu::Device& device, const gpu::Stream& copies, const std::vector<void*>& buffers)
      : copies_(copies) {
    for (void* data : buffers) buffers_.push_back(std::make_unique<Buffer>(device, data));
  }

  // The device's copy of `count` elements at `from`, for work that is put on `stream` between this
  // call and `release`.
  template <class T>
  const T* fetch(const gpu::Stream& stream, const T* from, uint64_t count) {
    Buffer& buffer = *buffers_[next_];
    T* to = static_cast<T*>(buffer.data);
    copies_.wait_for(buffer.drained);
    constexpr uint64_t kEach = kCopyBytes / sizeof(T);
    for (uint64_t first = 0; first < count; first += kEach) {
      copies_.copy(to + first, from + first, std::min(kEach, count - first));
    }
    buffer.filled.record(copies_);
    stream.wait_for(buffer.filled);
    return to;
  }
  void release(const gpu::Stream& stream) {
    buffers_[next_]->drained.record(stream);
    next_ = (next_ + 1) % buffers_.size();
  }

  // The buffers from `first` on are free when the work of `stream` so far is done. The next chunk
  // goes to buffer 0.
  void release_all(const gpu::Stream& stream, size_t first) {
    for (size_t i = first; i < buffers_.size(); ++i) buffers_[i]->drained.record(stream);
    next_ = 0;
  }

 private:
  struct Buffer {
    Buffer(gpu::Device& device, void* memory) : data(memory), filled(device), drained(device) {}
    void* data;
    gpu::Event filled, drained;
  };

  const gpu::Stream& copies_;
  std::vector<std::unique_ptr<Buffer>> buffers_;
  size_t next_ = 0;
};

}  // namespace cuzk::groth16
