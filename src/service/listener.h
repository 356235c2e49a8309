// SPDX-License-Identifier: MIT OR Apache-2.0
// The listening sockets of one address. gRPC and HTTP are handed connections and never bind by
// themselves: so errors have their reason and name who has the address, and the file of a unix
// socket is made and removed under one set of rules.
//
// A unix socket is a file that outlives a daemon that died. Only a refused connection means that
// nobody listens; whatever else is not a plain success (no permission, a full backlog) means that
// somebody may, and the file stays. Starters of the same folder take turns by a lock on the folder,
// so that none removes what another has just made. The file gets its mode and group before the
// first connection is possible. At the end it is removed only if it is still this one, by device
// and inode, and nobody listens there.
//
// A name with several addresses (localhost) is bound on all that this machine has, with one port.
// Owned by one thread. Throws kUnavailable with address, reason and owner, kBadArgument for a group
// or a host that is not known.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "service/address.h"

namespace cuzk::service {

struct SocketAccess {  // of the files of unix sockets
  unsigned mode = 0660;
  std::string group = {};  // by name or number; empty: the process's own
};
// "0660", as chmod takes it; throws kBadArgument.
unsigned parse_socket_mode(std::string_view text);

enum class SocketState : uint8_t { kAbsent, kDead, kLive, kNoSocket };
struct SocketInspection {
  SocketState state = SocketState::kAbsent;
  std::string text;  // for an error: who listens, or what stands there
};
SocketInspection inspect_socket(const std::filesystem::path& path);

class Listener {
 public:
  explicit Listener(const Address& address, const SocketAccess& access = {});
  Listener(Listener&& other) noexcept;
  Listener& operator=(Listener&&) = delete;
  ~Listener() { close(); }

  // Non-blocking; several for a name with several addresses.
  const std::vector<int>& descriptors() const { return descriptors_; }
  // As it would be written, with the port that the system chose for port 0.
  const std::string& address() const { return text_; }
  void close();

 private:
  struct Empty {};
  explicit Listener(Empty) {}
  struct SocketFile {
    std::filesystem::path path;
    dev_t device;
    ino_t inode;
  };
  void listen_unix(const Address& address, const SocketAccess& access);
  void listen_tcp(const Address& address);

  std::string text_;
  std::vector<int> descriptors_;
  std::optional<SocketFile> file_;
};

}  // namespace cuzk::service
