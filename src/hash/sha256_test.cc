// SPDX-License-Identifier: MIT OR Apache-2.0
// The compression function against the digests of OpenSSL for every message length of up to three
// blocks, and its derived constants against those that FIPS 180-4 prints.
#include "hash/sha256.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "base/digest.h"

namespace cuzk::hash {
namespace {

Bytes32 sha256_by_blocks(std::vector<uint8_t> message) {
  const uint64_t bits = 8 * message.size();
  message.push_back(0x80);
  while (message.size() % 64 != 56) message.push_back(0);
  message.resize(message.size() + 8);
  base::store_be(message.data() + message.size() - 8, bits);

  std::array<uint32_t, 8> state = kSha256Initial;
  for (size_t block = 0; block < message.size(); block += 64) {
    uint32_t words[16];
    for (size_t i = 0; i < 16; ++i) {
      words[i] = base::load_be<uint32_t>(message.data() + block + 4 * i);
    }
    sha256_compress(state.data(), words);
  }
  Bytes32 out;
  for (size_t i = 0; i < 8; ++i) base::store_be(out.data() + 4 * i, state[i]);
  return out;
}

TEST(Sha256, EqualsOpenSslForAllShortLengths) {
  std::vector<uint8_t> message;
  for (unsigned length = 0; length <= 192; ++length) {
    EXPECT_EQ(base::to_hex(base::sha256(message)), base::to_hex(sha256_by_blocks(message)));
    message.push_back(static_cast<uint8_t>(37 * length + 11));
  }
}

TEST(Sha256, Abc) {
  EXPECT_EQ(base::to_hex(sha256_by_blocks({'a', 'b', 'c'})),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(Sha256, DerivedConstants) {
  static_assert(kSha256Rounds[0] == 0x428a2f98 && kSha256Rounds[63] == 0xc67178f2);
  static_assert(kSha256Initial[0] == 0x6a09e667 && kSha256Initial[7] == 0x5be0cd19);
  for (unsigned i = 0; i < 64; ++i) EXPECT_EQ(sha256_round_constant(i), kSha256Rounds[i]);
}

TEST(Sha256, TruncationClearsTheTwoTopBits) {
  const std::vector<uint8_t> message(64, 0);
  Bytes32 expected = base::sha256(message);
  const Bytes32 truncated = sha256_truncated(message);
  EXPECT_EQ(truncated[31], expected[31] & 0x3f);
  expected[31] = truncated[31];
  EXPECT_EQ(truncated, expected);
}

}  // namespace
}  // namespace cuzk::hash
