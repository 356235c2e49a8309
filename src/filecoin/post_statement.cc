// SPDX-License-Identifier: MIT OR Apache-2.0
#include "filecoin/post_statement.h"

#include <algorithm>
#include <array>

#include "base/check.h"
#include "base/digest.h"

namespace cuzk::filecoin {

using field::Fr;

std::vector<uint64_t> post_challenges(const base::Bytes32& randomness, uint64_t sector_number,
                                      uint64_t sector_index, unsigned count, uint64_t nodes,
                                      ApiVersion api) {
  std::vector<uint64_t> out;
  for (unsigned n = 0; n < count; ++n) {
    uint64_t index = api == ApiVersion::k1_2_0 ? n : sector_index * count + n;
    std::array<uint8_t, 48> message;
    std::copy(randomness.begin(), randomness.end(), message.begin());
    base::store_le(message.data() + 32, sector_number);
    base::store_le(message.data() + 40, index);
    base::Bytes32 digest = base::sha256(std::span<const uint8_t>(message));
    out.push_back(base::load_le<uint64_t>(digest.data()) & (nodes - 1));
  }
  return out;
}

std::vector<Fr> public_inputs(const PostStatement& statement) {
  const size_t count = statement.sectors.size(), slots = statement.sectors_per_partition;
  base::check(count > 0 && count <= slots, "a partition has 1 to as many sectors as it holds");
  std::vector<Fr> out;
  for (size_t i = 0; i < slots; ++i) {
    const size_t own = std::min(i, count - 1);
    const PostSector& sector = statement.sectors[own];
    out.push_back(sector.comm_r);
    for (uint64_t leaf :
         post_challenges(statement.randomness, sector.number, statement.partition * slots + own,
                         statement.challenges_per_sector, statement.sector->nodes, statement.api)) {
      out.push_back(Fr::from_u64(leaf));
    }
  }
  return out;
}

}  // namespace cuzk::filecoin
