// SPDX-License-Identifier: MIT OR Apache-2.0
// Addresses as flags and configuration write them: "host:port", "[v6]:port" or "unix:///path" (also
// "unix:/path"), and with "http://" before them as the reference's bench tool takes them.
// A unix socket is a file: it outlives a daemon that died, and must be removed before the next one
// can listen, but never under the feet of one that lives. UnixSocketFile makes the way free when it
// is made and removes the file when it dies.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

namespace cuzk::service {

struct Address {
  std::string text;  // host:port, or the path
  bool is_unix = false;

  std::string grpc_target() const;
  // As it would be written, with the port that was chosen if it was 0.
  std::string with_port(int port) const;
  std::string host() const;  // Requires: not a unix socket.
  int port() const;
};

// Throws kBadArgument with what is accepted.
Address parse_address(std::string_view text);

class UnixSocketFile {
 public:
  // Throws kUnavailable if somebody listens there, or the path is no socket.
  explicit UnixSocketFile(std::filesystem::path path);
  UnixSocketFile(UnixSocketFile&& other) noexcept : path_(std::exchange(other.path_, {})) {}
  UnixSocketFile& operator=(UnixSocketFile&&) = delete;
  ~UnixSocketFile();

 private:
  std::filesystem::path path_;
};

// Whether somebody accepts connections there.
bool is_listening(const std::filesystem::path& unix_socket);

}  // namespace cuzk::service
