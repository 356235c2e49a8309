// SPDX-License-Identifier: MIT OR Apache-2.0
// How a daemon is started in a world, and how it is looked at (outside_testing.h).
#include <fmt/format.h>
#include <grp.h>
#include <sys/stat.h>

#include "base/error.h"
#include "daemon/outside_testing.h"
#include "engine/fake_prover_testing.h"
#include "service/client.h"
#include "service/listener.h"

namespace cuzk::daemon {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

void limit(decltype(RLIMIT_NOFILE) what, rlim_t value) {
  const rlimit both{value, value};
  if (value != 0) ::setrlimit(what, &both);
}

// In the new process.
void enter(const World& world, char** environment) {
  limit(RLIMIT_NOFILE, world.descriptors);
  limit(RLIMIT_NPROC, world.threads);
  limit(RLIMIT_AS, world.address_space);
  limit(RLIMIT_FSIZE, world.file_size);
  if (world.umask) ::umask(*world.umask);
  if (world.user &&
      (::setgroups(0, nullptr) != 0 || ::setgid(*world.user) != 0 || ::setuid(*world.user) != 0)) {
    ::_exit(120);
  }
  if (world.environment) environ = environment;
}

}  // namespace

bool becomes(const std::function<bool()>& condition) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(milliseconds(5));
  }
  return true;
}

OutsideDaemon::OutsideDaemon() {
  fs::create_directory(socket_folder());
  for (const fs::path& open : {fs::path(folder_.path()), socket_folder()}) {
    fs::permissions(open, fs::perms::all);
  }
}

void OutsideDaemon::start(const World& world) {
  std::vector<std::string> variables = world.environment.value_or(std::vector<std::string>{});
  std::vector<char*> environment;
  for (std::string& variable : variables) environment.push_back(variable.data());
  environment.push_back(nullptr);
  process_.emplace(ProcessOptions{
      .config = fmt::format(
          "[daemon]\nlisten = [\"{}\", \"127.0.0.1:0\"]\nstatus_listen = \"127.0.0.1:0\"\n"
          "drain_timeout = \"20s\"\n{}\n[memory]\ntotal_budget = \"4GiB\"\n"
          "request_budget = \"1GiB\"\n",
          address(), world.daemon_keys),
      .out = world.out,
      .err = world.err,
      .before = [&] { enter(world, environment.data()); }});
}

bool OutsideDaemon::becomes_ready() const {
  return becomes([&] {
    return service::inspect_socket(socket()).state == service::SocketState::kLive && answers();
  });
}

void OutsideDaemon::prove(const std::string& input, unsigned partitions) const {
  const engine::Request request = engine::FakeProver::request(input, partitions);
  const engine::ProofBytes expected = engine::FakeProver::whole_proof(request);
  try {
    service::Client client(address());
    EXPECT_EQ(client.prove(request).proof(), std::string(expected.begin(), expected.end()));
  } catch (const base::Error& error) {
    ADD_FAILURE() << error.text() << "\n" << process_->err();
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
  const std::vector<std::string> own = {"run", "cuzk.toml", "stdout", "stderr"};
  for (const fs::path& place : {fs::path(folder_.path()), fs::path(config()).parent_path()}) {
    for (const auto& entry : fs::recursive_directory_iterator(place)) {
      const std::string name = entry.path().lexically_relative(place);
      EXPECT_NE(std::ranges::find(own, name), own.end()) << name << " is left";
    }
  }
}

}  // namespace cuzk::daemon
