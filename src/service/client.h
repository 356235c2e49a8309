// SPDX-License-Identifier: MIT OR Apache-2.0
// The calls of cuzk-bench to a daemon, over the same interface as any other client. An address is
// one of address.h. Messages may have as much as the daemon accepts.
//
// A call that cannot be made throws base::Error: kNotFound, kBadArgument, kResourceExhausted and
// kUnavailable as the daemon meant them, kUnavailable also where nobody answers. A job that fails
// is an answer. `prove` and `preload` wait as long as the work takes, but not for a daemon that is
// gone or stands still: one that does not answer a ping of HTTP/2 ends the call. The others have
// `answer_time`. Calls may be made from many threads at once, and share one connection.
//
// A unix socket or an address of this machine is reached directly; to other hosts gRPC follows the
// environment (grpc_proxy, https_proxy, http_proxy, no_proxy), and errors then name the variable.
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include <cuzk/v1/proving.pb.h>
#include "engine/request.h"

namespace cuzk::service {

struct ClientPatience {
  // A ping is sent after so much silence, and may take so long.
  std::chrono::milliseconds keepalive{30'000}, keepalive_timeout{20'000};
  std::chrono::milliseconds answer_time{30'000};
};

class Client {
 public:
  explicit Client(const std::string& address, const ClientPatience& patience = {});
  ~Client();

  v1::GetStatusResponse status();
  std::string metrics();
  v1::PreloadSrsResponse preload(const std::string& circuit);
  v1::AwaitProofResponse prove(const engine::Request& request);

 private:
  struct Channel;
  std::unique_ptr<Channel> channel_;
};

}  // namespace cuzk::service
