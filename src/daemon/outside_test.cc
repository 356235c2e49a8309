// SPDX-License-Identifier: MIT OR Apache-2.0
// The daemon in worlds that are not as they should be. A case is a row: how the world is, what is
// done to it while the daemon runs, and for a daemon that cannot start, the reason that it gives.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <atomic>
#include <fstream>
#include <thread>

#include "base/error.h"
#include "daemon/outside_testing.h"
#include "engine/fake_prover_testing.h"
#include "service/client.h"
#include "service/listener.h"

namespace cuzk::daemon {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;
using Daemon = OutsideDaemon;

constexpr uid_t kNobody = 65534;
constexpr rlim_t kGiB = rlim_t{1} << 30;
constexpr rlim_t kLittleAddressSpace = 5 * kGiB;  // beside a budget of 4 GiB

sockaddr_un unix_address(const fs::path& path) {
  sockaddr_un where{};
  where.sun_family = AF_UNIX;
  path.string().copy(where.sun_path, sizeof where.sun_path - 1);
  return where;
}

int connect_to(const fs::path& path) {
  const sockaddr_un where = unix_address(path);
  const int descriptor = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  EXPECT_EQ(::connect(descriptor, reinterpret_cast<const sockaddr*>(&where), sizeof where), 0);
  return descriptor;
}

// --- Before the start --------------------------------------------------------------------------

void nothing(Daemon&) {}

void leave_dead_socket(Daemon& daemon) {
  const sockaddr_un where = unix_address(daemon.socket());
  const int descriptor = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  EXPECT_EQ(::bind(descriptor, reinterpret_cast<const sockaddr*>(&where), sizeof where), 0);
  ::close(descriptor);
}

void remove_folder(Daemon& daemon) { fs::remove(daemon.socket_folder()); }

// --- While it runs -----------------------------------------------------------------------------

// More connections than it has descriptors for, and then none.
void flood(Daemon& daemon) {
  std::vector<int> guests;
  for (int i = 0; i < 200; ++i) guests.push_back(connect_to(daemon.socket()));
  EXPECT_TRUE(
      becomes([&] { return daemon.process().err().find("are refused") != std::string::npos; }));
  for (int guest : guests) ::close(guest);
  EXPECT_TRUE(becomes([&] { return daemon.answers(); }));
}

// Clients that say nothing, half a greeting, or nonsense, and stay.
void say_little(Daemon& daemon) {
  std::vector<int> guests;
  for (std::string_view says : {"", "PRI * HT", "GET / HTTP/1.1\r\n\r\n", "\x16\x03\x01"}) {
    for (int i = 0; i < 20; ++i) {
      guests.push_back(connect_to(daemon.socket()));
      ::send(guests.back(), says.data(), says.size(), MSG_NOSIGNAL);
    }
  }
  daemon.prove("beside");
  for (int guest : guests) ::close(guest);
}

// The daemon stands still in the middle of a call: the client misses it and ends with the reason.
// When the daemon goes on it finds the client gone, and its job with it.
void stand_still(Daemon& daemon) {
  std::jthread client([&] {
    try {
      service::Client(daemon.address(), {milliseconds(100), milliseconds(1000)})
          .prove(engine::FakeProver::request("gone", 1000));
      ADD_FAILURE() << "a daemon that stands still has answered";
    } catch (const base::Error& error) {
      EXPECT_EQ(error.code(), base::ErrorCode::kUnavailable) << error.text();
    }
  });
  service::Client looker(daemon.address());
  EXPECT_TRUE(becomes([&] {
    const std::string submitted = "cuzk_jobs_submitted_total{proof_kind=\"porep_c2\"} 2\n";
    return looker.metrics().find(submitted) != std::string::npos;
  }));
  daemon.process().send(SIGSTOP);
  client.join();
  daemon.process().send(SIGCONT);
  EXPECT_TRUE(becomes([&] {
    const v1::GetStatusResponse status = looker.status();
    return status.queues(0).pending() + status.queues(0).in_progress() == 0;
  }));
}

void change_configuration(Daemon& daemon) {
  std::ofstream(daemon.config()) << "this is = not [toml";
  daemon.process().send(SIGHUP);
  EXPECT_TRUE(
      becomes([&] { return daemon.process().err().find("not read again") != std::string::npos; }));
  fs::remove(daemon.config());
  daemon.process().send(SIGHUP);
}

constexpr rlim_t kLogBytes = 4096;

// stderr is a file that may not grow any more: lines are lost, and counted once there is room.
void fill_log(Daemon& daemon) {
  const fs::path log = daemon.process() / "stderr";
  EXPECT_TRUE(becomes([&] {
    daemon.process().send(SIGHUP);  // a line
    return fs::file_size(log) == kLogBytes;
  }));
  daemon.prove("with a full log");
  fs::resize_file(log, 0);
  EXPECT_TRUE(becomes([&] {
    daemon.process().send(SIGHUP);
    return daemon.process().err().find("log lines were lost") != std::string::npos;
  }));
}

// Many calls that wait, each with a thread and its stack: what there are no addresses for is
// refused with its code.
void use_up_addresses(Daemon& daemon) {
  constexpr size_t kCallers = 200, kInputs = 10;
  std::atomic<size_t> proved = 0, refused = 0;
  std::vector<std::jthread> callers;
  for (size_t i = 0; i < kCallers; ++i) {
    callers.emplace_back([&, i] {
      const engine::Request request =
          engine::FakeProver::request(fmt::format("shared {}", i % kInputs));
      const engine::ProofBytes expected = engine::FakeProver::whole_proof(request);
      try {
        EXPECT_EQ(service::Client(daemon.address()).prove(request).proof(),
                  std::string(expected.begin(), expected.end()));
        ++proved;
      } catch (const base::Error& error) {
        EXPECT_EQ(error.code(), base::ErrorCode::kResourceExhausted) << error.text();
        ++refused;
      }
    });
  }
  callers.clear();
  EXPECT_EQ(proved + refused, kCallers);
  EXPECT_GT(proved, 0u);
}

void check_mode(Daemon& daemon) {
  struct stat status {};
  ASSERT_EQ(::lstat(daemon.socket().c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777u, 0660u);
}

// Another daemon wants the same socket.
void start_second(Daemon& daemon) {
  EXPECT_THROW(service::Listener(service::parse_address(daemon.address())), base::Error);
}

struct Case {
  const char* name;
  World world = {};
  void (*before)(Daemon&) = nothing;
  void (*during)(Daemon&) = nothing;
};

const std::vector<Case>& serving_cases() {
  using Words = std::vector<std::string>;
  static const std::vector<Case> kCases = {
      {"Plain"},
      {"FewDescriptors", {.descriptors = 64}, nothing, flood},
      {"SilentClients", {}, nothing, say_little},
      {"ChangedConfiguration", {}, nothing, change_configuration},
      {"StandsStill", {}, nothing, stand_still},
      {"SecondDaemon", {}, nothing, start_second},
      {"DeadSocket", {}, leave_dead_socket},
      {"MissingFolder", {}, remove_folder},
      {"UmaskOfAll", {.umask = 0777}, nothing, check_mode},
      {"UmaskOfNone", {.umask = 0}, nothing, check_mode},
      {"OtherUser", {.user = kNobody}},
      {"EmptyEnvironment", {.environment = Words{}}},
      {"OddEnvironment",
       {.environment = Words{"LANG=xx_XX.nothing", "LC_ALL=?", "HOME=/nowhere", "TMPDIR=/nowhere",
                             "GRPC_VERBOSITY=loud", "PATH=", "TZ=:nowhere"}}},
      {"Proxies", {.environment = Words{"http_proxy=http://127.0.0.1:1", "grpc_proxy=nonsense"}}},
      {"LittleAddressSpace", {.address_space = kLittleAddressSpace}, nothing, use_up_addresses},
      {"LogThatMayNotGrow", {.file_size = kLogBytes}, nothing, fill_log},
      {"ClosedStreams", {.out = Stream::kClosed, .err = Stream::kClosed}},
      {"FullStreams", {.out = Stream::kFull, .err = Stream::kFull}},
      {"BrokenStreams", {.out = Stream::kBroken, .err = Stream::kBroken}},
      {"UnreadStreams", {.out = Stream::kUnread, .err = Stream::kUnread}},
  };
  return kCases;
}

// Terabytes of it, as programs with a sanitizer have.
bool has_shadow_memory() {
  uint64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  return pages > (uint64_t{1} << 28);
}

class Serves : public testing::TestWithParam<Case> {};

TEST_P(Serves, AndLeavesNothing) {
  const Case& world = GetParam();
  if (world.world.user && ::geteuid() != 0) GTEST_SKIP() << "needs root, to be somebody else";
  if (world.world.address_space != 0 && has_shadow_memory()) {
    GTEST_SKIP() << "a sanitizer reserves more addresses than the limit allows";
  }
  Daemon daemon;
  world.before(daemon);
  daemon.start(world.world);
  ASSERT_TRUE(daemon.becomes_ready()) << daemon.process().err();
  daemon.prove("first", 2);
  world.during(daemon);
  daemon.prove("second");
  EXPECT_TRUE(daemon.answers()) << daemon.process().err();
  daemon.process().send(SIGTERM);
  EXPECT_EQ(daemon.process().exit_code(), 0) << daemon.process().err();
  if (world.before == remove_folder) fs::remove(daemon.socket_folder());
  daemon.leaves_nothing();
}

std::string name_of(const testing::TestParamInfo<Case>& info) { return info.param.name; }
INSTANTIATE_TEST_SUITE_P(Outside, Serves, testing::ValuesIn(serving_cases()), name_of);

// --- Worlds in which it cannot start -----------------------------------------------------------

struct Refusal {
  const char* name;
  void (*before)(Daemon&);
  World world;
  const char* reason;
};

void stand_a_file(Daemon& daemon) { std::ofstream(daemon.socket()) << "precious"; }
void close_folder(Daemon& daemon) { fs::permissions(daemon.socket_folder(), fs::perms::owner_all); }

const std::vector<Refusal>& refusals() {
  static const std::vector<Refusal> kRefusals = {
      {"ForeignFile", stand_a_file, {}, "not a socket"},
      {"ClosedFolder", close_folder, {.user = kNobody}, "Permission denied"},
      {"FewThreads", nothing, {.threads = 8, .user = kNobody}, "threads"},
      {"FewDescriptorsToStart", nothing, {.descriptors = 12}, "at least 64 are needed"},
      {"LessAddressSpaceThanBudget",
       nothing,
       {.address_space = 2 * kGiB},
       "address space: expected"},
      {"UnknownGroup",
       nothing,
       {.daemon_keys = "socket_group = \"no-such-group\""},
       "no-such-group"},
      {"WrongMode", nothing, {.daemon_keys = "socket_mode = \"rw\""}, "daemon.socket_mode"},
  };
  return kRefusals;
}

class Ends : public testing::TestWithParam<Refusal> {};

TEST_P(Ends, ByItselfWithItsReason) {
  const Refusal& world = GetParam();
  if (world.world.user && ::geteuid() != 0) GTEST_SKIP() << "needs root, to be somebody else";
  if (world.world.address_space != 0 && has_shadow_memory()) {
    GTEST_SKIP() << "a sanitizer reserves more addresses than the limit allows";
  }
  Daemon daemon;
  world.before(daemon);
  daemon.start(world.world);
  const int code = daemon.process().exit_code();
  EXPECT_TRUE(code == 1 || code == 2) << code << daemon.process().err();
  EXPECT_NE(daemon.process().err().find(world.reason), std::string::npos) << daemon.process().err();
  if (world.before == stand_a_file) {
    std::string text;
    std::ifstream(daemon.socket()) >> text;
    EXPECT_EQ(text, "precious");
    fs::remove(daemon.socket());
  }
  daemon.leaves_nothing();
}

std::string name_of_refusal(const testing::TestParamInfo<Refusal>& info) { return info.param.name; }
INSTANTIATE_TEST_SUITE_P(Outside, Ends, testing::ValuesIn(refusals()), name_of_refusal);

// A live socket of another is never taken, be it this user's or somebody else's.
TEST(Outside, LiveSocketsStay) {
  for (const bool is_others : {false, true}) {
    if (is_others && ::geteuid() != 0) GTEST_SKIP() << "needs root, to be somebody else";
    Daemon first, second;
    first.start({});
    ASSERT_TRUE(first.becomes_ready()) << first.process().err();
    // The second one's place is a link to the first one's.
    fs::remove(second.socket_folder());
    fs::create_directory_symlink(first.socket_folder(), second.socket_folder());
    World world;
    if (is_others) world.user = kNobody;
    second.start(world);
    EXPECT_EQ(second.process().exit_code(), 1) << second.process().err();
    EXPECT_NE(second.process().err().find("cannot listen on"), std::string::npos)
        << second.process().err();
    first.prove("still here");
    first.process().send(SIGTERM);
    EXPECT_EQ(first.process().exit_code(), 0);
    first.leaves_nothing();
  }
}

}  // namespace
}  // namespace cuzk::daemon
