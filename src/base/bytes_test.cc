// SPDX-License-Identifier: MIT OR Apache-2.0
// Byte order and hexadecimal: fixed examples, and load and store as inverses of one another.
#include "base/bytes.h"

#include <gtest/gtest.h>

namespace cuzk::base {
namespace {

TEST(Bytes, LoadsInBothOrders) {
  const uint8_t bytes[] = {0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef};
  EXPECT_EQ(load_be<uint64_t>(bytes), 0x0123456789abcdefu);
  EXPECT_EQ(load_le<uint64_t>(bytes), 0xefcdab8967452301u);
  EXPECT_EQ(load_be<uint32_t>(bytes), 0x01234567u);
  EXPECT_EQ(load_le<uint32_t>(bytes), 0x67452301u);
  EXPECT_EQ(load_be<uint16_t>(bytes), 0x0123u);
  EXPECT_EQ(load_le<uint8_t>(bytes), 0x01u);
}

TEST(Bytes, StoreIsTheInverseOfLoad) {
  for (uint64_t value : {uint64_t{0}, uint64_t{1}, uint64_t{0xff00ff0012345678}, ~uint64_t{0}}) {
    uint8_t bytes[8];
    store_be(bytes, value);
    EXPECT_EQ(load_be<uint64_t>(bytes), value);
    EXPECT_EQ(load_le<uint64_t>(bytes), __builtin_bswap64(value));
    store_le(bytes, value);
    EXPECT_EQ(load_le<uint64_t>(bytes), value);
    uint8_t half[4];
    store_be(half, static_cast<uint32_t>(value));
    EXPECT_EQ(load_be<uint32_t>(half), static_cast<uint32_t>(value));
  }
}

TEST(Bytes, HexadecimalGoesThereAndBack) {
  std::vector<uint8_t> all(256);
  for (size_t i = 0; i < all.size(); ++i) all[i] = static_cast<uint8_t>(i);
  std::string text = to_hex(all);
  EXPECT_EQ(text.substr(0, 8), "00010203");
  EXPECT_EQ(text.substr(504), "fcfdfeff");
  EXPECT_EQ(from_hex(text), all);
  EXPECT_EQ(to_hex({}), "");
  EXPECT_EQ(from_hex(""), std::vector<uint8_t>{});
  EXPECT_EQ(from_hex("AbCd"), (std::vector<uint8_t>{0xab, 0xcd}));
}

TEST(Bytes, BadHexadecimalIsAbsent) {
  for (const char* text : {"0", "0g", "g0", "0x00", " 00", "00 ", "-1", "abc"}) {
    EXPECT_FALSE(from_hex(text)) << text;
  }
}

TEST(Bytes, ThirtyTwoBytesExactly) {
  std::string digits(64, '7');
  ASSERT_TRUE(bytes32_from_hex(digits));
  EXPECT_EQ(bytes32_from_hex(digits)->at(31), 0x77);
  EXPECT_FALSE(bytes32_from_hex(digits.substr(2)));
  EXPECT_FALSE(bytes32_from_hex(digits + "77"));
  EXPECT_FALSE(bytes32_from_hex(""));
  digits[63] = 'x';
  EXPECT_FALSE(bytes32_from_hex(digits));
}

}  // namespace
}  // namespace cuzk::base
