// SPDX-License-Identifier: MIT OR Apache-2.0
#include "r1cs/witness_digest.h"

#include <algorithm>

#include "base/digest.h"

namespace cuzk::r1cs {
namespace {

using field::Fr;

// Digests `count` values that `value_at` gives one by one.
template <class F>
ValuesDigest digest_sequence(uint64_t count, F&& value_at) {
  ValuesDigest out;
  out.count = count;
  base::Digest whole = base::Digest::sha256();
  std::vector<uint8_t> chunk;
  for (uint64_t begin = 0; begin < count; begin += kDigestChunk) {
    chunk.clear();
    for (uint64_t i = begin; i < std::min(begin + kDigestChunk, count); ++i) {
      base::Bytes32 bytes = value_at(i);
      chunk.insert(chunk.end(), bytes.begin(), bytes.end());
    }
    whole.update(chunk);
    out.chunks.push_back(base::sha256(std::span<const uint8_t>(chunk)));
  }
  std::vector<uint8_t> value = whole.value();
  std::copy(value.begin(), value.end(), out.whole.begin());
  return out;
}

}  // namespace

ValuesDigest digest_values(std::span<const Fr> values) {
  return digest_sequence(values.size(), [&](uint64_t i) { return values[i].to_bytes_le(); });
}

ValuesDigest digest_aux(const Circuit& circuit, const Assignment& assignment) {
  base::BitVector is_wide = circuit.wide_aux();
  size_t next_wide = 0;
  return digest_sequence(circuit.num_aux(), [&](uint64_t i) {
    if (is_wide.get(i)) return assignment.wide[next_wide++].to_bytes_le();
    base::Bytes32 bit{};
    bit[0] = assignment.bits.get(i) ? 1 : 0;
    return bit;
  });
}

}  // namespace cuzk::r1cs
