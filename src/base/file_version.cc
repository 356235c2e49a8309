// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/file_version.h"

namespace cuzk::base {

FileVersion file_version(const struct stat& status) {
  return {.device = status.st_dev,
          .inode = status.st_ino,
          .bytes = static_cast<uint64_t>(status.st_size),
          .changed_ns = status.st_mtim.tv_sec * 1'000'000'000 + status.st_mtim.tv_nsec};
}

std::optional<FileVersion> file_version(const std::filesystem::path& path) {
  struct stat found {};
  if (::stat(path.c_str(), &found) != 0) return std::nullopt;
  return file_version(found);
}

}  // namespace cuzk::base
