// SPDX-License-Identifier: MIT OR Apache-2.0
// How a daemon is started in a world, and how it is looked at (outside_testing.h).
#include <fcntl.h>
#include <fmt/format.h>
#include <grp.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <iterator>
#include <thread>

#include "base/error.h"
#include "daemon/outside_testing.h"
#include "engine/fake_prover_testing.h"
#include "service/listener.h"

namespace cuzk::daemon {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

constexpr auto kWaitMax = std::chrono::seconds(20);

// In the child: only calls that are safe after fork.
[[noreturn]] void become_daemon(const World& world, int program, int out, int err,
                                char* const* arguments, char* const* environment) {
  ::setpgid(0, 0);
  if (world.descriptors != 0) {
    const rlimit limit{world.descriptors, world.descriptors};
    ::setrlimit(RLIMIT_NOFILE, &limit);
  }
  if (world.umask) ::umask(*world.umask);
  ::dup2(out, STDOUT_FILENO);
  ::dup2(err, STDERR_FILENO);
  if (world.close_stdout) ::close(STDOUT_FILENO);
  if (world.user &&
      (::setgroups(0, nullptr) != 0 || ::setgid(*world.user) != 0 || ::setuid(*world.user) != 0)) {
    ::_exit(120);
  }
  ::fexecve(program, arguments, environment);
  ::_exit(121);
}

std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> out;
  for (std::string& word : words) out.push_back(word.data());
  out.push_back(nullptr);
  return out;
}

}  // namespace

bool becomes(const std::function<bool()>& condition) {
  const auto end = std::chrono::steady_clock::now() + kWaitMax;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(milliseconds(5));
  }
  return true;
}

OutsideDaemon::OutsideDaemon() : folder_(temporary_.path()) {
  fs::permissions(folder_, fs::perms::all);
  fs::create_directory(folder_ / "run");
  fs::permissions(folder_ / "run", fs::perms::all);
}

OutsideDaemon::~OutsideDaemon() {
  if (pid_ <= 0) return;
  ::kill(-pid_, SIGKILL);
  ::waitpid(pid_, nullptr, 0);
}

void OutsideDaemon::start(const World& world) {
  ASSERT_EQ(pid_, 0);
  std::ofstream(config()) << fmt::format(
      "[daemon]\nlisten = [\"{}\", \"127.0.0.1:0\"]\nstatus_listen = \"127.0.0.1:0\"\n"
      "drain_timeout = \"20s\"\n{}\n[memory]\ntotal_budget = \"4GiB\"\nrequest_budget = \"1GiB\"\n",
      address(), world.daemon_keys);
  const std::string program = fs::read_symlink("/proc/self/exe").parent_path() / "cuzk-fake-daemon";
  const int binary = ::open(program.c_str(), O_RDONLY | O_CLOEXEC);
  ASSERT_GE(binary, 0) << program;
  const int out = ::open(world.stdout_path.c_str(), O_WRONLY | O_CLOEXEC);
  const int err =
      ::open((folder_ / "log").c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  std::vector<std::string> words = {program, "-c", config()}, variables;
  if (world.environment) {
    variables = *world.environment;
  } else {
    for (char** variable = environ; *variable != nullptr; ++variable) {
      variables.emplace_back(*variable);
    }
  }
  const std::vector<char*> arguments = pointers(words), environment = pointers(variables);
  pid_ = ::fork();
  if (pid_ == 0) become_daemon(world, binary, out, err, arguments.data(), environment.data());
  for (int descriptor : {binary, out, err}) ::close(descriptor);
}

bool OutsideDaemon::becomes_ready() {
  return becomes([&] {
    return service::inspect_socket(socket()).state == service::SocketState::kLive && answers();
  });
}

void OutsideDaemon::signal(int number) const { ::kill(pid_, number); }

std::optional<int> OutsideDaemon::wait_for_end() {
  int status = 0;
  if (!becomes([&] { return ::waitpid(pid_, &status, WNOHANG) == pid_; })) return std::nullopt;
  pid_ = -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

std::string OutsideDaemon::log() const {
  std::ifstream file(folder_ / "log");
  return {std::istreambuf_iterator<char>(file), {}};
}

void OutsideDaemon::prove(const std::string& input, unsigned partitions) {
  const engine::Request request = engine::FakeProver::request(input, partitions);
  const engine::ProofBytes expected = engine::FakeProver::whole_proof(request);
  try {
    service::Client client(address());
    EXPECT_EQ(client.prove(request).proof(), std::string(expected.begin(), expected.end()));
  } catch (const base::Error& error) {
    ADD_FAILURE() << error.text() << "\n" << log();
  }
}

bool OutsideDaemon::answers() const {
  try {
    service::Client(address(), {.answer_time = milliseconds(1000)}).status();
    return true;
  } catch (const base::Error&) {
    return false;
  }
}

void OutsideDaemon::leaves_nothing() const {
  EXPECT_EQ(pid_, -1);
  std::vector<std::string> left;
  for (const auto& entry : fs::recursive_directory_iterator(folder_)) {
    const std::string name = entry.path().lexically_relative(folder_);
    if (name != "log" && name != "cuzk.toml" && name != "run") left.push_back(name);
  }
  EXPECT_TRUE(left.empty()) << left[0];
}

}  // namespace cuzk::daemon
