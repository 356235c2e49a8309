// SPDX-License-Identifier: MIT OR Apache-2.0
// Addresses as flags and configuration write them: "host:port", "[v6]:port" or "unix:///path" (also
// "unix:/path"), and with "http://" before them as the reference's bench tool takes them.
// What listens there, and what becomes of a socket's file, is listener.h's.
// Plain values; nothing is looked up, so a name of this machine other than "localhost" counts as
// another host's.
#pragma once

#include <string>
#include <string_view>

namespace cuzk::service {

struct Address {
  std::string text;  // host:port, or the path
  bool is_unix = false;

  std::string grpc_target() const;
  // As it would be written, with the port that was chosen if it was 0.
  std::string with_port(int port) const;
  std::string host() const;  // Requires: not a unix socket.
  int port() const;
  // Of this machine for certain: a unix socket, 127.0.0.0/8, ::1, localhost.
  bool is_loopback() const;
};

// Throws kBadArgument with what is accepted.
Address parse_address(std::string_view text);

}  // namespace cuzk::service
