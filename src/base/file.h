// SPDX-License-Identifier: MIT OR Apache-2.0
// Files as this project uses them: whole inputs are mapped read-only, outputs appear under their
// name only when they are complete. Failures throw Error with the path in the text.
// Parameter files have up to 58 GB; mapping one costs nothing until a page is touched, and the
// pages belong to the system, which may drop them again. Writers go through a buffer of 1 MiB.
// Each object belongs to one thread; the bytes of a mapped file may be read by many.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cuzk::base {

// A read-only view of a whole file. Pages are read when touched; the file may be locked by others.
// An I/O error or a truncation of the mapped file by another process raises SIGBUS, as for every
// mapping.
class MappedFile {
 public:
  // Throws kFileMissing, kFileUnreadable (also for what is not a regular file), kFileEmpty.
  explicit MappedFile(const std::filesystem::path& path);
  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;
  ~MappedFile();

  std::span<const uint8_t> bytes() const { return {data_, size_}; }
  const std::filesystem::path& path() const { return path_; }

  // To be called when a part of bytes() has been read for the last time: its pages leave this
  // process's resident memory. It may still be read again.
  void drop(std::span<const uint8_t> part) const;

 private:
  std::filesystem::path path_;
  const uint8_t* data_ = nullptr;
  size_t size_ = 0;
};

// Writes a file beside its final name and renames it in `commit`; without commit nothing remains.
// An existing file is never replaced (groth16.md G16-431). Throws kFileExists, kWriteFailed (disk
// full, no permission).
class NewFile {
 public:
  explicit NewFile(const std::filesystem::path& path);
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;
  ~NewFile();

  void write(std::span<const uint8_t> bytes);
  void commit();

 private:
  [[noreturn]] void fail(const char* what, int error) const;
  void flush();

  std::filesystem::path path_;
  std::filesystem::path temporary_;
  std::vector<uint8_t> buffer_;
  int descriptor_ = -1;
};

void write_new_file(const std::filesystem::path& path, std::span<const uint8_t> bytes);
void write_new_file(const std::filesystem::path& path, std::string_view text);

}  // namespace cuzk::base
