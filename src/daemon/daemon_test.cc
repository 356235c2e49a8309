// SPDX-License-Identifier: MIT OR Apache-2.0
// The command line of `cuzk` (daemon-reference.md 6.1, point 11): flags, default paths, `config`
// and `doctor`. Signals and sockets are tested with a real process by tests/client.
#include "daemon/daemon.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "cli/command_testing.h"
#include "daemon/service_manager.h"
#include "engine/parameters.h"

namespace cuzk::daemon {
namespace {

cli::CommandResult run(std::vector<std::string> words) {
  words.insert(words.begin(), "cuzk");
  return cli::run_captured(
      [](int argc, const char* const* argv) {
        return run_daemon(argc, argv, [](const DaemonConfig&) -> engine::Prover { std::abort(); });
      },
      words);
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(DaemonCommands, FlagsAndDefaultsOfTheReference) {
  const cli::CommandResult help = run({"--help"});
  EXPECT_EQ(help.code, 0);
  for (const char* part : {"-c,--config", "/data/zk/cuzk.toml", "-l,--listen", "--log-level"}) {
    EXPECT_TRUE(has(help.out, part)) << part;
  }
  EXPECT_EQ(run({"--version"}).code, 0);
  EXPECT_EQ(run({"--no-such-flag"}).code, cli::kExitUsage);
  EXPECT_EQ(run({"--log-level", "loud"}).code, cli::kExitUsage);
  EXPECT_EQ(run({"-l", "9820", "config", "check"}).code, cli::kExitUsage);
}

TEST(DaemonCommands, ConfigDefaultIsAFile) {
  cli::TemporaryFolder folder;
  const cli::CommandResult defaults = run({"config", "default"});
  ASSERT_EQ(defaults.code, 0);
  EXPECT_TRUE(has(defaults.out, "listen = [\"unix:///run/curio/cuzk.sock\"]"));
  std::ofstream(folder / "cuzk.toml") << defaults.out;
  const cli::CommandResult check = run({"-c", folder / "cuzk.toml", "config", "check"});
  EXPECT_EQ(check.code, 0);
  EXPECT_TRUE(has(check.out, ": ok\n")) << check.out;
  EXPECT_EQ(check.err, "");
}

TEST(DaemonCommands, ConfigCheckWarnsAndRefuses) {
  cli::TemporaryFolder folder;
  std::ofstream(folder / "odd.toml") << "[srs]\nparam_cach = \"/x\"\n";
  const cli::CommandResult odd = run({"-c", folder / "odd.toml", "config", "check"});
  EXPECT_EQ(odd.code, 0);
  EXPECT_TRUE(has(odd.err, "is srs.param_cache meant?")) << odd.err;
  std::ofstream(folder / "bad.toml") << "[memory]\ntotal_budget = \"abc\"\n";
  const cli::CommandResult bad = run({"-c", folder / "bad.toml", "config", "check"});
  EXPECT_EQ(bad.code, cli::kExitUsage);
  EXPECT_TRUE(has(bad.err, "bad.toml:2: memory.total_budget")) << bad.err;
}

TEST(DaemonCommands, ConfigShowFollowsTheFlags) {
  cli::TemporaryFolder folder;
  std::ofstream(folder / "cuzk.toml") << "[daemon]\nlisten = \"127.0.0.1:1\"\nno_key = 1\n";
  const cli::CommandResult show = run(
      {"-c", folder / "cuzk.toml", "-l", "[::1]:9820", "--log-level", "debug", "config", "show"});
  EXPECT_EQ(show.code, 0);
  EXPECT_TRUE(has(show.out, "listen = [\"[::1]:9820\"]"));
  EXPECT_TRUE(has(show.out, "level = \"debug\""));
  EXPECT_TRUE(has(show.err, "cuzk.toml:3: daemon.no_key"));
}

// What the start would refuse, `config check` refuses.
TEST(DaemonCommands, ConfigCheckRefusesWhatTheStartRefuses) {
  cli::TemporaryFolder folder;
  for (const char* text :
       {"[daemon]\nlisten = []", "[daemon]\nstatus_listen = \"unix:///run/x\"",
        "[memory]\ntotal_budget = \"1MiB\"", "[memory]\nsafety_margin = \"999TiB\"",
        "[gpus]\ngpu_workers_per_device = 0"}) {
    std::ofstream(folder / "cuzk.toml") << text << "\n";
    const cli::CommandResult check = run({"-c", folder / "cuzk.toml", "config", "check"});
    EXPECT_EQ(check.code, cli::kExitUsage) << text << check.err;
    const cli::CommandResult start = run({"-c", folder / "cuzk.toml"});
    EXPECT_EQ(start.code, cli::kExitUsage) << text << start.err;
  }
  const cli::CommandResult missing = run({"-c", folder / "missing.toml", "config", "check"});
  EXPECT_EQ(missing.code, cli::kExitFailed);
  EXPECT_TRUE(has(missing.err, "missing.toml: there is no such file")) << missing.err;
}

TEST(DaemonCommands, DoctorFindsWhatIsMissing) {
  cli::TemporaryFolder folder;
  std::ofstream(folder / "cuzk.toml")
      << "[daemon]\nlisten = \"unix://" << folder.path() << "/a/cuzk.sock\"\n"
      << "[gpus]\nbackend = \"cpu\"\n[memory]\ntotal_budget = \"3GiB\"\n[srs]\nparam_cache = \""
      << folder.path() << "\"\n";
  const cli::CommandResult missing = run({"-c", folder / "cuzk.toml", "doctor"});
  EXPECT_EQ(missing.code, cli::kExitFailed);
  EXPECT_TRUE(has(missing.out, "problem  parameters: " + folder.path() + " (srs.param_cache): "))
      << missing.out;
  std::ofstream(engine::parameter_path(folder.path(), engine::kinds()[0].circuits[0])) << "x";
  const cli::CommandResult good = run({"-c", folder / "cuzk.toml", "doctor"});
  EXPECT_EQ(good.code, cli::kExitOk) << good.out;
  EXPECT_TRUE(has(good.out, "ok       budget 3.00 GiB")) << good.out;
}

// Everything that was looked at, and where each setting comes from (docs/formats.md).
TEST(DaemonCommands, DoctorTellsPrograms) {
  cli::TemporaryFolder folder;
  std::ofstream(folder / "cuzk.toml")
      << "[gpus]\nbackend = \"cpu\"\n[memory]\ntotal_budget = \"3GiB\"\n[srs]\nparam_cache = \""
      << folder.path() << "\"\n";
  const cli::CommandResult result = run(
      {"-c", folder / "cuzk.toml", "-l", "unix://" + (folder / "cuzk.sock"), "doctor", "--json"});
  EXPECT_EQ(result.code, cli::kExitFailed) << "there are no parameters";
  const nlohmann::json document = nlohmann::json::parse(result.out);
  EXPECT_EQ(document["problems"], 1) << result.out;
  std::set<std::string> subjects;
  for (const auto& finding : document["findings"]) subjects.insert(finding["subject"]);
  for (const char* subject :
       {"settings", "backend", "parameters", "circuits", "addresses", "memory", "descriptors",
        "threads", "locked_memory", "address_space", "file_size", "machine"}) {
    EXPECT_TRUE(subjects.contains(subject)) << subject;
  }
  std::map<std::string, std::string> origins;
  for (const auto& setting : document["settings"]) {
    origins[setting["key"]] = setting["origin"];
  }
  EXPECT_EQ(origins["gpus.backend"], folder / "cuzk.toml" + ":2");
  EXPECT_EQ(origins["daemon.listen"], "--listen");
  EXPECT_EQ(origins["logging.level"], "default");
}

// What systemd would receive.
TEST(ServiceManager, TellsItsSocket) {
  cli::TemporaryFolder folder;
  const std::string path = folder / "notify";
  const int receiver = ::socket(AF_UNIX, SOCK_DGRAM, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  path.copy(address.sun_path, sizeof address.sun_path - 1);
  ASSERT_EQ(::bind(receiver, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  ::setenv("NOTIFY_SOCKET", path.c_str(), 1);
  ::setenv("WATCHDOG_USEC", "3000000", 1);
  const ServiceManager manager;
  ::unsetenv("NOTIFY_SOCKET");
  ::unsetenv("WATCHDOG_USEC");
  manager.tell("READY=1");
  char received[64] = {};
  ASSERT_EQ(::recv(receiver, received, sizeof received, MSG_DONTWAIT), 7);
  EXPECT_STREQ(received, "READY=1");
  EXPECT_EQ(manager.watchdog_period(), std::chrono::milliseconds(1500));
  ::close(receiver);
  EXPECT_EQ(ServiceManager().watchdog_period(), std::nullopt);
  ServiceManager().tell("READY=1");  // nobody listens, nothing happens
}

}  // namespace
}  // namespace cuzk::daemon
