// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/action.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <stdexcept>
#include <string>

#include "base/error.h"
#include "base/file.h"

namespace cuzk::cli {
namespace {

// Puts another file in the place of a standard descriptor.
class Replaced {
 public:
  Replaced(std::FILE* stream, const char* path) : stream_(stream) {
    std::fflush(stream_);
    saved_ = ::dup(::fileno(stream_));
    const int other = ::open(path, O_WRONLY | O_CLOEXEC);
    EXPECT_GE(other, 0) << path;
    ::dup2(other, ::fileno(stream_));
    ::close(other);
  }
  ~Replaced() {
    std::fflush(stream_);
    std::clearerr(stream_);
    ::dup2(saved_, ::fileno(stream_));
    ::close(saved_);
  }

 private:
  std::FILE* stream_;
  int saved_;
};

ExitCode run_with_stdout_full(const Action& action) {
  testing::internal::CaptureStderr();
  ExitCode code;
  {
    Replaced full(stdout, "/dev/full");
    code = run_action(action);
  }
  EXPECT_NE(testing::internal::GetCapturedStderr().find("error: WRITE_FAILED: stdout: "),
            std::string::npos);
  return code;
}

TEST(RunAction, AResultThatIsNotWrittenIsAFailure) {
  EXPECT_EQ(run_with_stdout_full([] {
              fmt::print("a line\n");
              return kExitOk;
            }),
            kExitFailed);
  // More than the buffer holds: the first write fails inside the action.
  EXPECT_EQ(run_with_stdout_full([] {
              for (int i = 0; i < 10000; ++i) fmt::print("line {}\n", i);
              return kExitOk;
            }),
            kExitFailed);
  EXPECT_EQ(run_with_stdout_full([] {
              fmt::print("a line\n");
              return kExitUsage;
            }),
            kExitUsage);
}

TEST(RunAction, HelpIsAResultToo) {
  EXPECT_EQ(run_with_stdout_full([] {
              CLI::App app{"An app", "app"};
              const char* words[] = {"app", "--help"};
              return run_program(app, 2, words, [] { return kExitOk; });
            }),
            kExitFailed);
}

TEST(RunAction, AStderrThatIsFullHurtsNothing) {
  ExitCode code;
  {
    Replaced full(stderr, "/dev/full");
    code = run_action([]() -> ExitCode {
      print_stderr("a note\n");
      throw base::Error(base::ErrorCode::kFileMissing, "x");
    });
  }
  EXPECT_EQ(code, kExitFailed);
}

// ulimit -f: the system would end the program by SIGXFSZ.
TEST(RunProgramDeathTest, AFileThatMayNotGrowIsAnError) {
  const auto write_too_much = [] {
    ::signal(SIGXFSZ, SIG_DFL);
    const rlimit limit{4096, RLIM_INFINITY};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    CLI::App app{"An app", "app"};
    const char* words[] = {"app"};
    ::_exit(run_program(app, 1, words, [] {
      const std::string name = testing::TempDir() + "cuzk-action-test-" + std::to_string(getpid());
      base::write_new_file(name, std::string(8192, 'x'));
      return kExitOk;
    }));
  };
  EXPECT_EXIT(write_too_much(), testing::ExitedWithCode(kExitFailed),
              "^error: WRITE_FAILED: .*: cannot write: File too large");
}

TEST(RunAction, ErrorsHaveTheirLineAndCode) {
  testing::internal::CaptureStderr();
  EXPECT_EQ(
      run_action([]() -> ExitCode { throw base::Error(base::ErrorCode::kBadArgument, "what"); }),
      kExitUsage);
  EXPECT_EQ(run_action([]() -> ExitCode { throw std::runtime_error("why"); }), kExitFailed);
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "error: BAD_ARGUMENT: what\nerror: INTERNAL: why\n");
}

}  // namespace
}  // namespace cuzk::cli
