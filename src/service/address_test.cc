// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/address.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace cuzk::service {
namespace {

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

TEST(Address, KnowsThisMachine) {
  for (const char* here :
       {"unix:///run/x", "127.0.0.1:1", "127.9.0.1:1", "localhost:1", "[::1]:1"}) {
    EXPECT_TRUE(parse_address(here).is_loopback()) << here;
  }
  for (const char* there : {"0.0.0.0:1", "10.0.0.1:1", "prover:1", "[fe80::1]:1"}) {
    EXPECT_FALSE(parse_address(there).is_loopback()) << there;
  }
}

}  // namespace
}  // namespace cuzk::service
