// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/http_server.h"

#include <gtest/gtest.h>
#include <httplib.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "service/address.h"
#include "service/service_testing.h"

namespace cuzk::service {
namespace {

struct Http {
  explicit Http(engine::Engine& engine, KindsReady kinds = {})
      : server(engine, "127.0.0.1:0", {}, std::move(kinds)) {}
  httplib::Result get(const char* path) {
    Address address = parse_address(server.address());
    return httplib::Client(address.host(), address.port()).Get(path);
  }
  HttpServer server;
};

int connect_to(const Address& address) {
  sockaddr_in where{};
  where.sin_family = AF_INET;
  where.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  where.sin_port = htons(static_cast<uint16_t>(address.port()));
  const int descriptor = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  EXPECT_EQ(::connect(descriptor, reinterpret_cast<const sockaddr*>(&where), sizeof where), 0);
  return descriptor;
}

TEST(HttpServer, AnswersAllPaths) {
  engine::Options options;
  options.timeline = true;
  ServiceUnderTest service({}, options);
  Http http(service.engine);
  auto status = http.get("/status");
  ASSERT_TRUE(status);
  EXPECT_EQ(status->status, 200);
  EXPECT_EQ(status->get_header_value("Content-Type"), "application/json");
  // daemon-reference.md 1.6.
  EXPECT_EQ(status->get_header_value("Access-Control-Allow-Origin"), "*");
  EXPECT_TRUE(nlohmann::json::parse(status->body).contains("gpu_workers"));
  EXPECT_NE(http.get("/metrics")->body.find("cuzk_proofs_completed_total 0\n"), std::string::npos);
  EXPECT_EQ(http.get("/healthz")->status, 200);
  EXPECT_EQ(http.get("/readyz")->status, 200);
  EXPECT_TRUE(nlohmann::json::parse(http.get("/trace")->body).contains("traceEvents"));
  EXPECT_EQ(http.get("/nothing")->status, 404);
}

TEST(HttpServer, IsNotReadyWhileItDrains) {
  ServiceUnderTest service;
  Http http(service.engine);
  ASSERT_TRUE(service.engine.drain(std::chrono::milliseconds(100)));
  EXPECT_EQ(http.get("/healthz")->status, 200);
  EXPECT_EQ(http.get("/readyz")->status, 503);
}

// One kind is enough for 200, and each has its line; what holds changes while the server runs.
TEST(HttpServer, IsReadyForEachKindByItself) {
  ServiceUnderTest service;
  std::vector<KindReadiness> kinds = {{"porep-c2", {}, "/p (default): there is no such folder"},
                                      {"snap-deals", {}, "none"}};
  Http http(service.engine, [&] { return kinds; });
  const auto none = http.get("/readyz");
  EXPECT_EQ(none->status, 503);
  EXPECT_EQ(
      none->body,
      "no kind of proof can be made\n"
      "porep-c2 not ready: /p (default): there is no such folder\nsnap-deals not ready: none\n");
  EXPECT_EQ(http.get("/healthz")->status, 200);
  kinds[0] = {"porep-c2", {"porep-2k", "porep-32g"}, "/p/x.params: empty"};
  const auto one = http.get("/readyz");
  EXPECT_EQ(one->status, 200);
  EXPECT_EQ(one->body,
            "ready\nporep-c2 ready: porep-2k, porep-32g; /p/x.params: empty\n"
            "snap-deals not ready: none\n");
  // What stops all work comes first.
  ASSERT_TRUE(service.engine.drain(std::chrono::milliseconds(100)));
  const auto draining = http.get("/readyz");
  EXPECT_EQ(draining->status, 503);
  EXPECT_TRUE(draining->body.starts_with("draining\nporep-c2 ready: ")) << draining->body;
}

TEST(HttpServer, RefusesAddressesInUse) {
  ServiceUnderTest service;
  Http http(service.engine);
  EXPECT_THROW(HttpServer(service.engine, http.server.address(), {}), base::Error);
  EXPECT_THROW(HttpServer(service.engine, "unix:///tmp/x", {}), base::Error);
}

// Guests that say nothing, stop in the middle, do not read, or keep their connection for polls.
TEST(HttpServer, AnswersProbesWhateverGuestsDo) {
  ServiceUnderTest service;
  Http http(service.engine);
  const Address address = parse_address(http.server.address());
  std::vector<int> guests;
  for (int i = 0; i < 200; ++i) {
    guests.push_back(connect_to(address));
    const std::string_view says = i % 3 == 0   ? ""
                                  : i % 3 == 1 ? "GET /status HTTP/1.1\r\n"
                                               : "GET /status HTTP/1.1\r\nHost: x\r\n\r\n";
    ::send(guests.back(), says.data(), says.size(), MSG_NOSIGNAL);
  }
  httplib::Client poller(address.host(), address.port());
  poller.set_keep_alive(true);
  for (int i = 0; i < 20; ++i) {
    const auto polled = poller.Get("/status");
    ASSERT_TRUE(polled);
    EXPECT_EQ(polled->status, 200);
    const auto probe = http.get("/healthz");
    ASSERT_TRUE(probe) << i;
    EXPECT_EQ(probe->status, 200);
  }
  for (int guest : guests) ::close(guest);
}

TEST(HttpServer, RefusesWhatIsNoRequest) {
  ServiceUnderTest service;
  Http http(service.engine);
  const Address address = parse_address(http.server.address());
  const auto answer_to = [&](const std::string& says) {
    const int guest = connect_to(address);
    ::send(guest, says.data(), says.size(), MSG_NOSIGNAL);
    std::string answer;
    char bytes[1024];
    for (ssize_t size; (size = ::recv(guest, bytes, sizeof bytes, 0)) > 0;) {
      answer.append(bytes, static_cast<size_t>(size));
    }
    ::close(guest);
    return answer;
  };
  EXPECT_TRUE(answer_to("nonsense\r\n\r\n").starts_with("HTTP/1.1 400"));
  EXPECT_TRUE(
      answer_to("POST /status HTTP/1.1\r\nContent-Length: 1\r\n\r\nx").starts_with("HTTP/1.1 4"));
  EXPECT_TRUE(answer_to("GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n").ends_with("ok\n"));
  EXPECT_EQ(answer_to(std::string(100'000, 'x')), "");
}

}  // namespace
}  // namespace cuzk::service
