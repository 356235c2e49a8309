// SPDX-License-Identifier: MIT OR Apache-2.0
// The bit vector against a plain std::vector<bool>, and its layout in words.
#include "base/bits.h"

#include <gtest/gtest.h>

#include <random>

namespace cuzk::base {
namespace {

TEST(BitVector, LayoutIsLeastSignificantBitFirst) {
  BitVector bits(130);
  EXPECT_EQ(bits.size(), 130u);
  EXPECT_EQ(bits.words().size(), 3u);
  bits.set(0);
  bits.set(63);
  bits.set(64);
  bits.set(129);
  EXPECT_EQ(bits.words(), (std::vector<uint64_t>{0x8000000000000001u, 1u, 2u}));
  EXPECT_EQ(bits.popcount(), 4u);
  bits.flip(63);
  bits.flip(1);
  EXPECT_EQ(bits.words()[0], 3u);
  EXPECT_TRUE(bits.get(1));
  EXPECT_FALSE(bits.get(63));
}

TEST(BitVector, AppendsAcrossWords) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 20; ++round) {
    BitVector bits;
    std::vector<bool> plain;
    while (plain.size() < 1000) {
      unsigned count = static_cast<unsigned>(random() % 65);
      uint64_t value = count == 0 ? 0 : random() >> (64 - count);
      bits.append(value, count);
      for (unsigned i = 0; i < count; ++i) plain.push_back(value >> i & 1);
    }
    ASSERT_EQ(bits.size(), plain.size());
    ASSERT_EQ(bits.words().size(), (plain.size() + 63) / 64);
    uint64_t ones = 0;
    for (size_t i = 0; i < plain.size(); ++i) {
      ASSERT_EQ(bits.get(i), plain[i]) << i;
      ones += plain[i];
    }
    EXPECT_EQ(bits.popcount(), ones);
  }
}

TEST(BitVector, EqualityLooksAtLengthAndBits) {
  BitVector left(64);
  EXPECT_EQ(left, BitVector(64));
  EXPECT_NE(left, BitVector(63));
  left.set(5);
  EXPECT_NE(left, BitVector(64));
  EXPECT_EQ(BitVector(), BitVector(0));
}

}  // namespace
}  // namespace cuzk::base
