// SPDX-License-Identifier: MIT OR Apache-2.0
// Published digests (FIPS 180-4, RFC 7693), and keyed BLAKE2b against values made with Python's
// hashlib: hashlib.blake2b(data, key=key, digest_size=32).
#include "base/digest.h"

#include <gtest/gtest.h>

#include <numeric>

namespace cuzk::base {
namespace {

std::vector<uint8_t> counting_bytes(size_t count) {
  std::vector<uint8_t> bytes(count);
  std::iota(bytes.begin(), bytes.end(), uint8_t{0});
  return bytes;
}

std::span<const uint8_t> bytes_of(std::string_view text) {
  return {reinterpret_cast<const uint8_t*>(text.data()), text.size()};
}

TEST(Digest, Sha256) {
  EXPECT_EQ(to_hex(sha256("abc")),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(to_hex(sha256("")), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

TEST(Digest, Blake2b512) {
  EXPECT_EQ(to_hex(Digest::blake2b_512().update("abc").value()),
            "ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1"
            "7d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923");
}

TEST(Digest, Blake2bKeyed) {
  EXPECT_EQ(
      to_hex(blake2b_256_keyed("filecoin.io|PoRep|1|Synthetic|1|Generation", bytes_of("abc"))),
      "c056a993cb14f420c9f202c2ff6ba1f64c30ba65763f910f34cbaa1f00bcc103");
  EXPECT_EQ(to_hex(blake2b_256_keyed("k", {})),
            "490b6c8300eb23464bd2f9ca37c036be5091da14ddbeafab424c4c0a1f9eaac5");
  std::vector<uint8_t> key = counting_bytes(64);
  std::string_view longest(reinterpret_cast<const char*>(key.data()), key.size());
  EXPECT_EQ(to_hex(blake2b_256_keyed(longest, counting_bytes(200))),
            "c4d2b178963d16d8fbf03adbcddb85e2a2d767d4fa80d396a311c6b80c9f5669");
}

TEST(Digest, PartsGiveTheDigestOfTheWhole) {
  std::vector<uint8_t> bytes = counting_bytes(256);
  for (size_t split : {size_t{0}, size_t{1}, size_t{63}, size_t{64}, size_t{65}, size_t{256}}) {
    Digest digest = Digest::sha256();
    digest.update(std::span(bytes).first(split)).update(std::span(bytes).subspan(split));
    Bytes32 whole = sha256(bytes);
    EXPECT_EQ(digest.value(), std::vector<uint8_t>(whole.begin(), whole.end())) << split;
  }
}

TEST(Digest, ValueDoesNotEndTheStream) {
  Digest digest = Digest::sha256();
  digest.update("a");
  EXPECT_EQ(to_hex(digest.value()), to_hex(sha256("a")));
  Digest moved = std::move(digest);
  EXPECT_EQ(to_hex(moved.update("bc").value()), to_hex(sha256("abc")));
}

}  // namespace
}  // namespace cuzk::base
