// SPDX-License-Identifier: MIT OR Apache-2.0
#include "hash/sha256.h"

#include "base/digest.h"

namespace cuzk::hash {

Bytes32 sha256_truncated(std::span<const uint8_t> bytes) {
  Bytes32 digest = base::sha256(bytes);
  digest[31] &= 0x3f;
  return digest;
}

}  // namespace cuzk::hash
