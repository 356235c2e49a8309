// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/action.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <new>
#include <string>

#include "base/error.h"
#include "base/line_writer.h"

namespace cuzk::cli {
namespace {

void print_error(const std::string& code, const std::string& text) {
  print_stderr(fmt::format("error: {}: {}\n", code, text));
}

// Whether all that was printed has been written.
bool stdout_written() {
  errno = 0;
  const bool flushed = std::fflush(stdout) == 0;
  const int error = errno;
  if (flushed && std::ferror(stdout) == 0) return true;
  print_error(base::error_name(base::ErrorCode::kWriteFailed),
              fmt::format("stdout: cannot be written{}{}; what it holds is not complete",
                          error == 0 ? "" : ": ", error == 0 ? "" : std::strerror(error)));
  return false;
}

ExitCode run_and_report(const Action& action) {
  try {
    return action();
  } catch (const base::Error& error) {
    print_error(base::error_name(error.code()), error.text());
    return error.code() == base::ErrorCode::kBadArgument ? kExitUsage : kExitFailed;
  } catch (const std::bad_alloc&) {
    print_error(base::error_name(base::ErrorCode::kOutOfMemory),
                "the system gave no more memory; use a smaller sector size or a larger machine");
  } catch (const std::exception& error) {
    if (std::ferror(stdout) == 0) {
      print_error(base::error_name(base::ErrorCode::kInternal), error.what());
    }
  }
  return kExitFailed;
}

// A descriptor that is closed reports errors afterwards too (stdout) or swallows all (the others).
void open_standard_descriptors() {
  for (int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(descriptor, F_GETFD) >= 0) continue;
    // The lowest free number is this one.
    (void)::open("/dev/null", descriptor == STDERR_FILENO ? O_WRONLY : O_RDONLY);
  }
}

}  // namespace

ExitCode run_action(const Action& action) {
  const ExitCode code = run_and_report(action);
  return stdout_written() || code != kExitOk ? code : kExitFailed;
}

ExitCode run_program(CLI::App& app, int argc, const char* const* argv, const Action& action) {
  ::signal(SIGPIPE, SIG_IGN);
  ::signal(SIGXFSZ, SIG_IGN);
  open_standard_descriptors();
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return run_action([&] { return app.exit(error) == 0 ? kExitOk : kExitUsage; });
  }
  return run_action(action);
}

void print_stderr(std::string_view text) { (void)base::write_with_patience(STDERR_FILENO, text); }

}  // namespace cuzk::cli
