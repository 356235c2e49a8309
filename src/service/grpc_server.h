// SPDX-License-Identifier: MIT OR Apache-2.0
// The gRPC server: cuzk.v1.ProvingEngine with health and reflection, without TLS, on any number of
// TCP addresses ("0.0.0.0:9820", "[::1]:9820", "localhost:0") and unix sockets ("unix:///path") at
// the same time. Messages may have 256 MiB in both directions.
//
// A socket file that a dead daemon left is replaced, one that somebody listens on is refused, and
// so is a TCP port in use; missing folders of sockets are made. Thrown is kBadArgument for an
// address that is none and kUnavailable for one that cannot be had.
//
// Made, stopped and destroyed by one thread; gRPC brings its own threads, one or two a processor.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/engine.h"
#include "service/log.h"

namespace cuzk::service {

struct GrpcOptions {
  std::vector<std::string> listen;
  size_t waiting_calls_max = 1024;
};

class GrpcServer {
 public:
  // The engine outlives the server.
  GrpcServer(engine::Engine& engine, const GrpcOptions& options, Log log);
  ~GrpcServer();

  // As in the options, with the port that the system chose for port 0.
  const std::vector<std::string>& addresses() const;
  // Health says NOT_SERVING from now on; calls are still answered.
  void announce_end();
  // Takes no new calls, and cancels those that last longer than this.
  void stop(engine::Duration patience);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace cuzk::service
