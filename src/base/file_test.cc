// SPDX-License-Identifier: MIT OR Apache-2.0
// Files: what cannot be read is named by its own code, and what was not committed leaves nothing
// behind. A full disk is played by a limit on the file size of a child process.
#include "base/file.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <numeric>

#include "base/error.h"
#include "base/resident.h"

namespace cuzk::base {
namespace {

namespace fs = std::filesystem;

class FileTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "cuzk-file-test-XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { fs::remove_all(folder_); }

  size_t entries() const {
    return static_cast<size_t>(std::distance(fs::directory_iterator(folder_), {}));
  }

  fs::path folder_;
};

template <class Action>
void expect_error(ErrorCode code, const fs::path& path, Action action) {
  try {
    action();
    ADD_FAILURE() << "expected " << error_name(code);
  } catch (const Error& error) {
    EXPECT_STREQ(error_name(error.code()), error_name(code));
    EXPECT_NE(error.text().find(path.string()), std::string::npos) << error.text();
  }
}

std::string text_of(const MappedFile& file) { return {file.bytes().begin(), file.bytes().end()}; }

TEST_F(FileTest, DroppedPagesAreNotResident) {
  constexpr size_t kBytes = size_t{64} << 20;
  write_new_file(folder_ / "x", std::vector<uint8_t>(kBytes, 7));
  MappedFile file(folder_ / "x");
  const auto sum = [&] {
    return std::reduce(file.bytes().begin(), file.bytes().end(), uint64_t{0});
  };
  uint64_t before = resident_bytes();
  EXPECT_EQ(sum(), 7 * kBytes);
  uint64_t read = resident_bytes();
  EXPECT_GT(read, before + kBytes / 2);
  file.drop(file.bytes().subspan(5000));
  EXPECT_LT(resident_bytes(), read - kBytes / 2);  // a sanitizer's notes of these pages remain
  EXPECT_EQ(sum(), 7 * kBytes);
}

TEST_F(FileTest, ReadsWhatWasWritten) {
  fs::path path = folder_ / "a.bin";
  write_new_file(path, "hello");
  MappedFile file(path);
  EXPECT_EQ(text_of(file), "hello");
  EXPECT_EQ(file.path(), path);
  MappedFile moved = std::move(file);
  EXPECT_EQ(text_of(moved), "hello");
  EXPECT_EQ(entries(), 1u);
}

TEST_F(FileTest, WritesMoreThanItsBuffer) {
  std::vector<uint8_t> bytes(3'000'017);
  for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<uint8_t>(i * 7 + (i >> 9));
  fs::path path = folder_ / "large.bin";
  NewFile file(path);
  std::span<const uint8_t> rest(bytes);
  for (size_t length = 1; !rest.empty(); length = length * 3 + 1) {
    std::span<const uint8_t> part = rest.first(std::min(length, rest.size()));
    file.write(part);
    rest = rest.subspan(part.size());
  }
  file.commit();
  EXPECT_TRUE(std::ranges::equal(MappedFile(path).bytes(), bytes));
}

TEST_F(FileTest, UnreadableInputsHaveTheirOwnCodes) {
  fs::path missing = folder_ / "missing";
  expect_error(ErrorCode::kFileMissing, missing, [&] { MappedFile file(missing); });
  fs::path empty = folder_ / "empty";
  write_new_file(empty, "");
  expect_error(ErrorCode::kFileEmpty, empty, [&] { MappedFile file(empty); });
  expect_error(ErrorCode::kFileUnreadable, folder_, [&] { MappedFile file(folder_); });
  fs::path below_file = empty / "child";
  expect_error(ErrorCode::kFileUnreadable, below_file, [&] { MappedFile file(below_file); });
}

TEST_F(FileTest, NeverReplacesAFile) {
  fs::path path = folder_ / "a";
  write_new_file(path, "first");
  expect_error(ErrorCode::kFileExists, path, [&] { write_new_file(path, "second"); });
  EXPECT_EQ(text_of(MappedFile(path)), "first");
  EXPECT_EQ(entries(), 1u);
}

TEST_F(FileTest, AFileThatAppearsMeanwhileIsKept) {
  fs::path path = folder_ / "a";
  {
    NewFile file(path);
    file.write(std::vector<uint8_t>(10));
    fs::path other = folder_ / "b";
    write_new_file(other, "other");
    fs::rename(other, path);
    expect_error(ErrorCode::kWriteFailed, path, [&] { file.commit(); });
  }
  EXPECT_EQ(text_of(MappedFile(path)), "other");
  EXPECT_EQ(entries(), 1u);
}

TEST_F(FileTest, WithoutCommitNothingRemains) {
  {
    NewFile file(folder_ / "a");
    file.write(std::vector<uint8_t>(5'000'000));
    EXPECT_FALSE(fs::exists(folder_ / "a"));
  }
  EXPECT_EQ(entries(), 0u);
}

TEST_F(FileTest, AFolderThatIsNotThereIsAWriteError) {
  fs::path path = folder_ / "none" / "a";
  expect_error(ErrorCode::kWriteFailed, path, [&] { NewFile file(path); });
}

// Runs in a child process, which the limit does not outlive. Exit code 0: the write failed with
// the code for it.
int write_beyond_limit(const fs::path& path) {
  std::signal(SIGXFSZ, SIG_IGN);
  rlimit limit{1 << 16, 1 << 16};
  if (::setrlimit(RLIMIT_FSIZE, &limit) != 0) return 2;
  try {
    write_new_file(path, std::vector<uint8_t>(1 << 20));
  } catch (const Error& error) {
    return error.code() == ErrorCode::kWriteFailed ? 0 : 3;
  }
  return 1;
}

TEST_F(FileTest, FullDiskLeavesNothing) {
  pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) ::_exit(write_beyond_limit(folder_ / "full"));
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
  EXPECT_EQ(entries(), 0u);
}

}  // namespace
}  // namespace cuzk::base
