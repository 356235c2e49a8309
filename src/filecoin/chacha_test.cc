// SPDX-License-Identifier: MIT OR Apache-2.0
// The block function against RFC 8439 section 2.3.2 (20 rounds), and with 8 rounds against the test
// vector of the draft-strombergson-chacha-test-vectors for a zero key.
#include "filecoin/chacha.h"

#include <gtest/gtest.h>

namespace cuzk::filecoin {
namespace {

TEST(Chacha, BlockOfRfc8439) {
  std::array<uint32_t, 8> key;
  for (uint32_t i = 0; i < 8; ++i) key[i] = 0x03020100 + 0x04040404 * i;
  const ChachaBlock expected = {0xe4e7f110, 0x15593bd1, 0x1fdd0f50, 0xc47120a3,
                                0xc7f4d1c7, 0x0368c033, 0x9aaa2204, 0x4e6cd4c3,
                                0x466482d2, 0x09aa9f07, 0x05d7c214, 0xa2028bd9,
                                0xd19c12b5, 0xb94e16de, 0xe883d0cb, 0x4e3c50a2};
  EXPECT_EQ(chacha_block(20, key, {1, 0x09000000, 0x4a000000, 0}), expected);
}

TEST(Chacha, EightRounds) {
  // 3e00ef2f895f40d67f5bb8e81f09a5a1 2c840ec3ce9a7f3b181be188ef711a1e ...
  const ChachaBlock block = chacha_block(8, {}, {});
  EXPECT_EQ(block[0], 0x2fef003eu);
  EXPECT_EQ(block[1], 0xd6405f89u);
  EXPECT_EQ(block[4], 0xc30e842cu);
  EXPECT_EQ(block[7], 0x1e1a71efu);
}

}  // namespace
}  // namespace cuzk::filecoin
