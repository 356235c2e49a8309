// SPDX-License-Identifier: MIT OR Apache-2.0
// SHA-256 into the field: the digest read little-endian with its two top bits cleared, so below
// 2^254. Replica ids, labels and nodes of tree D are such values (porep.md VAN-1, VAN-4, LBL-1).
// Pure, callable by any thread.
// A digest of this form is always below the modulus, so no value is refused and none is reduced;
// two messages with equal digests would have to collide in 254 bits.
#pragma once

#include <cstdint>
#include <span>

#include "field/fr.h"
#include "hash/sha256.h"

namespace cuzk::filecoin {

inline field::Fr sha256_fr(std::span<const uint8_t> message) {
  return *field::Fr::from_bytes_le(hash::sha256_truncated(message));
}

}  // namespace cuzk::filecoin
