// SPDX-License-Identifier: MIT OR Apache-2.0
#include "filecoin/label.h"

#include <algorithm>
#include <array>

#include "base/bytes.h"
#include "base/check.h"
#include "filecoin/sha256_fr.h"

namespace cuzk::filecoin {

Fr label(const Fr& replica_id, unsigned layer, uint64_t node, std::span<const Fr> parents) {
  base::check(parents.empty() == (node == 0) && parents.size() <= kLabelParents, "parents");
  constexpr size_t kHeadBytes = 64;
  std::array<uint8_t, kHeadBytes + 32 * kLabelParents> message{};
  const auto id = replica_id.to_bytes_le();
  std::copy(id.begin(), id.end(), message.begin());
  base::store_be<uint32_t>(message.data() + 32, layer);
  base::store_be<uint64_t>(message.data() + 36, node);
  if (node == 0) return sha256_fr(std::span(message).first<kHeadBytes>());

  for (size_t i = 0; i < parents.size(); ++i) {
    const auto bytes = parents[i].to_bytes_le();
    for (size_t position = i; position < kLabelParents; position += parents.size()) {
      std::copy(bytes.begin(), bytes.end(), message.begin() + kHeadBytes + 32 * position);
    }
  }
  return sha256_fr(message);
}

}  // namespace cuzk::filecoin
