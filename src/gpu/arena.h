// SPDX-License-Identifier: MIT OR Apache-2.0
// One block of device memory from which all working memory of a device is taken, so that nothing is
// allocated or freed while proofs run and the need of a plan is known before it starts.
//
// `take` moves a mark forward; a Scope puts it back. So memory is given back in the reverse order,
// and what was given back is used again at once: work that still runs on it must be ordered before
// the next user, which one stream does by itself.
//
// A measuring arena has no memory and hands out null; it only counts. Code that takes its memory
// from an arena thus also computes its need: run it on a measuring arena and ask for `peak`. An
// arena is used by one thread at a time. It does not own the block.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "gpu/failure.h"

namespace cuzk::gpu {

class Arena {
 public:
  static constexpr uint64_t kAlignment = 256;

  // Measures.
  Arena() = default;
  // Requires: `data` is aligned to kAlignment.
  Arena(void* data, uint64_t bytes) : data_(static_cast<char*>(data)), bytes_(bytes) {}
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  bool measures() const { return data_ == nullptr; }

  // Uninitialised. Throws kGpuOutOfMemory.
  template <class T>
  T* take(uint64_t count) {
    uint64_t bytes = (count * sizeof(T) + kAlignment - 1) / kAlignment * kAlignment;
    if (bytes > bytes_ - used_) throw_arena_exhausted(bytes, bytes_ - used_, bytes_);
    T* out = measures() ? nullptr : reinterpret_cast<T*>(data_ + used_);
    used_ += bytes;
    peak_ = std::max(peak_, used_);
    return out;
  }

  uint64_t used() const { return used_; }
  uint64_t peak() const { return peak_; }
  uint64_t free_bytes() const { return bytes_ - used_; }

  // Gives back at its end what was taken since its beginning.
  class Scope {
   public:
    explicit Scope(Arena& arena) : arena_(arena), used_(arena.used_) {}
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;
    ~Scope() { arena_.used_ = used_; }

   private:
    Arena& arena_;
    uint64_t used_;
  };

 private:
  char* data_ = nullptr;
  uint64_t bytes_ = UINT64_MAX / 2;
  uint64_t used_ = 0;
  uint64_t peak_ = 0;
};

}  // namespace cuzk::gpu
