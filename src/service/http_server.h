// SPDX-License-Identifier: MIT OR Apache-2.0
// The daemon over HTTP, for people, load balancers and Prometheus; it can only look:
//   GET /status   the state as JSON (status_json.h)
//   GET /metrics  Prometheus's text
//   GET /healthz  200 while the process answers
//   GET /readyz   200 if it takes work and connections and at least one kind of proof can be made,
//                 else 503 with the reason; and which kinds can be made (readiness.h)
//   GET /trace    the timeline in Chrome's format, empty unless it is recorded
//
// Any page may read the answers (CORS), as with the reference daemon. No TLS and no users: bind it
// to an address that only they can reach.
//
// cpp-httplib reads requests and writes answers; its own server waits for each guest on one of a
// few threads, so some silent ones shut all others out. Here one thread looks after all connections
// and waits for none of them (http_connections.h).
// Made and destroyed by one thread. Throws kUnavailable if the address cannot be had.
#pragma once

#include <memory>
#include <string>

#include "engine/engine.h"
#include "service/log.h"
#include "service/readiness.h"

namespace cuzk::service {

class HttpServer {
 public:
  // An address as "0.0.0.0:9821"; the engine outlives the server, and so does what `kinds` uses.
  HttpServer(engine::Engine& engine, const std::string& address, Log log, KindsReady kinds = {});
  ~HttpServer();

  // With the port that the system chose for port 0.
  const std::string& address() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace cuzk::service
