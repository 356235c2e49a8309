// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/client.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "base/error.h"
#include "service/relay_testing.h"
#include "service/service_testing.h"

namespace cuzk::service {
namespace {

using std::chrono::milliseconds;

template <class Work>
base::Error error_of(Work work) {
  try {
    work();
  } catch (const base::Error& error) {
    return error;
  }
  ADD_FAILURE() << "nothing was thrown";
  return {base::ErrorCode::kInternal, ""};
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

// A parameter file that is not there is what the operator has to mend, not a fault of the program.
TEST(Client, MissingParametersAreNotFound) {
  ServiceUnderTest service;
  Client client(service.server.addresses()[0]);
  EXPECT_EQ(error_of([&] { client.preload("circuit-13"); }).code(), base::ErrorCode::kNotFound);
}

// The link dies while a proof is awaited: the call ends with the reason, instead of never.
TEST(Client, MissesADaemonThatIsGone) {
  ServiceUnderTest service;
  service.fake.set_gate(false);
  Relay relay(service.server.addresses()[0]);
  Client client(relay.address(), {milliseconds(50), milliseconds(50), milliseconds(50)});
  std::jthread freezer([&] {
    wait_for(
        [&] { return service.engine.status().kinds.at(engine::find_proof_kind(1)).submitted > 0; });
    relay.freeze();
  });
  const base::Error error = error_of([&] { client.prove(engine::FakeProver::request("input")); });
  EXPECT_EQ(error.code(), base::ErrorCode::kUnavailable) << error.text();
  EXPECT_NE(error.text().find(relay.address()), std::string::npos) << error.text();
  // A call that only looks ends too, over a connection that nobody answers.
  EXPECT_EQ(error_of([&] { client.status(); }).code(), base::ErrorCode::kUnavailable);
}

class ProxyTest : public testing::Test {
 protected:
  ProxyTest() { ::setenv("http_proxy", "http://127.0.0.1:1", 1); }  // where nobody listens
  ~ProxyTest() override { ::unsetenv("http_proxy"); }
};

TEST_F(ProxyTest, IsNotForThisMachine) {
  ServiceUnderTest service;
  for (const std::string& address : service.server.addresses()) {
    EXPECT_EQ(Client(address).status().gpus_size(), 1) << address;
  }
}

TEST_F(ProxyTest, IsNamedInErrors) {
  const base::Error error =
      error_of([] { Client("prover.invalid:9820", {.answer_time = milliseconds(500)}).status(); });
  EXPECT_EQ(error.code(), base::ErrorCode::kUnavailable);
  EXPECT_NE(error.text().find("http_proxy=http://127.0.0.1:1"), std::string::npos) << error.text();
}

}  // namespace
}  // namespace cuzk::service
