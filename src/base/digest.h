// SPDX-License-Identifier: MIT OR Apache-2.0
// Digests of byte streams by OpenSSL's EVP interface: SHA-256 and BLAKE2b-512 of files, reports
// and seeds, and keyed BLAKE2b for synthetic challenges (porep.md CHL-3, CHL-4). SHA-256 and
// Poseidon as parts of circuits stand in `hash`, because device and circuit run the same code
// there. A published parameter file is named by SHA-256 of its identifier and checked by the
// first 16 bytes of its BLAKE2b-512 (groth16.md G16-401, G16-420).
// Speed is the library's, about 1 GB/s on one core. A Digest belongs to one thread at a time.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "base/bytes.h"

namespace cuzk::base {

class Digest {
 public:
  static Digest sha256();
  static Digest blake2b_512();

  Digest(Digest&&) noexcept;
  Digest& operator=(Digest&&) noexcept;
  ~Digest();

  Digest& update(std::span<const uint8_t> bytes);
  Digest& update(std::string_view text);

  // The digest of what was given so far; more may be given afterwards.
  std::vector<uint8_t> value() const;

 private:
  struct State;
  explicit Digest(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

Bytes32 sha256(std::span<const uint8_t> bytes);
Bytes32 sha256(std::string_view text);

// BLAKE2b with a key and an output of 32 bytes, over `bytes` (RFC 7693).
// Requires: the key has at most 64 bytes.
Bytes32 blake2b_256_keyed(std::string_view key, std::span<const uint8_t> bytes);

}  // namespace cuzk::base
