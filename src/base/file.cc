// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include "base/bytes.h"
#include "base/error.h"
#include "base/random.h"

namespace cuzk::base {
namespace {

constexpr size_t kBufferBytes = size_t{1} << 20;

}  // namespace

MappedFile::MappedFile(const std::filesystem::path& path) : path_(path) {
  int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) {
    ErrorCode code = errno == ENOENT ? ErrorCode::kFileMissing : ErrorCode::kFileUnreadable;
    throw Error(code, fmt::format("{}: cannot open: {}", path.string(), std::strerror(errno)));
  }
  struct stat status {};
  bool is_file = ::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
  if (is_file && status.st_size > 0) {
    size_ = static_cast<size_t>(status.st_size);
    void* data = ::mmap(nullptr, size_, PROT_READ, MAP_SHARED, descriptor, 0);
    data_ = data == MAP_FAILED ? nullptr : static_cast<const uint8_t*>(data);
  }
  int error = errno;
  ::close(descriptor);
  if (!is_file) {
    throw Error(ErrorCode::kFileUnreadable, fmt::format("{}: not a regular file", path.string()));
  }
  if (size_ == 0) {
    throw Error(ErrorCode::kFileEmpty, fmt::format("{}: the file is empty", path.string()));
  }
  if (data_ == nullptr) {
    throw Error(
        ErrorCode::kFileUnreadable,
        fmt::format("{}: cannot map {} bytes: {}", path.string(), size_, std::strerror(error)));
  }
}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : path_(std::move(other.path_)),
      data_(std::exchange(other.data_, nullptr)),
      size_(std::exchange(other.size_, 0)) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  return *this;
}

MappedFile::~MappedFile() {
  if (data_ != nullptr) ::munmap(const_cast<uint8_t*>(data_), size_);
}

void MappedFile::drop(std::span<const uint8_t> part) const {
  const auto page = static_cast<uintptr_t>(::sysconf(_SC_PAGESIZE));
  uintptr_t begin = reinterpret_cast<uintptr_t>(part.data()) / page * page;
  uintptr_t end = reinterpret_cast<uintptr_t>(part.data() + part.size());
  ::madvise(reinterpret_cast<void*>(begin), end - begin, MADV_DONTNEED);
}

NewFile::NewFile(const std::filesystem::path& path) : path_(path) {
  if (std::filesystem::exists(path)) {
    throw Error(
        ErrorCode::kFileExists,
        fmt::format("{}: exists already and is never overwritten; remove it first", path.string()));
  }
  // Process numbers are not unique: containers that share a folder have the same ones.
  std::array<uint8_t, 8> unique;
  fill_random(unique);
  temporary_ = path;
  temporary_ += ".tmp." + to_hex(unique);
  descriptor_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
  if (descriptor_ < 0) fail("create", errno);
  buffer_.reserve(kBufferBytes);
}

NewFile::~NewFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void NewFile::fail(const char* what, int error) const {
  throw Error(ErrorCode::kWriteFailed,
              fmt::format("{}: cannot {}: {}", path_.string(), what, std::strerror(error)));
}

void NewFile::write(std::span<const uint8_t> bytes) {
  if (buffer_.size() + bytes.size() > kBufferBytes) flush();
  buffer_.insert(buffer_.end(), bytes.begin(), bytes.end());
  if (buffer_.size() > kBufferBytes) flush();
}

void NewFile::flush() {
  for (size_t done = 0; done < buffer_.size();) {
    ssize_t count = ::write(descriptor_, buffer_.data() + done, buffer_.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail("write", errno);
    done += static_cast<size_t>(count);
  }
  buffer_.clear();
}

void NewFile::commit() {
  flush();
  if (::fsync(descriptor_) != 0) fail("write", errno);
  int result = ::close(std::exchange(descriptor_, -1));
  if (result != 0) fail("close", errno);
  // A link fails where the name exists by now; a rename would replace that file.
  if (::link(temporary_.c_str(), path_.c_str()) != 0) fail("name", errno);
  ::unlink(temporary_.c_str());
  temporary_.clear();
}

void write_new_file(const std::filesystem::path& path, std::span<const uint8_t> bytes) {
  NewFile file(path);
  file.write(bytes);
  file.commit();
}

void write_new_file(const std::filesystem::path& path, std::string_view text) {
  write_new_file(path, std::span(reinterpret_cast<const uint8_t*>(text.data()), text.size()));
}

}  // namespace cuzk::base
