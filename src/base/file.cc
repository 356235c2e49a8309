// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/file.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <memory>
#include <optional>
#include <utility>

#include "base/bytes.h"
#include "base/check.h"
#include "base/error.h"
#include "base/random.h"

namespace cuzk::base {
namespace {

namespace fs = std::filesystem;

constexpr size_t kBufferBytes = size_t{1} << 20;
constexpr std::string_view kTemporary = ".tmp.";
constexpr size_t kUniqueBytes = 8;

[[noreturn]] void refuse(const fs::path& path, const std::string& what) {
  throw Error(ErrorCode::kFileUnreadable, fmt::format("{}: {}", path.string(), what));
}

int open_for_reading(const fs::path& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor >= 0) return descriptor;
  if (errno != ENOENT) refuse(path, fmt::format("cannot open: {}", std::strerror(errno)));
  throw Error(ErrorCode::kFileMissing,
              fmt::format("{}: cannot open: {}", path.string(), std::strerror(errno)));
}

// Owns a descriptor while it is found out whether it is kept.
struct Closer {
  int descriptor;
  ~Closer() {
    if (descriptor >= 0) ::close(descriptor);
  }
};

struct FolderCloser {
  void operator()(DIR* folder) const { ::closedir(folder); }
};

struct stat status_of(int descriptor, const fs::path& path) {
  struct stat status {};
  if (::fstat(descriptor, &status) != 0) {
    refuse(path, fmt::format("cannot look at it: {}", std::strerror(errno)));
  }
  return status;
}

// Up to out.size() bytes, fewer at the end of the file only. Without an offset from where the
// descriptor stands, as a pipe is read.
size_t read_fully(int descriptor, const fs::path& path, std::optional<uint64_t> offset,
                  std::span<uint8_t> out) {
  size_t done = 0;
  while (done < out.size()) {
    const ssize_t count = offset ? ::pread(descriptor, out.data() + done, out.size() - done,
                                           static_cast<off_t>(*offset + done))
                                 : ::read(descriptor, out.data() + done, out.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) {
      refuse(path, fmt::format("cannot read{}: {}",
                               offset ? fmt::format(" {} bytes at byte {}", out.size(), *offset)
                                      : std::string(),
                               std::strerror(errno)));
    }
    if (count == 0) break;
    done += static_cast<size_t>(count);
  }
  return done;
}

[[noreturn]] void refuse_empty(const fs::path& path) {
  throw Error(ErrorCode::kFileEmpty, fmt::format("{}: the file is empty", path.string()));
}

[[noreturn]] void refuse_changed(const fs::path& path, uint64_t before, uint64_t after) {
  refuse(path, fmt::format("changed while it was in use: expected the {} bytes of its opening, "
                           "found {} bytes{}; put the complete file there under another name and "
                           "rename it, then try again",
                           before, after, before == after ? " modified since" : ""));
}

// Calls `work` with path and descriptor of the meant files of a folder that nobody holds a lock on,
// while it is locked.
template <typename Meant, typename Work>
void for_each_unlocked(const fs::path& folder, const Meant& is_meant, const Work& work) {
  // The iterator of std::filesystem ends the process where memory is short.
  const std::unique_ptr<DIR, FolderCloser> listing(::opendir(folder.c_str()));
  while (const dirent* entry = listing ? ::readdir(listing.get()) : nullptr) {
    if (!is_meant(std::string_view(entry->d_name))) continue;
    const fs::path path = folder / entry->d_name;
    constexpr int kFlags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;
    const Closer opened{::open(path.c_str(), kFlags)};
    if (opened.descriptor < 0 || ::flock(opened.descriptor, LOCK_EX | LOCK_NB) != 0) continue;
    work(path, opened.descriptor);
  }
}

}  // namespace

FileVersion InputFile::version_of(int descriptor, const fs::path& path) {
  const struct stat status = status_of(descriptor, path);
  if (!S_ISREG(status.st_mode)) refuse(path, "not a regular file");
  return file_version(status);
}

InputFile::InputFile(const fs::path& path) : path_(path) {
  Closer opened{open_for_reading(path)};
  version_ = version_of(opened.descriptor, path);
  if (version_.bytes == 0) refuse_empty(path);
  descriptor_ = std::exchange(opened.descriptor, -1);
}

InputFile::~InputFile() { ::close(descriptor_); }

void InputFile::read(uint64_t offset, std::span<uint8_t> out) const {
  check(offset <= bytes() && out.size() <= bytes() - offset, "the range is within the file");
  const size_t done = read_fully(descriptor_, path_, offset, out);
  const FileVersion version = version_of(descriptor_, path_);
  if (version != version_) refuse_changed(path_, version_.bytes, version.bytes);
  if (done < out.size()) {
    refuse(path_, fmt::format("expected {} bytes at byte {}, found {}", out.size(), offset, done));
  }
}

std::vector<uint8_t> read_file(const fs::path& path, uint64_t bytes_max) {
  const Closer opened{open_for_reading(path)};
  const struct stat before = status_of(opened.descriptor, path);
  const auto size = S_ISREG(before.st_mode) ? static_cast<uint64_t>(before.st_size) : 0;
  const auto refuse_large = [&](const std::string& found) {
    refuse(path, fmt::format("expected at most {} bytes, found {}", bytes_max, found));
  };
  if (size > bytes_max) refuse_large(std::to_string(size));
  std::vector<uint8_t> out;
  // One byte more than the file has: the end of a file of the stated size is met at once.
  for (uint64_t room = size + 1;; room = std::min(bytes_max + 1, out.size() + kBufferBytes)) {
    const size_t begin = out.size();
    out.resize(std::max<size_t>(room, begin));
    const size_t count =
        read_fully(opened.descriptor, path, std::nullopt, std::span(out).subspan(begin));
    const bool at_end = begin + count < out.size();
    out.resize(begin + count);
    if (out.size() > bytes_max) refuse_large("more");
    if (at_end) break;
  }
  const struct stat after = status_of(opened.descriptor, path);
  const bool modified = before.st_mtim.tv_sec != after.st_mtim.tv_sec ||
                        before.st_mtim.tv_nsec != after.st_mtim.tv_nsec;
  if (S_ISREG(before.st_mode) && (modified || before.st_size != after.st_size)) {
    refuse_changed(path, size, static_cast<uint64_t>(after.st_size));
  }
  if (out.empty()) refuse_empty(path);
  return out;
}

std::vector<fs::path> remove_leftovers(const fs::path& name) {
  std::vector<fs::path> out;
  const std::string start = name.filename().string() + std::string(kTemporary);
  const fs::path folder = name.has_parent_path() ? name.parent_path() : ".";
  const auto is_meant = [&](std::string_view file) {
    return file.starts_with(start) && file.size() == start.size() + 2 * kUniqueBytes;
  };
  for_each_unlocked(folder, is_meant, [&](const fs::path& path, int) {
    if (::unlink(path.c_str()) == 0) out.push_back(path);
  });
  return out;
}

std::vector<Leftover> find_leftovers(const fs::path& folder) {
  std::vector<Leftover> out;
  const auto is_meant = [](std::string_view file) {
    return file.find(kTemporary) != std::string_view::npos;
  };
  for_each_unlocked(folder, is_meant, [&](const fs::path& path, int descriptor) {
    struct stat status {};
    if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) return;
    out.push_back({path, static_cast<uint64_t>(status.st_size)});
  });
  std::ranges::sort(out, {}, &Leftover::path);
  return out;
}

NewFile::NewFile(const fs::path& path) : path_(path) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) == 0) refuse_existing();
  buffer_.reserve(kBufferBytes);
  remove_leftovers(path);
  const fs::path folder = path.has_parent_path() ? path.parent_path() : ".";
  descriptor_ = ::open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0644);
  // The names of what a kernel, a file system without files of no name answers.
  const bool has_no_unnamed = errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL;
  if (descriptor_ < 0 && has_no_unnamed) open_named();
  if (descriptor_ < 0) fail("create", errno);
}

// Its lock says that its writer lives. A file that is removed before it is locked is made again.
void NewFile::open_named() {
  constexpr int kTries = 8;
  for (int i = 0; i < kTries; ++i) {
    // Process numbers are not unique: containers that share a folder have the same ones.
    std::array<uint8_t, kUniqueBytes> unique;
    fill_random(unique);
    temporary_ = path_;
    temporary_ += std::string(kTemporary) + to_hex(unique);
    descriptor_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    if (descriptor_ < 0) {
      temporary_.clear();
      return;
    }
    struct stat status {};
    ::flock(descriptor_, LOCK_EX);  // without locks nobody removes it either
    if (::fstat(descriptor_, &status) == 0 && status.st_nlink > 0) return;
    ::close(std::exchange(descriptor_, -1));
  }
  errno = ENOENT;
}

NewFile::~NewFile() {
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
  if (descriptor_ >= 0) ::close(descriptor_);
}

void NewFile::refuse_existing() const {
  throw Error(
      ErrorCode::kFileExists,
      fmt::format("{}: exists already and is never overwritten; remove it first", path_.string()));
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

// A link fails where the name exists by now; a rename would replace that file.
void NewFile::commit() {
  flush();
  if (::fsync(descriptor_) != 0) fail("write", errno);
  const std::string from =
      temporary_.empty() ? fmt::format("/proc/self/fd/{}", descriptor_) : temporary_.string();
  const int flags = temporary_.empty() ? AT_SYMLINK_FOLLOW : 0;
  if (::linkat(AT_FDCWD, from.c_str(), AT_FDCWD, path_.c_str(), flags) != 0) {
    if (errno == EEXIST) refuse_existing();
    fail("name", errno);
  }
  if (!temporary_.empty()) ::unlink(std::exchange(temporary_, {}).c_str());
  if (::close(std::exchange(descriptor_, -1)) != 0) fail("close", errno);
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
