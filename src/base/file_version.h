// SPDX-License-Identifier: MIT OR Apache-2.0
// Which content a path names: the file itself (device and inode), its length and the time of its
// last change. Two equal versions are the same content unless somebody wrote into the file without
// changing its length within the clock's grain; a file that was replaced by rename always differs.
//
// A plain value. Asking costs one system call; any thread may ask.
#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <filesystem>
#include <optional>

namespace cuzk::base {

struct FileVersion {
  uint64_t device = 0, inode = 0, bytes = 0;
  int64_t changed_ns = 0;

  friend bool operator==(const FileVersion&, const FileVersion&) = default;
};

// Of what fstat told.
FileVersion file_version(const struct stat& status);

// Nothing for a path that names no file.
std::optional<FileVersion> file_version(const std::filesystem::path& path);

}  // namespace cuzk::base
