// SPDX-License-Identifier: MIT OR Apache-2.0
// Who may take an address from whom, and what is left behind.
#include "service/listener.h"

#include <grp.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "base/error.h"
#include "service/port_owner.h"

namespace cuzk::service {
namespace {

namespace fs = std::filesystem;

class ListenerTest : public testing::Test {
 protected:
  ListenerTest()
      : folder_(fs::temp_directory_path() / ("cuzk-listener-" + std::to_string(::getpid()))) {
    fs::create_directories(folder_);
    fs::permissions(folder_, fs::perms::all);
  }
  ~ListenerTest() override { fs::remove_all(folder_); }

  fs::path path() const { return folder_ / "cuzk.sock"; }
  Address address() const { return parse_address("unix://" + path().string()); }

  // A socket's file whose owner is dead; or alive, if its descriptor is asked for.
  void leave_socket(int* alive = nullptr) const {
    sockaddr_un where{};
    where.sun_family = AF_UNIX;
    path().string().copy(where.sun_path, sizeof where.sun_path - 1);
    const int descriptor = ::socket(AF_UNIX, SOCK_STREAM, 0);
    ASSERT_EQ(::bind(descriptor, reinterpret_cast<const sockaddr*>(&where), sizeof where), 0);
    if (alive == nullptr) {
      ::close(descriptor);
    } else {
      ASSERT_EQ(::listen(descriptor, 0), 0);
      *alive = descriptor;
    }
  }
  static std::string refusal(const Address& address, const SocketAccess& access = {}) {
    try {
      Listener listener(address, access);
    } catch (const base::Error& error) {
      return error.text();
    }
    return "";
  }
  static mode_t mode_of(const fs::path& file) {
    struct stat status {};
    EXPECT_EQ(::lstat(file.c_str(), &status), 0);
    return status.st_mode & 0777;
  }

  const fs::path folder_;
};

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST_F(ListenerTest, TakesTheFileOfADeadProcess) {
  leave_socket();
  ASSERT_EQ(inspect_socket(path()).state, SocketState::kDead);
  {
    Listener listener(address());
    EXPECT_EQ(inspect_socket(path()).state, SocketState::kLive);
  }
  EXPECT_FALSE(fs::exists(path()));
}

TEST_F(ListenerTest, NeverTakesAnotherFile) {
  std::ofstream(path()) << "precious";
  EXPECT_TRUE(has(refusal(address()), "not a socket"));
  EXPECT_TRUE(fs::exists(path()));
}

TEST_F(ListenerTest, NamesTheProcessThatListens) {
  Listener first(address());
  EXPECT_TRUE(has(refusal(address()), "in use by process " + std::to_string(::getpid())))
      << refusal(address());
  EXPECT_EQ(inspect_socket(path()).state, SocketState::kLive);
}

// A full backlog answers EAGAIN, which is not "nobody there".
TEST_F(ListenerTest, AFullBacklogIsALife) {
  int alive = -1;
  leave_socket(&alive);
  std::vector<int> clients;
  sockaddr_un where{};
  where.sun_family = AF_UNIX;
  path().string().copy(where.sun_path, sizeof where.sun_path - 1);
  int result = 0;
  while (result == 0 && clients.size() < 100) {
    clients.push_back(::socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0));
    result = ::connect(clients.back(), reinterpret_cast<const sockaddr*>(&where), sizeof where);
  }
  ASSERT_EQ(errno, EAGAIN);
  EXPECT_NE(refusal(address()), "");
  EXPECT_TRUE(fs::exists(path()));
  for (int client : clients) ::close(client);
  ::close(alive);
}

// An ordinary user cannot connect to another's socket; that says nothing of who listens.
TEST_F(ListenerTest, NoPermissionIsNoDeath) {
  if (::geteuid() != 0) GTEST_SKIP() << "needs root, to be somebody else";
  Listener first(address());  // 0660 of root
  const pid_t child = ::fork();
  if (child == 0) {
    // Nothing is allocated after fork but by Listener itself; the test has one thread.
    const bool other = ::setgroups(0, nullptr) == 0 && ::setgid(65534) == 0 && ::setuid(65534) == 0;
    ::_exit(other && has(refusal(parse_address("unix://" + path().string())), "Permission denied")
                ? 0
                : 1);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(inspect_socket(path()).state, SocketState::kLive);
}

// At its end a listener removes its own file only.
TEST_F(ListenerTest, LeavesTheFileOfASuccessor) {
  auto first = std::make_unique<Listener>(address());
  fs::remove(path());
  Listener second(address());
  first.reset();
  EXPECT_EQ(inspect_socket(path()).state, SocketState::kLive);
}

TEST_F(ListenerTest, ModeAndGroupDoNotFollowTheUmask) {
  for (mode_t mask : {0777, 0}) {
    const mode_t before = ::umask(mask);
    Listener listener(address());
    ::umask(before);
    EXPECT_EQ(mode_of(path()), 0660u);
  }
  Listener open(address(), {.mode = 0666, .group = std::to_string(::getgid())});
  EXPECT_EQ(mode_of(path()), 0666u);
}

TEST_F(ListenerTest, AnUnknownGroupIsNamed) {
  EXPECT_TRUE(has(refusal(address(), {.group = "no-such-group"}), "no-such-group"));
  EXPECT_FALSE(fs::exists(path()));
}

TEST(SocketMode, IsOctal) {
  EXPECT_EQ(parse_socket_mode("0660"), 0660u);
  EXPECT_EQ(parse_socket_mode("777"), 0777u);
  for (const char* wrong : {"", "0x1", "0888", "01777", "-1", "rw-rw----"}) {
    EXPECT_THROW(parse_socket_mode(wrong), base::Error) << wrong;
  }
}

TEST_F(ListenerTest, TcpErrorsHaveTheirReason) {
  Listener first(parse_address("127.0.0.1:0"));
  const std::string in_use = refusal(parse_address(first.address()));
  EXPECT_TRUE(has(in_use, first.address())) << in_use;
  EXPECT_TRUE(has(in_use, "in use by process " + std::to_string(::getpid()))) << in_use;
  EXPECT_TRUE(has(refusal(parse_address("192.0.2.1:0")), "no interface"));
  EXPECT_TRUE(has(refusal(parse_address("no-such-host.invalid:0")), "not known"));
}

// All addresses of a name get one port.
TEST_F(ListenerTest, ANameIsAllItsAddresses) {
  Listener listener(parse_address("localhost:0"));
  ASSERT_FALSE(listener.descriptors().empty());
  EXPECT_NE(parse_address(listener.address()).port(), 0);
  EXPECT_TRUE(listener.address().starts_with("localhost:"));
}

}  // namespace
}  // namespace cuzk::service
