// SPDX-License-Identifier: MIT OR Apache-2.0
// The daemon as a process in surroundings that fail it: it works on, or ends with a reason.
#include "daemon/process_testing.h"

#include <gtest/gtest.h>

#include <string>

namespace cuzk::daemon {
namespace {

constexpr const char* kConfig =
    "[daemon]\nlisten = \"unix://FOLDER/cuzk.sock\"\n[memory]\ntotal_budget = \"3GiB\"\n"
    "[synthesis]\npartition_workers = 2\n";

ProcessOptions here(Stream out, Stream err) {
  return {.words = {}, .config = kConfig, .out = out, .err = err, .before = {}};
}

class Streams : public testing::TestWithParam<Stream> {};

// Whatever stderr is, the daemon comes up, and SIGTERM ends it with code 0.
TEST_P(Streams, TheLogNeverHurtsTheDaemon) {
  ProcessOptions options = here(Stream::kFile, GetParam());
  options.config += "[logging]\ntimeline = true\nlevel = \"trace\"\n";
  DaemonProcess daemon(options);
  ASSERT_TRUE(daemon.await_file("cuzk.sock"));
  for (int i = 0; i < 20; ++i) daemon.send(SIGHUP);  // a line each
  daemon.send(SIGTERM);
  EXPECT_EQ(daemon.exit_code(), 0);
}

// What is asked for on stdout, and is not written there, is a failure.
TEST(Surroundings, AResultThatIsNotWrittenIsExitCode1) {
  for (Stream stream : {Stream::kFile, Stream::kClosed, Stream::kFull, Stream::kBroken}) {
    for (const char* word : {"config", "--help"}) {
      ProcessOptions options = here(stream, Stream::kFile);
      options.words = {word};
      if (word == std::string("config")) options.words.push_back("default");
      DaemonProcess daemon(options);
      EXPECT_EQ(daemon.exit_code(), stream == Stream::kFile ? 0 : 1) << word << daemon.err();
    }
  }
}

// Where files may not grow (ulimit -f) the system would end the program by SIGXFSZ.
TEST(Surroundings, AResultThatIsCutOffIsExitCode1) {
  ProcessOptions options = here(Stream::kFile, Stream::kFile);
  options.words = {"config", "default"};
  options.before = [] {
    const rlimit limit{100, 100};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  };
  DaemonProcess daemon(options);
  EXPECT_EQ(daemon.exit_code(), 1);
  EXPECT_EQ(daemon.out().size(), 100u);
  EXPECT_NE(daemon.err().find("error: WRITE_FAILED: stdout"), std::string::npos) << daemon.err();
}

INSTANTIATE_TEST_SUITE_P(All, Streams,
                         testing::Values(Stream::kFile, Stream::kClosed, Stream::kFull,
                                         Stream::kBroken, Stream::kUnread));

TEST(Surroundings, TooFewThreadsEndTheStartWithTheReason) {
  ProcessOptions options = here(Stream::kFile, Stream::kFile);
  options.before = [] {
    constexpr uid_t kLonelyUser = 64321;  // the superuser has no limit
    const rlimit limit{8, 8};
    ::setrlimit(RLIMIT_NPROC, &limit);
    if (::geteuid() == 0) ::setresuid(kLonelyUser, kLonelyUser, kLonelyUser);
  };
  DaemonProcess daemon(options);
  EXPECT_EQ(daemon.exit_code(), 1);
  EXPECT_NE(daemon.err().find("error: RESOURCE_EXHAUSTED: threads: "), std::string::npos)
      << daemon.err();
}

TEST(Surroundings, StoppedIsTheLastLine) {
  DaemonProcess daemon(here(Stream::kFile, Stream::kFile));
  ASSERT_TRUE(daemon.await_text("ready"));
  daemon.send(SIGTERM);
  EXPECT_EQ(daemon.exit_code(), 0);
  const std::string log = daemon.err();
  EXPECT_TRUE(log.ends_with(" info stopped\n")) << log;
}

}  // namespace
}  // namespace cuzk::daemon
