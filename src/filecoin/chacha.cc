// SPDX-License-Identifier: MIT OR Apache-2.0
#include "filecoin/chacha.h"

#include <bit>

namespace cuzk::filecoin {
namespace {

void quarter_round(ChachaBlock& x, unsigned a, unsigned b, unsigned c, unsigned d) {
  x[a] += x[b], x[d] = std::rotl(x[d] ^ x[a], 16);
  x[c] += x[d], x[b] = std::rotl(x[b] ^ x[c], 12);
  x[a] += x[b], x[d] = std::rotl(x[d] ^ x[a], 8);
  x[c] += x[d], x[b] = std::rotl(x[b] ^ x[c], 7);
}

}  // namespace

ChachaBlock chacha_block(unsigned rounds, const std::array<uint32_t, 8>& key,
                         const std::array<uint32_t, 4>& tail) {
  // "expand 32-byte k"
  ChachaBlock start = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};
  for (unsigned i = 0; i < 8; ++i) start[4 + i] = key[i];
  for (unsigned i = 0; i < 4; ++i) start[12 + i] = tail[i];
  ChachaBlock x = start;
  for (unsigned round = 0; round < rounds; round += 2) {
    for (unsigned i = 0; i < 4; ++i) quarter_round(x, i, 4 + i, 8 + i, 12 + i);
    for (unsigned i = 0; i < 4; ++i) {
      quarter_round(x, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4);
    }
  }
  for (unsigned i = 0; i < 16; ++i) x[i] += start[i];
  return x;
}

}  // namespace cuzk::filecoin
