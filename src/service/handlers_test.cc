// SPDX-License-Identifier: MIT OR Apache-2.0
// What the calls mean, without a transport that has deadlines of its own.
#include "service/handlers.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "service/service_testing.h"

namespace cuzk::service {
namespace {

// The engine ends a job at its caller's deadline, and its answer may be at the client before the
// client's own timer: so it has the code that the timer has, and is no result.
TEST(Handlers, TheDeadlineOfACallerIsACode) {
  ServiceUnderTest service;
  service.fake.set_gate(false);
  const Log log;
  Caller caller{service.engine, log, {}, std::chrono::milliseconds(10), {}};
  v1::ProveRequest message =
      ServiceUnderTest::prove_request(ServiceUnderTest::request("input", "label"));
  v1::ProveResponse answer;
  try {
    prove(caller, message, answer);
    ADD_FAILURE() << answer.result().error_message();
  } catch (const base::Error& error) {
    EXPECT_EQ(error.code(), base::ErrorCode::kDeadlineExceeded) << error.text();
  }
}

}  // namespace
}  // namespace cuzk::service
