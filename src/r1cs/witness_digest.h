// SPDX-License-Identifier: MIT OR Apache-2.0
// Digests of long vectors of field elements, for comparing witnesses and rows with another
// prover's: SHA-256 over the values, each 32 bytes little-endian canonical, of the whole vector and
// of each chunk of 65,536 values. A chunk that differs bounds where the first difference is. The
// packed bits of an assignment are expanded on the way and never held as field elements. Cost: 32
// bytes of SHA-256 twice a value, about 40 ns.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "r1cs/assignment.h"
#include "r1cs/circuit.h"

namespace cuzk::r1cs {

inline constexpr uint64_t kDigestChunk = 65536;

struct ValuesDigest {
  uint64_t count = 0;
  base::Bytes32 whole{};
  std::vector<base::Bytes32> chunks;

  bool operator==(const ValuesDigest&) const = default;
};

ValuesDigest digest_values(std::span<const field::Fr> values);

// The auxiliary variables of an assignment, in order.
ValuesDigest digest_aux(const Circuit& circuit, const Assignment& assignment);

}  // namespace cuzk::r1cs
