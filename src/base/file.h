// SPDX-License-Identifier: MIT OR Apache-2.0
// Files as this project uses them: inputs are read, never mapped, and outputs appear under their
// name only when they are complete. Failures throw Error with the path in the text.
//
// A mapped file that another process cuts off or that its disk cannot deliver kills the reader by
// SIGBUS; a read that comes short is an error of one job. Parameter files have up to 58 GB and are
// read in pieces where they are needed: from the system's cache a point of 96 bytes is read in
// 21 ns, with the check for changes, and decoded in 540 ns.
//
// An InputFile may be read by many threads, a NewFile belongs to one. Writers go through a buffer
// of 1 MiB.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_version.h"

namespace cuzk::base {

// A regular file that is read in pieces. What it holds is what it held when it was opened, or
// `read` throws; a file that takes its name later is another one.
class InputFile {
 public:
  // Throws kFileMissing, kFileUnreadable (also for what is not a regular file), kFileEmpty.
  explicit InputFile(const std::filesystem::path& path);
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;
  ~InputFile();

  uint64_t bytes() const { return version_.bytes; }
  const std::filesystem::path& path() const { return path_; }

  // Fills `out` from `offset` on. Throws kFileUnreadable: the disk cannot deliver, or the length or
  // the time of change are not those of the opening. Requires: the range is within bytes().
  void read(uint64_t offset, std::span<uint8_t> out) const;

 private:
  static FileVersion version_of(int descriptor, const std::filesystem::path& path);

  std::filesystem::path path_;
  int descriptor_ = -1;
  FileVersion version_;
};

// Everything that a file, a pipe or a terminal holds. Throws kFileMissing, kFileEmpty and
// kFileUnreadable, also for more than `bytes_max` and for a file that changes meanwhile.
std::vector<uint8_t> read_file(const std::filesystem::path& path, uint64_t bytes_max);

// Writes a file without a name, which gets one in `commit`; without commit nothing remains, however
// the process ends. Where the file system has no files without name it stands beside its name as
// NAME.tmp.X, locked by its writer, and what ended writers have left there is removed by the next
// one. An existing file is never replaced (groth16.md G16-431). Throws kFileExists, kWriteFailed
// (disk full, no permission).
class NewFile {
 public:
  // Sees to it that the name is free and the folder can be written to.
  explicit NewFile(const std::filesystem::path& path);
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;
  ~NewFile();

  void write(std::span<const uint8_t> bytes);
  // Throws kFileExists if the name was taken meanwhile.
  void commit();

 private:
  [[noreturn]] void fail(const char* what, int error) const;
  [[noreturn]] void refuse_existing() const;
  void open_named();
  void flush();

  std::filesystem::path path_;
  std::filesystem::path temporary_;  // empty: it has no name
  std::vector<uint8_t> buffer_;
  int descriptor_ = -1;
};

// Removes NAME.tmp.X of writers that have ended, and returns them.
std::vector<std::filesystem::path> remove_leftovers(const std::filesystem::path& name);

struct Leftover {
  std::filesystem::path path;
  uint64_t bytes = 0;
};
// Unfinished files (*.tmp.*) in a folder that nobody is writing: of writers that were killed. They
// stay; nothing is listed where the folder cannot be read.
std::vector<Leftover> find_leftovers(const std::filesystem::path& folder);

void write_new_file(const std::filesystem::path& path, std::span<const uint8_t> bytes);
void write_new_file(const std::filesystem::path& path, std::string_view text);

}  // namespace cuzk::base
