// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/http_server.h"

#include <gtest/gtest.h>
#include <httplib.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "service/address.h"
#include "service/client.h"
#include "service/service_testing.h"

namespace cuzk::service {
namespace {

struct Http {
  explicit Http(engine::Engine& engine) : server(engine, "127.0.0.1:0") {}
  httplib::Result get(const char* path) {
    Address address = parse_address(server.address());
    return httplib::Client(address.host(), address.port()).Get(path);
  }
  HttpServer server;
};

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

TEST(HttpServer, RefusesAddressesInUse) {
  ServiceUnderTest service;
  Http http(service.engine);
  EXPECT_THROW(HttpServer(service.engine, http.server.address()), base::Error);
  EXPECT_THROW(HttpServer(service.engine, "unix:///tmp/x"), base::Error);
}

TEST(Client, CallsTheDaemon) {
  ServiceUnderTest service;
  Client client(service.server.addresses()[1]);
  EXPECT_EQ(client.status().gpus_size(), 1);
  EXPECT_NE(client.metrics().find("cuzk_uptime_seconds"), std::string::npos);
  EXPECT_FALSE(client.preload("circuit-1").already_loaded());
  engine::Request request = engine::FakeProver::request("input", 2);
  EXPECT_EQ(client.prove(request).proof(), "<input/0><input/1>");
  try {
    client.preload("none");
    ADD_FAILURE();
  } catch (const base::Error& error) {
    EXPECT_EQ(error.code(), base::ErrorCode::kNotFound);
  }
}

TEST(Address, AcceptsWhatTheReferenceAccepts) {
  EXPECT_EQ(parse_address("0.0.0.0:9820").grpc_target(), "0.0.0.0:9820");
  EXPECT_EQ(parse_address("http://127.0.0.1:9820").grpc_target(), "127.0.0.1:9820");
  EXPECT_EQ(parse_address("unix:///run/curio/cuzk.sock").grpc_target(),
            "unix:/run/curio/cuzk.sock");
  EXPECT_EQ(parse_address("[::1]:80").host(), "::1");
  EXPECT_EQ(parse_address("localhost:80").port(), 80);
  EXPECT_EQ(parse_address("[::1]:0").with_port(5), "[::1]:5");
  for (const char* wrong : {"", "9820", ":9820", "host:", "host:65536", "host:-1", "::1:80",
                            "unix://", "unix:relative", "unix:////", "host:80x"}) {
    EXPECT_THROW(parse_address(wrong), base::Error) << wrong;
  }
  EXPECT_THROW(parse_address("unix:///" + std::string(200, 'x')), base::Error);
}

// A file that a dead daemon left is replaced, any other is not touched.
TEST(Address, MakesWayForSockets) {
  namespace fs = std::filesystem;
  const fs::path file = fs::temp_directory_path() / ("cuzk-address-" + std::to_string(::getpid()));
  std::ofstream(file) << "precious";
  EXPECT_THROW(UnixSocketFile{file}, base::Error);
  EXPECT_TRUE(fs::exists(file));
  fs::remove(file);
  const int descriptor = ::socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  file.string().copy(address.sun_path, sizeof address.sun_path - 1);
  ASSERT_EQ(::bind(descriptor, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  ::close(descriptor);
  ASSERT_TRUE(fs::exists(file));
  UnixSocketFile way(file);
  EXPECT_FALSE(fs::exists(file));
}

}  // namespace
}  // namespace cuzk::service
