// SPDX-License-Identifier: MIT OR Apache-2.0
// SHA-256 (FIPS 180-4) as one compression function for host and device, for code that needs
// the state between blocks: the witness writers of the circuits (porep.md 2.4), on host and
// device. The round constants and the initial state are derived at compile time from their
// definition, the first 32 bits of the fractional parts of the cube and square roots of the first
// primes, instead of being written down.
//
// Words are native integers that were loaded big-endian. All functions may be called by any thread.
// A compression costs about 2,300 word operations. Hashing of whole messages on the host goes
// through OpenSSL, which uses the SHA instructions of the processor.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "base/bytes.h"
#include "base/host_device.h"

namespace cuzk::hash {

using base::Bytes32;

namespace sha256_detail {

// The largest integer whose `power`-th power is at most p * 2^(32 * power).
constexpr uint64_t scaled_root(unsigned p, unsigned power) {
  using uint128 = unsigned __int128;
  const uint128 limit = static_cast<uint128>(p) << (32 * power);
  uint64_t root = 0;
  for (uint64_t bit = uint64_t{1} << 37; bit != 0; bit >>= 1) {
    uint128 value = root | bit;
    value = power == 2 ? value * value : value * value * value;
    if (value <= limit) root |= bit;
  }
  return root;
}

template <unsigned kCount>
constexpr std::array<uint32_t, kCount> root_fractions(unsigned power) {
  std::array<uint32_t, kCount> out{};
  unsigned p = 1;
  for (unsigned i = 0; i < kCount; ++i) {
    bool is_prime = false;
    while (!is_prime) {
      ++p;
      is_prime = true;
      for (unsigned q = 2; q * q <= p; ++q) is_prime = is_prime && p % q != 0;
    }
    out[i] = static_cast<uint32_t>(scaled_root(p, power));
  }
  return out;
}

CUZK_HOST_DEVICE uint32_t rotr(uint32_t word, unsigned by) {
  return (word >> by) | (word << (32 - by));
}

}  // namespace sha256_detail

// K of FIPS 180-4 section 4.2.2 and H(0) of section 5.3.3.
inline constexpr std::array<uint32_t, 64> kSha256Rounds = sha256_detail::root_fractions<64>(3);
inline constexpr std::array<uint32_t, 8> kSha256Initial = sha256_detail::root_fractions<8>(2);

// The round constant for code that also runs on the device, where a table of the host has no
// address.
CUZK_HOST_DEVICE uint32_t sha256_round_constant(unsigned round) {
  static constexpr std::array<uint32_t, 64> kRounds = sha256_detail::root_fractions<64>(3);
  return kRounds.data()[round];
}

// Likewise a word of the initial state.
CUZK_HOST_DEVICE uint32_t sha256_initial_word(unsigned i) {
  static constexpr std::array<uint32_t, 8> kInitial = sha256_detail::root_fractions<8>(2);
  return kInitial.data()[i];
}

// One compression of a block of 16 words: state <- state + F(state, block), FIPS 180-4
// section 6.2.2. The schedule is a ring of 16 words, so that it stays in registers where the loop
// is unrolled.
CUZK_HOST_DEVICE void sha256_compress(uint32_t state[8], const uint32_t block_words[16]) {
  using sha256_detail::rotr;
  uint32_t w[16];
  for (unsigned i = 0; i < 16; ++i) w[i] = block_words[i];
  uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
  uint32_t e = state[4], f = state[5], g = state[6], h = state[7];
  for (unsigned start = 0; start < 64; start += 16) {
    for (unsigned i = 0; i < 16; ++i) {
      if (start != 0) {
        const uint32_t x = w[(i + 1) % 16];
        const uint32_t y = w[(i + 14) % 16];
        w[i] += (rotr(x, 7) ^ rotr(x, 18) ^ (x >> 3)) + w[(i + 9) % 16] +
                (rotr(y, 17) ^ rotr(y, 19) ^ (y >> 10));
      }
      const uint32_t t1 = h + (rotr(e, 6) ^ rotr(e, 11) ^ rotr(e, 25)) + ((e & f) ^ (~e & g)) +
                          sha256_round_constant(start + i) + w[i];
      const uint32_t t2 = (rotr(a, 2) ^ rotr(a, 13) ^ rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      h = g, g = f, f = e, e = d + t1;
      d = c, c = b, b = a, a = t1 + t2;
    }
  }
  state[0] += a, state[1] += b, state[2] += c, state[3] += d;
  state[4] += e, state[5] += f, state[6] += g, state[7] += h;
}

// SHA-256 with the two top bits of the last byte cleared: the bytes, read little-endian, are then
// below 2^254 and so a canonical field element. Tree D nodes, labels and replica ids are hashed so
// (porep.md VAN-1, VAN-4, LBL-1).
Bytes32 sha256_truncated(std::span<const uint8_t> bytes);

}  // namespace cuzk::hash
