// SPDX-License-Identifier: MIT OR Apache-2.0
// Makes the k-th call of one kind fail: an allocation, an opening of a file, a read, a write (with
// sync and naming), the creation of a thread. The test program's own definitions of these functions
// stand before those of the libraries, so that the program under test has no line for it.
//
// One source file of a test program includes this header. A `Fault` holds while it lives, for all
// threads; without one every call but fsync is passed on. Failed calls fail as the system fails
// them: std::bad_alloc, EMFILE, EIO, ENOSPC, EAGAIN. What calls the system's functions inside the C
// library is not seen.
#pragma once

#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

#include <cerrno>
#include <cstdarg>
#include <cstdlib>
#include <new>

#include "base/fault_point_testing.h"

namespace cuzk::base {

// kUnnamed: every file without a name is refused, as by a file system that has none.
enum class FaultKind : int { kNone, kAllocation, kOpen, kRead, kWrite, kThread, kUnnamed };

using Fault = FaultPoint<FaultKind>;

// The definition behind the program's own.
template <class Function>
Function* next_definition(const char* name) {
  return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

}  // namespace cuzk::base

[[gnu::noinline]] void* operator new(size_t bytes) {
  void* out =
      cuzk::base::Fault::fails(cuzk::base::FaultKind::kAllocation) ? nullptr : std::malloc(bytes);
  if (out == nullptr) throw std::bad_alloc();
  return out;
}
[[gnu::noinline]] void* operator new(size_t bytes, std::align_val_t alignment) {
  const auto align = static_cast<size_t>(alignment);
  void* out = cuzk::base::Fault::fails(cuzk::base::FaultKind::kAllocation)
                  ? nullptr
                  : std::aligned_alloc(align, (bytes + align - 1) / align * align);
  if (out == nullptr) throw std::bad_alloc();
  return out;
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, size_t) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::align_val_t) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, size_t, std::align_val_t) noexcept {
  std::free(memory);
}

extern "C" {

inline int refuse_call(int error) {
  errno = error;
  return -1;
}

int open(const char* path, int flags, ...) {
  static auto* const next = cuzk::base::next_definition<int(const char*, int, ...)>("open");
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE
                          ? va_arg(arguments, mode_t)
                          : mode_t{0};
  va_end(arguments);
  if (cuzk::base::Fault::fails(cuzk::base::FaultKind::kOpen)) return refuse_call(EMFILE);
  const bool unnamed = (flags & O_TMPFILE) == O_TMPFILE;
  if (unnamed && cuzk::base::Fault::is_armed(cuzk::base::FaultKind::kUnnamed)) {
    return refuse_call(EOPNOTSUPP);
  }
  return next(path, flags, mode);
}

ssize_t read(int descriptor, void* out, size_t bytes) {
  static auto* const next = cuzk::base::next_definition<ssize_t(int, void*, size_t)>("read");
  if (cuzk::base::Fault::fails(cuzk::base::FaultKind::kRead)) return refuse_call(EIO);
  return next(descriptor, out, bytes);
}

ssize_t pread(int descriptor, void* out, size_t bytes, off_t offset) {
  static auto* const next =
      cuzk::base::next_definition<ssize_t(int, void*, size_t, off_t)>("pread");
  if (cuzk::base::Fault::fails(cuzk::base::FaultKind::kRead)) return refuse_call(EIO);
  return next(descriptor, out, bytes, offset);
}

ssize_t write(int descriptor, const void* from, size_t bytes) {
  static auto* const next = cuzk::base::next_definition<ssize_t(int, const void*, size_t)>("write");
  if (cuzk::base::Fault::fails(cuzk::base::FaultKind::kWrite)) return refuse_call(ENOSPC);
  return next(descriptor, from, bytes);
}

// Not passed on: it takes a disk's time and changes nothing that a test can see.
int fsync(int) {
  if (cuzk::base::Fault::fails(cuzk::base::FaultKind::kWrite)) return refuse_call(EIO);
  return 0;
}

int linkat(int from_folder, const char* from, int to_folder, const char* to, int flags) noexcept {
  static auto* const next =
      cuzk::base::next_definition<int(int, const char*, int, const char*, int)>("linkat");
  if (cuzk::base::Fault::fails(cuzk::base::FaultKind::kWrite)) return refuse_call(ENOSPC);
  return next(from_folder, from, to_folder, to, flags);
}

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*run)(void*),
                   void* argument) noexcept {
  using Create = int(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  static auto* const next = cuzk::base::next_definition<Create>("pthread_create");
  if (cuzk::base::Fault::fails(cuzk::base::FaultKind::kThread)) return EAGAIN;
  return next(thread, attributes, run, argument);
}

}  // extern "C"
