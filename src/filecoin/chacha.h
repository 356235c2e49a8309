// SPDX-License-Identifier: MIT OR Apache-2.0
// The ChaCha block function (Bernstein, "ChaCha, a variant of Salsa20"; RFC 8439 section 2.3) with
// the number of rounds and the last four words of the state open, because the proofs use two of its
// dialects: 8 rounds with a 64-bit counter for graph parents, 20 rounds with a 32-bit counter and a
// 96-bit nonce for synthetic challenges (porep.md DRG-2, CHL-3). Blocks are independent, so any
// block of a stream can be made alone.
//
// No library is used: OpenSSL offers 20 rounds only.
//
// Words are native integers; key bytes and stream bytes are their little-endian forms. Any thread
// may call.
#pragma once

#include <array>
#include <cstdint>

namespace cuzk::filecoin {

using ChachaBlock = std::array<uint32_t, 16>;

// `tail` holds words 12 to 15 of the state: counter first, then nonce. Requires: `rounds` is even.
ChachaBlock chacha_block(unsigned rounds, const std::array<uint32_t, 8>& key,
                         const std::array<uint32_t, 4>& tail);

}  // namespace cuzk::filecoin
