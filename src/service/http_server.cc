// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/http_server.h"

#include <fmt/format.h>
#include <httplib.h>

#include <algorithm>
#include <thread>

#include "base/error.h"
#include "service/address.h"
#include "service/metrics_text.h"
#include "service/status_json.h"

namespace cuzk::service {
namespace {

constexpr size_t kThreads = 4;

// Why no work can be done, or nothing.
std::string unready_reason(const engine::Status& status) {
  if (status.draining) return "draining\n";
  const bool any = std::ranges::any_of(
      status.devices, [](const engine::DeviceStatus& device) { return !device.quarantined; });
  return any ? "" : "no device is left\n";
}

void add_routes(httplib::Server& server, engine::Engine& engine) {
  server.set_default_headers({{"Access-Control-Allow-Origin", "*"}, {"Cache-Control", "no-store"}});
  server.Get("/status", [&](const httplib::Request&, httplib::Response& answer) {
    answer.set_content(status_json(engine.status()), "application/json");
  });
  server.Get("/metrics", [&](const httplib::Request&, httplib::Response& answer) {
    answer.set_content(metrics_text(engine.status()), "text/plain; version=0.0.4");
  });
  server.Get("/healthz", [](const httplib::Request&, httplib::Response& answer) {
    answer.set_content("ok\n", "text/plain");
  });
  server.Get("/readyz", [&](const httplib::Request&, httplib::Response& answer) {
    const std::string reason = unready_reason(engine.status());
    answer.status = reason.empty() ? 200 : 503;
    answer.set_content(reason.empty() ? "ready\n" : reason, "text/plain");
  });
  server.Get("/trace", [&](const httplib::Request&, httplib::Response& answer) {
    answer.set_content(engine.trace_json(), "application/json");
  });
}

}  // namespace

struct HttpServer::Parts {
  httplib::Server server;
  std::string address;
  std::jthread listener;
};

HttpServer::HttpServer(engine::Engine& engine, const std::string& text)
    : parts_(std::make_unique<Parts>()) {
  const Address address = parse_address(text);
  if (address.is_unix) {
    throw base::Error(base::ErrorCode::kBadArgument,
                      fmt::format("HTTP needs an address as 0.0.0.0:9821, found {}", text));
  }
  httplib::Server& server = parts_->server;
  server.new_task_queue = [] { return new httplib::ThreadPool(kThreads); };
  // Without SO_REUSEPORT, which the library would set: two daemons must not share a port.
  server.set_socket_options([](socket_t socket) {
    const int yes = 1;
    ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  });
  server.set_keep_alive_timeout(2);  // a thread is held as long
  add_routes(server, engine);
  int port = address.port();
  if (port == 0) {
    port = server.bind_to_any_port(address.host());
  } else if (!server.bind_to_port(address.host(), port)) {
    port = -1;
  }
  if (port <= 0) {
    throw base::Error(base::ErrorCode::kUnavailable,
                      fmt::format("cannot listen on {} for HTTP: is the address in use?", text));
  }
  parts_->address = address.with_port(port);
  parts_->listener = std::jthread([&server] { server.listen_after_bind(); });
  while (!server.is_running()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

HttpServer::~HttpServer() { parts_->server.stop(); }

const std::string& HttpServer::address() const { return parts_->address; }

}  // namespace cuzk::service
