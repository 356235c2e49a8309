// SPDX-License-Identifier: MIT OR Apache-2.0
// Messages of the largest size (daemon-reference.md 6.1, point 2), which take some seconds to
// touch.
#include <gtest/gtest.h>

#include "service/service_testing.h"

namespace cuzk::service {
namespace {

using Service = ServiceUnderTest;

// 256 MiB are accepted, a byte more is RESOURCE_EXHAUSTED; the memory of requests is given back.
TEST(GrpcServerSlow, LargestMessages) {
  Service service;
  for (size_t address : {0, 1}) {
    auto stub = service.stub(address);
    v1::SubmitProofRequest message = Service::request(std::string(kMessageBytesMax - 100, 'x'));
    message.set_sector_number(address + 1);  // another job
    message.set_request_id("i");
    message.set_request_id(std::string(kMessageBytesMax - message.ByteSizeLong() + 1, 'i'));
    ASSERT_EQ(message.ByteSizeLong(), kMessageBytesMax);
    const std::string job = submit(*stub, message);
    EXPECT_EQ(await(*stub, job).status(), v1::AwaitProofResponse::COMPLETED);
    message.mutable_request_id()->push_back('i');
    call(*stub, &Stub::SubmitProof, message, grpc::StatusCode::RESOURCE_EXHAUSTED);
  }
  wait_for([&] { return service.engine.status().memory.request_bytes == 0; });
}

}  // namespace
}  // namespace cuzk::service
