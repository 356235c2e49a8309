// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/line_writer.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <string>

namespace cuzk::base {
namespace {

class LineWriterTest : public testing::Test {
 protected:
  LineWriterTest() {
    ::signal(SIGPIPE, SIG_IGN);
    EXPECT_EQ(::pipe2(pipe_, O_CLOEXEC), 0);
  }
  ~LineWriterTest() override {
    close_end(0);
    close_end(1);
  }
  void close_end(int end) {
    if (pipe_[end] >= 0) ::close(pipe_[end]);
    pipe_[end] = -1;
  }
  // Until the other end is closed, or nothing is left after `enough` is there.
  std::string read_until(const std::string& enough) {
    std::string text;
    char part[4096];
    while (enough.empty() || text.find(enough) == std::string::npos) {
      const ssize_t count = ::read(pipe_[0], part, sizeof part);
      if (count <= 0) break;
      text.append(part, static_cast<size_t>(count));
    }
    return text;
  }

  int pipe_[2] = {-1, -1};
};

TEST_F(LineWriterTest, WritesInOrder) {
  {
    LineWriter writer(pipe_[1]);
    for (int i = 0; i < 100; ++i) writer.write(std::to_string(i) + "\n");
  }
  close_end(1);
  std::string expected;
  for (int i = 0; i < 100; ++i) expected += std::to_string(i) + "\n";
  EXPECT_EQ(read_until(""), expected);
}

// A pipe that nobody reads: writing returns, lines beyond the bound are lost, and are told about.
TEST_F(LineWriterTest, APipeThatNobodyReadsCostsLinesOnly) {
  const std::string line = std::string(1023, 'x') + "\n";
  const size_t lines = 2 * LineWriter::kQueueBytesMax / line.size();
  LineWriter writer(pipe_[1], [](uint64_t lost) { return "lost " + std::to_string(lost) + "\n"; });
  for (size_t i = 0; i < lines; ++i) writer.write(line);
  const uint64_t lost = writer.lost();
  EXPECT_GT(lost, 0u);
  EXPECT_LT(lost, lines);
  EXPECT_NE(read_until("lost ").find("lost "), std::string::npos);
}

TEST_F(LineWriterTest, APipeThatNobodyReadsDoesNotHoldTheEndUp) {
  LineWriter writer(pipe_[1]);
  for (int i = 0; i < 200; ++i) writer.write(std::string(1024, 'x'));
}

TEST_F(LineWriterTest, AClosedEndLosesEachLine) {
  close_end(0);
  LineWriter writer(pipe_[1]);
  for (int i = 0; i < 10; ++i) writer.write("line\n");
  writer.flush();
  EXPECT_EQ(writer.lost(), 10u);
  EXPECT_FALSE(write_with_patience(pipe_[1], "line\n"));
}

TEST_F(LineWriterTest, AFullDiskLosesEachLine) {
  const int full = ::open("/dev/full", O_WRONLY | O_CLOEXEC);
  ASSERT_GE(full, 0);
  {
    LineWriter writer(full);
    writer.write("line\n");
    writer.flush();
    EXPECT_EQ(writer.lost(), 1u);
  }
  EXPECT_FALSE(write_with_patience(full, "line\n"));
  ::close(full);
  EXPECT_FALSE(write_with_patience(full, "line\n"));  // not open
}

}  // namespace
}  // namespace cuzk::base
