// SPDX-License-Identifier: MIT OR Apache-2.0
// Files: what cannot be read is named by its own code, and what was not committed leaves nothing
// behind. A full disk is played by a limit on the file size of a child process.
#include "base/file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <fstream>
#include <thread>

#include "base/error.h"

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

constexpr uint64_t kMax = uint64_t{1} << 26;

std::string text_of(const fs::path& path) {
  const std::vector<uint8_t> bytes = read_file(path, kMax);
  return {bytes.begin(), bytes.end()};
}

std::vector<uint8_t> part_of(const InputFile& file, uint64_t offset, size_t bytes) {
  std::vector<uint8_t> out(bytes);
  file.read(offset, out);
  return out;
}

TEST_F(FileTest, ReadsWhatWasWritten) {
  fs::path path = folder_ / "a.bin";
  write_new_file(path, "hello");
  EXPECT_EQ(text_of(path), "hello");
  const InputFile file(path);
  EXPECT_EQ(file.bytes(), 5u);
  EXPECT_EQ(file.path(), path);
  EXPECT_EQ(part_of(file, 1, 3), (std::vector<uint8_t>{'e', 'l', 'l'}));
  EXPECT_EQ(entries(), 1u);
}

void set_modified(const fs::path& path, time_t seconds) {
  const std::array<timespec, 2> times = {timespec{0, UTIME_OMIT}, timespec{seconds, 0}};
  ASSERT_EQ(::utimensat(AT_FDCWD, path.c_str(), times.data(), 0), 0);
}

// A mapping would end the process here.
TEST_F(FileTest, CutOffWhileItIsOpen) {
  fs::path path = folder_ / "a";
  write_new_file(path, std::vector<uint8_t>(100'000));
  set_modified(path, 1000);
  const InputFile file(path);
  EXPECT_EQ(part_of(file, 99'990, 10).size(), 10u);
  for (off_t bytes : {50'000, 0}) {
    ASSERT_EQ(::truncate(path.c_str(), bytes), 0);
    for (uint64_t offset : {0, 99'990}) {
      expect_error(ErrorCode::kFileUnreadable, path, [&] { part_of(file, offset, 10); });
    }
  }
  ASSERT_EQ(::truncate(path.c_str(), 100'000), 0);  // of the right length again, other contents
  expect_error(ErrorCode::kFileUnreadable, path, [&] { part_of(file, 0, 10); });
}

TEST_F(FileTest, WrittenToWhileItIsOpen) {
  fs::path path = folder_ / "a";
  write_new_file(path, "before");
  set_modified(path, 1000);
  const InputFile file(path);
  EXPECT_EQ(part_of(file, 0, 6).size(), 6u);
  set_modified(path, 1001);
  expect_error(ErrorCode::kFileUnreadable, path, [&] { part_of(file, 0, 6); });
  EXPECT_EQ(part_of(InputFile(path), 0, 6).size(), 6u);
}

// What was opened stays what it was.
TEST_F(FileTest, ReplacedWhileItIsOpen) {
  fs::path path = folder_ / "a";
  write_new_file(path, "before");
  const InputFile file(path);
  write_new_file(folder_ / "b", "after!");
  fs::rename(folder_ / "b", path);
  EXPECT_EQ(part_of(file, 0, 6)[0], 'b');
  EXPECT_EQ(text_of(path), "after!");
}

TEST_F(FileTest, ReadsPipesAndFilesThatDoNotSayTheirLength) {
  fs::path path = folder_ / "pipe";
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  std::string text(3'000'000, 'x');
  std::jthread writer([&] {
    const int descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    EXPECT_EQ(::write(descriptor, text.data(), text.size()), static_cast<ssize_t>(text.size()));
    ::close(descriptor);
  });
  EXPECT_EQ(text_of(path), text);
  EXPECT_NE(text_of("/proc/self/status").find("VmRSS"), std::string::npos);
}

TEST_F(FileTest, RefusesMoreThanItsReaderTakes) {
  fs::path path = folder_ / "a";
  write_new_file(path, "12345");
  EXPECT_EQ(read_file(path, 5).size(), 5u);
  expect_error(ErrorCode::kFileUnreadable, path, [&] { read_file(path, 4); });
  expect_error(ErrorCode::kFileUnreadable, "/dev/zero", [&] { read_file("/dev/zero", 5'000'000); });
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
  EXPECT_EQ(read_file(path, kMax), bytes);
}

TEST_F(FileTest, UnreadableInputsHaveTheirOwnCodes) {
  fs::path missing = folder_ / "missing";
  expect_error(ErrorCode::kFileMissing, missing, [&] { InputFile file(missing); });
  expect_error(ErrorCode::kFileMissing, missing, [&] { read_file(missing, kMax); });
  fs::path empty = folder_ / "empty";
  write_new_file(empty, "");
  expect_error(ErrorCode::kFileEmpty, empty, [&] { InputFile file(empty); });
  expect_error(ErrorCode::kFileEmpty, empty, [&] { read_file(empty, kMax); });
  expect_error(ErrorCode::kFileUnreadable, folder_, [&] { InputFile file(folder_); });
  expect_error(ErrorCode::kFileUnreadable, folder_, [&] { read_file(folder_, kMax); });
  fs::path below_file = empty / "child";
  expect_error(ErrorCode::kFileUnreadable, below_file, [&] { InputFile file(below_file); });
}

TEST_F(FileTest, NeverReplacesAFile) {
  fs::path path = folder_ / "a";
  write_new_file(path, "first");
  expect_error(ErrorCode::kFileExists, path, [&] { write_new_file(path, "second"); });
  EXPECT_EQ(text_of(path), "first");
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
    expect_error(ErrorCode::kFileExists, path, [&] { file.commit(); });
  }
  EXPECT_EQ(text_of(path), "other");
  EXPECT_EQ(entries(), 1u);
}

// A writer that is killed leaves nothing: what it writes has no name.
TEST_F(FileTest, BeforeCommitThereIsNoName) {
  NewFile file(folder_ / "a");
  file.write(std::vector<uint8_t>(5'000'000));
  EXPECT_EQ(entries(), 0u);
  file.commit();
  EXPECT_EQ(entries(), 1u);
}

// As file systems without files of no name have them. A lock says that the writer lives.
TEST_F(FileTest, LeftoversOfEndedWritersAreListed) {
  std::ofstream(folder_ / "a.circuit.tmp.0123456789abcdef") << "half";
  std::ofstream(folder_ / "b.params.tmp.777") << "x";
  std::ofstream(folder_ / "c.circuit") << "whole";
  std::ofstream(folder_ / "d.tmp.1") << "being written";
  fs::create_symlink(folder_ / "c.circuit", folder_ / "e.tmp.1");
  const int writer = ::open((folder_ / "d.tmp.1").c_str(), O_RDONLY | O_CLOEXEC);
  ASSERT_EQ(::flock(writer, LOCK_EX), 0);
  const std::vector<Leftover> found = find_leftovers(folder_);
  ::close(writer);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].path, folder_ / "a.circuit.tmp.0123456789abcdef");
  EXPECT_EQ(found[0].bytes, 4u);
  EXPECT_EQ(found[1].path, folder_ / "b.params.tmp.777");
  EXPECT_TRUE(fs::exists(found[0].path)) << "listing removes nothing";
  EXPECT_TRUE(find_leftovers(folder_ / "missing").empty());
}

TEST_F(FileTest, LeftoversOfEndedWritersAreRemoved) {
  const fs::path dead = folder_ / "a.tmp.0123456789abcdef",
                 living = folder_ / "a.tmp.1123456789abcdef";
  for (const fs::path& path :
       {dead, living, folder_ / "a.tmp.notes", folder_ / "b.tmp.0123456789abcdef"}) {
    std::ofstream(path) << "x";
  }
  const int locked = ::open(living.c_str(), O_WRONLY | O_CLOEXEC);
  ASSERT_EQ(::flock(locked, LOCK_EX), 0);
  write_new_file(folder_ / "a", "x");
  EXPECT_FALSE(fs::exists(dead));
  EXPECT_EQ(entries(), 4u);
  ::close(locked);
  EXPECT_EQ(remove_leftovers(folder_ / "a"), std::vector<fs::path>{living});
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
