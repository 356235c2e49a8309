// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/http_server.h"

#include <fmt/format.h>
#include <httplib.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "service/acceptor.h"
#include "service/descriptors.h"
#include "service/http_connections.h"
#include "service/listener.h"
#include "service/metrics_text.h"
#include "service/process_use.h"
#include "service/status_json.h"

namespace cuzk::service {
namespace {

// Why no work can be done, or nothing.
std::string unready_reason(const engine::Status& status) {
  if (status.draining) return "draining";
  if (!has_room_for_grpc()) {
    return fmt::format(
        "connections are refused: {} descriptors are in use; raise the limit "
        "(LimitNOFILE, ulimit -n)",
        grpc_descriptors_max());
  }
  const bool any = std::ranges::any_of(
      status.devices, [](const engine::DeviceStatus& device) { return !device.quarantined; });
  return any ? "" : "no device is left";
}

void add_routes(httplib::Server& server, engine::Engine& engine, const KindsReady& kinds_ready) {
  server.set_default_headers({{"Access-Control-Allow-Origin", "*"}, {"Cache-Control", "no-store"}});
  server.Get("/status", [&](const httplib::Request&, httplib::Response& answer) {
    answer.set_content(status_json(engine.status(), process_use()), "application/json");
  });
  server.Get("/metrics", [&](const httplib::Request&, httplib::Response& answer) {
    answer.set_content(metrics_text(engine.status()) + process_metrics_text(process_use()),
                       "text/plain; version=0.0.4");
  });
  server.Get("/healthz", [](const httplib::Request&, httplib::Response& answer) {
    answer.set_content("ok\n", "text/plain");
  });
  server.Get("/readyz", [&](const httplib::Request&, httplib::Response& answer) {
    std::vector<KindReadiness> kinds;
    if (kinds_ready) kinds = kinds_ready();
    const ReadinessAnswer readiness =
        readiness_answer(unready_reason(engine.status()), kinds_ready ? &kinds : nullptr);
    answer.status = readiness.ready ? 200 : 503;
    answer.set_content(readiness.text, "text/plain");
  });
  server.Get("/trace", [&](const httplib::Request&, httplib::Response& answer) {
    answer.set_content(engine.trace_json(), "application/json");
  });
}

// A request whose head is in memory, and the answer to it.
class Exchange final : public httplib::Stream {
 public:
  explicit Exchange(std::string_view head) : unread_(head) {}

  bool is_readable() const override { return true; }
  bool is_writable() const override { return true; }
  ssize_t read(char* bytes, size_t size) override {
    const size_t taken = unread_.copy(bytes, size);
    unread_.remove_prefix(taken);
    return static_cast<ssize_t>(taken);
  }
  ssize_t write(const char* bytes, size_t size) override {
    answer_.append(bytes, size);
    return static_cast<ssize_t>(size);
  }
  void get_remote_ip_and_port(std::string&, int&) const override {}
  void get_local_ip_and_port(std::string&, int&) const override {}
  socket_t socket() const override { return INVALID_SOCKET; }
  std::string take() { return std::move(answer_); }

 private:
  std::string_view unread_;
  std::string answer_;
};

// The routes and the parser of httplib, without its sockets and threads.
class Pages : public httplib::Server {
 public:
  Pages(engine::Engine& engine, KindsReady kinds) : kinds_(std::move(kinds)) {
    add_routes(*this, engine, kinds_);
  }

  HttpConnections::Answer answer(std::string_view head) {
    Exchange exchange(head);
    // Only what can have no body may be followed by another request.
    bool close = !head.starts_with("GET ") && !head.starts_with("HEAD ");
    const bool good = process_request(exchange, close, close, nullptr);
    return {exchange.take(), close || !good};
  }

 private:
  const KindsReady kinds_;
};

}  // namespace

struct HttpServer::Parts {
  Parts(engine::Engine& engine, const Address& address, const Log& log, KindsReady kinds)
      : pages(engine, std::move(kinds)),
        listener(address),
        acceptor(
            listener.descriptors(), http_descriptors_max,
            [this](int, int connection) { connections.add(connection); }, log) {}

  Pages pages;
  HttpConnections connections{[this](std::string_view head) { return pages.answer(head); }};
  Listener listener;
  Acceptor acceptor;  // ends before what it uses
};

HttpServer::HttpServer(engine::Engine& engine, const std::string& text, Log log, KindsReady kinds) {
  const Address address = parse_address(text);
  if (address.is_unix) {
    throw base::Error(base::ErrorCode::kBadArgument,
                      fmt::format("HTTP needs an address as 0.0.0.0:9821, found {}", text));
  }
  parts_ = std::make_unique<Parts>(engine, address, log, std::move(kinds));
}

HttpServer::~HttpServer() = default;

const std::string& HttpServer::address() const { return parts_->listener.address(); }

}  // namespace cuzk::service
