// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/listener.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <grp.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstring>
#include <memory>
#include <system_error>
#include <thread>
#include <utility>

#include "base/error.h"
#include "service/port_owner.h"

namespace cuzk::service {
namespace {

namespace fs = std::filesystem;

using base::Error;
using base::ErrorCode;

constexpr int kSocketFlags = SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK;
constexpr int kPortTries = 10;  // for a port that is free on all addresses of a name
constexpr int kLockTries = 500;
constexpr auto kLockPause = std::chrono::milliseconds(10);

std::string reason(int error) { return std::generic_category().message(error); }

[[noreturn]] void refuse(const std::string& address, const std::string& why) {
  throw Error(ErrorCode::kUnavailable, fmt::format("cannot listen on {}: {}", address, why));
}

// Held while the file of a socket is looked at, made or removed. Where the folder cannot be opened
// there is none, and only the order of the steps protects.
class FolderLock {
 public:
  explicit FolderLock(const fs::path& folder)
      : descriptor_(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
    if (descriptor_ < 0) return;
    for (int i = 0; i < kLockTries; ++i) {
      if (::flock(descriptor_, LOCK_EX | LOCK_NB) == 0) return;
      std::this_thread::sleep_for(kLockPause);
    }
    is_others_ = true;
  }
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;
  ~FolderLock() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  bool is_others() const { return is_others_; }

 private:
  int descriptor_;
  bool is_others_ = false;
};

sockaddr_un unix_address(const fs::path& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::strncpy(address.sun_path, path.c_str(), sizeof address.sun_path - 1);
  return address;
}

gid_t group_of(const std::string& name) {
  gid_t number = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
  if (error == std::errc() && end == name.data() + name.size()) return number;
  const ::group* found = ::getgrnam(name.c_str());
  if (found == nullptr) {
    throw Error(ErrorCode::kBadArgument,
                fmt::format("daemon.socket_group: there is no group {}", name));
  }
  return found->gr_gid;
}

std::string tcp_reason(int error, int port) {
  switch (error) {
    case EADDRINUSE: {
      const std::string owner = tcp_port_owner(port);
      return owner.empty() ? "the port is in use" : fmt::format("the port is in use by {}", owner);
    }
    case EADDRNOTAVAIL: return "no interface of this machine has the address";
    case EACCES: return reason(error) + "; ports below 1024 need root or CAP_NET_BIND_SERVICE";
    default: return reason(error);
  }
}

using AddressList = std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)>;

AddressList resolve(const Address& address) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_PASSIVE;
  addrinfo* found = nullptr;
  const int error = ::getaddrinfo(address.host().c_str(), nullptr, &hints, &found);
  if (error != 0) {
    throw Error(ErrorCode::kBadArgument,
                fmt::format("{}: the host is not known: {}", address.text, ::gai_strerror(error)));
  }
  return {found, &::freeaddrinfo};
}

void set_port(sockaddr& address, int port) {
  const in_port_t value = htons(static_cast<uint16_t>(port));
  if (address.sa_family == AF_INET6) {
    reinterpret_cast<sockaddr_in6&>(address).sin6_port = value;
  } else {
    reinterpret_cast<sockaddr_in&>(address).sin_port = value;
  }
}

int port_of(int descriptor) {
  sockaddr_storage address{};
  socklen_t size = sizeof address;
  ::getsockname(descriptor, reinterpret_cast<sockaddr*>(&address), &size);
  return ntohs(address.ss_family == AF_INET6
                   ? reinterpret_cast<const sockaddr_in6&>(address).sin6_port
                   : reinterpret_cast<const sockaddr_in&>(address).sin_port);
}

// A listening socket, or -1 with errno.
int listen_on(const addrinfo& where, int port) {
  const int descriptor = ::socket(where.ai_family, kSocketFlags, where.ai_protocol);
  if (descriptor < 0) return -1;
  const int yes = 1, no = 0;
  ::setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  ::setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);  // connections inherit it
  if (where.ai_family == AF_INET6) {
    ::setsockopt(descriptor, IPPROTO_IPV6, IPV6_V6ONLY, &no, sizeof no);
  }
  sockaddr_storage address{};
  std::memcpy(&address, where.ai_addr, where.ai_addrlen);
  set_port(reinterpret_cast<sockaddr&>(address), port);
  if (::bind(descriptor, reinterpret_cast<const sockaddr*>(&address), where.ai_addrlen) == 0 &&
      ::listen(descriptor, SOMAXCONN) == 0) {
    return descriptor;
  }
  const int error = errno;
  ::close(descriptor);
  errno = error;
  return -1;
}

}  // namespace

unsigned parse_socket_mode(std::string_view text) {
  unsigned mode = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), mode, 8);
  if (error != std::errc() || end != text.data() + text.size() || mode > 0777) {
    throw Error(ErrorCode::kBadArgument,
                fmt::format("daemon.socket_mode: expected an octal number as \"0660\", 0777 at "
                            "most, found '{}'",
                            text));
  }
  return mode;
}

SocketInspection inspect_socket(const fs::path& path) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0) {
    if (errno == ENOENT || errno == ENOTDIR) return {};
    return {SocketState::kNoSocket, fmt::format("it cannot be looked at: {}", reason(errno))};
  }
  if (!S_ISSOCK(status.st_mode)) return {SocketState::kNoSocket, "the path is not a socket"};
  const int descriptor = ::socket(AF_UNIX, kSocketFlags, 0);
  if (descriptor < 0) return {SocketState::kLive, reason(errno)};
  const sockaddr_un address = unix_address(path);
  SocketInspection found;
  if (::connect(descriptor, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0) {
    ucred owner{};
    socklen_t size = sizeof owner;
    ::getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &owner, &size);
    const std::string process = process_text(owner.pid);
    found = {SocketState::kLive,
             fmt::format("it is in use by {}", process.empty() ? "another process" : process)};
  } else if (errno == ECONNREFUSED) {
    found = {SocketState::kDead, ""};
  } else if (errno != ENOENT) {
    found = {SocketState::kLive,
             fmt::format("user {} made it and may use it: {}", status.st_uid, reason(errno))};
  }
  ::close(descriptor);
  return found;
}

Listener::Listener(const Address& address, const SocketAccess& access)
    : Listener(Listener::Empty{}) {
  // From here on the destructor takes back what was made.
  if (address.is_unix) {
    listen_unix(address, access);
  } else {
    listen_tcp(address);
  }
}

Listener::Listener(Listener&& other) noexcept
    : text_(std::move(other.text_)),
      descriptors_(std::exchange(other.descriptors_, {})),
      file_(std::exchange(other.file_, std::nullopt)) {}

void Listener::listen_unix(const Address& address, const SocketAccess& access) {
  const fs::path path = address.text;
  text_ = "unix://" + address.text;
  std::error_code ignored;  // bind says what is wrong with the folder
  fs::create_directories(path.parent_path(), ignored);
  const FolderLock lock(path.parent_path());
  if (lock.is_others()) refuse(text_, "another process holds a lock on its folder");
  const SocketInspection found = inspect_socket(path);
  if (found.state == SocketState::kLive || found.state == SocketState::kNoSocket) {
    refuse(text_, found.text);
  }
  if (found.state == SocketState::kDead && ::unlink(path.c_str()) != 0) {
    refuse(text_, "a dead process left it and it cannot be removed: " + reason(errno));
  }
  const int descriptor = ::socket(AF_UNIX, kSocketFlags, 0);
  if (descriptor < 0) refuse(text_, reason(errno));
  descriptors_.push_back(descriptor);
  const sockaddr_un where = unix_address(path);
  if (::bind(descriptor, reinterpret_cast<const sockaddr*>(&where), sizeof where) != 0) {
    refuse(text_, reason(errno));
  }
  struct stat status {};
  if (::lstat(path.c_str(), &status) == 0) file_ = {path, status.st_dev, status.st_ino};
  if (!access.group.empty() &&
      ::lchown(path.c_str(), static_cast<uid_t>(-1), group_of(access.group)) != 0) {
    refuse(text_, fmt::format("it cannot be given to the group {} (daemon.socket_group): {}",
                              access.group, reason(errno)));
  }
  if (::chmod(path.c_str(), access.mode) != 0 || ::listen(descriptor, SOMAXCONN) != 0) {
    refuse(text_, reason(errno));
  }
}

void Listener::listen_tcp(const Address& address) {
  text_ = address.text;
  const AddressList all = resolve(address);
  for (int i = 1;; ++i) {
    int port = address.port(), error = 0;
    for (const addrinfo* where = all.get(); where != nullptr; where = where->ai_next) {
      const int descriptor = listen_on(*where, port);
      if (descriptor < 0) {
        // What the machine does not have is left out, if another address of the name is there.
        if (error == 0 || errno == EADDRINUSE) error = errno;
        if (errno == EADDRINUSE) break;
        continue;
      }
      descriptors_.push_back(descriptor);
      port = port_of(descriptor);
    }
    if (error != EADDRINUSE && !descriptors_.empty()) {
      text_ = address.with_port(port);
      return;
    }
    const bool again = address.port() == 0 && error == EADDRINUSE && i < kPortTries;
    if (!again) refuse(text_, tcp_reason(error, port));
    close();
  }
}

void Listener::close() {
  for (int descriptor : std::exchange(descriptors_, {})) ::close(descriptor);
  const std::optional<SocketFile> file = std::exchange(file_, std::nullopt);
  if (!file) return;
  const FolderLock lock(file->path.parent_path());
  struct stat status {};
  if (!lock.is_others() && ::lstat(file->path.c_str(), &status) == 0 &&
      status.st_dev == file->device && status.st_ino == file->inode &&
      inspect_socket(file->path).state == SocketState::kDead) {
    ::unlink(file->path.c_str());
  }
}

}  // namespace cuzk::service
