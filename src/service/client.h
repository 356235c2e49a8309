// SPDX-License-Identifier: MIT OR Apache-2.0
// The calls of cuzk-bench to a daemon, over the same interface as any other client. An address is
// one of address.h. Messages may have as much as the daemon accepts.
//
// A call that cannot be made throws base::Error: kNotFound, kBadArgument, kResourceExhausted and
// kUnavailable as the daemon meant them, kUnavailable also where nobody answers. A job that fails
// is an answer. Each call waits for its answer, `prove` as long as the job takes; calls may be made
// from many threads at once, and share one connection.
#pragma once

#include <memory>
#include <string>

#include <cuzk/v1/proving.pb.h>
#include "engine/request.h"

namespace cuzk::service {

class Client {
 public:
  explicit Client(const std::string& address);
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
