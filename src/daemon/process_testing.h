// SPDX-License-Identifier: MIT OR Apache-2.0
// For tests: the daemon with the fake prover as a process of its own, under limits and with
// descriptors that the test chooses. It stands beside the test program (cuzk-fake-daemon).
//
// Streams are a file in the test's folder (Stream::kFile, whose text can be read and waited for),
// closed, full (/dev/full), a pipe whose reader is gone (kBroken) or a pipe that nobody reads and
// that is full (kUnread). A process that outlives its test is killed. Waits have a bound that only
// a hang reaches.
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include "cli/command_testing.h"

namespace cuzk::daemon {

enum class Stream { kFile, kClosed, kFull, kBroken, kUnread };

struct ProcessOptions {
  std::vector<std::string> words = {};  // of the command line, after the program
  // Text of a configuration file, which -c names; FOLDER in it is the folder of the test. Empty for
  // none.
  std::string config = {};
  Stream out = Stream::kFile, err = Stream::kFile;
  std::function<void()> before = {};  // in the new process, before the program starts
};

class DaemonProcess {
 public:
  explicit DaemonProcess(const ProcessOptions& options) {
    // Another user may be the one who starts.
    std::filesystem::permissions(folder_.path(), std::filesystem::perms::all);
    std::vector<std::string> words = {program()};
    if (!options.config.empty()) {
      std::string text = options.config;
      for (size_t at = 0; (at = text.find("FOLDER", at)) != std::string::npos;) {
        text.replace(at, 6, folder_.path());
      }
      std::ofstream(folder_ / "cuzk.toml") << text;
      words.insert(words.end(), {"-c", folder_ / "cuzk.toml"});
    }
    words.insert(words.end(), options.words.begin(), options.words.end());
    const int out = open_stream(options.out, "stdout");
    const int err = open_stream(options.err, "stderr");
    // Opened by this user: another one may not reach its folder.
    const int binary = ::open(words[0].c_str(), O_RDONLY | O_CLOEXEC);
    process_ = ::fork();
    if (process_ == 0) start(binary, words, options, out, err);
    for (int descriptor : {binary, out, err}) {
      if (descriptor >= 0) ::close(descriptor);
    }
  }
  DaemonProcess(const DaemonProcess&) = delete;
  ~DaemonProcess() {
    if (process_ > 0) {
      ::kill(process_, SIGKILL);
      ::waitpid(process_, nullptr, 0);
    }
    for (int descriptor : held_) ::close(descriptor);
  }

  std::string out() const { return text_of("stdout"); }
  std::string err() const { return text_of("stderr"); }
  std::string operator/(const std::string& name) const { return folder_ / name; }

  void send(int signal) const { ::kill(process_, signal); }
  // Whether stderr, or another file of the folder, comes to hold this text.
  bool await_text(const std::string& part, const std::string& file = "stderr") {
    return await([&] { return text_of(file).find(part) != std::string::npos || ended(); }) &&
           text_of(file).find(part) != std::string::npos;
  }
  bool await_file(const std::string& name) {
    return await([&] { return std::filesystem::exists(folder_ / name) || ended(); }) &&
           std::filesystem::exists(folder_ / name);
  }
  // The exit code, 128 and the signal's number as a shell says it, or -1 for a process that hangs.
  int exit_code() {
    if (!await([&] { return ended(); })) return -1;
    return WIFEXITED(status_) ? WEXITSTATUS(status_) : 128 + WTERMSIG(status_);
  }

 private:
  static constexpr std::chrono::seconds kHang{30};

  static std::string program() {
    return std::filesystem::read_symlink("/proc/self/exe").parent_path() / "cuzk-fake-daemon";
  }
  template <typename Condition>
  static bool await(Condition condition) {
    const auto end = std::chrono::steady_clock::now() + kHang;
    while (!condition()) {
      if (std::chrono::steady_clock::now() > end) return false;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return true;
  }
  bool ended() {
    if (process_ > 0 && ::waitpid(process_, &status_, WNOHANG) == process_) process_ = 0;
    return process_ == 0;
  }
  std::string text_of(const std::string& name) const {
    std::ifstream file(folder_ / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  int open_stream(Stream stream, const std::string& name) {
    if (stream == Stream::kClosed) return -1;
    if (stream == Stream::kFull) return ::open("/dev/full", O_WRONLY | O_CLOEXEC);
    if (stream == Stream::kFile) {
      return ::open((folder_ / name).c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    }
    int ends[2];
    EXPECT_EQ(::pipe2(ends, O_CLOEXEC), 0);
    if (stream == Stream::kBroken) {
      ::close(ends[0]);
      return ends[1];
    }
    held_.push_back(ends[0]);
    ::fcntl(ends[1], F_SETFL, O_NONBLOCK);
    const std::string page(4096, '\n');
    while (::write(ends[1], page.data(), page.size()) > 0) {
    }
    ::fcntl(ends[1], F_SETFL, 0);
    return ends[1];
  }
  [[noreturn]] static void start(int binary, const std::vector<std::string>& words,
                                 const ProcessOptions& options, int out, int err) {
    for (const auto& [descriptor, standard] :
         {std::pair{out, STDOUT_FILENO}, std::pair{err, STDERR_FILENO}}) {
      if (descriptor >= 0) {
        ::dup2(descriptor, standard);
      } else {
        ::close(standard);
      }
    }
    ::signal(SIGPIPE, SIG_DFL);
    ::signal(SIGXFSZ, SIG_DFL);
    if (options.before) options.before();
    std::vector<char*> argv;
    for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
    argv.push_back(nullptr);
    ::fexecve(binary, argv.data(), environ);
    ::_exit(127);
  }

  cli::TemporaryFolder folder_;
  std::vector<int> held_;
  pid_t process_ = -1;
  int status_ = 0;
};

}  // namespace cuzk::daemon
