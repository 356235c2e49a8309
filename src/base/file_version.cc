// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/file_version.h"

#include <sys/stat.h>

namespace cuzk::base {

std::optional<FileVersion> file_version(const std::filesystem::path& path) {
  struct stat found {};
  if (::stat(path.c_str(), &found) != 0) return std::nullopt;
  return FileVersion{.device = found.st_dev,
                     .inode = found.st_ino,
                     .bytes = static_cast<uint64_t>(found.st_size),
                     .changed_ns = found.st_mtim.tv_sec * 1'000'000'000 + found.st_mtim.tv_nsec};
}

}  // namespace cuzk::base
