// SPDX-License-Identifier: MIT OR Apache-2.0
// The gRPC server: cuzk.v1.ProvingEngine with health and reflection, without TLS, on any number of
// TCP addresses ("0.0.0.0:9820", "[::1]:9820", "localhost:0") and unix sockets ("unix:///path") at
// the same time. Messages may have 256 MiB in both directions.
//
// Listening, files of sockets and errors are listener.h's, connections are taken by an Acceptor,
// and gRPC gets them as descriptors: its own listener of 1.51 ends for good when descriptors run
// out. Addresses in the options are tried in their order; the first that fails is thrown.
//
// A peer that does not answer a ping of HTTP/2 is gone, and its calls with it: one is sent after
// `keepalive` of silence and may take `keepalive_timeout`. Pings of clients are answered however
// often they come.
//
// Made, stopped and destroyed by one thread; gRPC brings its own threads, one or two a processor.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "engine/engine.h"
#include "service/listener.h"
#include "service/log.h"
#include "service/upload.h"

namespace cuzk::service {

struct GrpcOptions {
  std::vector<std::string> listen = {};
  size_t waiting_calls_max = 1024;
  SocketAccess socket_access = {};
  std::chrono::milliseconds keepalive{30'000}, keepalive_timeout{20'000};
  UploadLimits upload = {};
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
