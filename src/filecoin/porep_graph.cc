// SPDX-License-Identifier: MIT OR Apache-2.0
#include "filecoin/porep_graph.h"

#include <algorithm>
#include <bit>

#include "base/check.h"
#include "base/digest.h"
#include "filecoin/chacha.h"

namespace cuzk::filecoin {
namespace {

Bytes32 domain_digest(std::string_view domain, const Bytes32& porep_id) {
  std::vector<uint8_t> message(domain.begin(), domain.end());
  message.insert(message.end(), porep_id.begin(), porep_id.end());
  return base::sha256(message);
}

// The 64-bit words of a ChaCha8 stream that starts at block 0, for at most two blocks.
class Draws {
 public:
  explicit Draws(const std::array<uint32_t, 8>& key) {
    for (uint32_t block = 0; block < 2; ++block) {
      ChachaBlock words = chacha_block(8, key, {block, 0, 0, 0});
      std::copy(words.begin(), words.end(), words_.begin() + 16 * block);
    }
  }

  uint64_t next() {
    uint64_t low = words_[next_], high = words_[next_ + 1];
    next_ += 2;
    return high << 32 | low;
  }

 private:
  std::array<uint32_t, 32> words_;
  unsigned next_ = 0;
};

// The round function of DRG-4, before the mask.
uint64_t feistel_round(uint64_t right, uint64_t key) {
  uint8_t message[16];
  base::store_be(message, right);
  base::store_be(message + 8, key);
  return base::load_be<uint64_t>(base::Digest::blake2b_512().update(message).value().data());
}

}  // namespace

Graph::Graph(const Bytes32& porep_id, uint64_t nodes, ApiVersion api)
    : nodes_(nodes), api_(api), half_bits_(1) {
  base::check(std::has_single_bit(nodes) && nodes <= uint64_t{1} << 32, "nodes of a graph");
  const Bytes32 seed = domain_digest("Filecoin_DRSample", porep_id);
  const Bytes32 keys = domain_digest("Filecoin_Feistel", porep_id);
  for (size_t i = 0; i < base_seed_.size(); ++i) {
    base_seed_[i] = base::load_le<uint32_t>(seed.data() + 4 * i);
  }
  for (size_t i = 0; i < feistel_keys_.size(); ++i) {
    feistel_keys_[i] = base::load_le<uint64_t>(keys.data() + 8 * i);
  }
  while (uint64_t{1} << 2 * half_bits_ < nodes * kExpansionDegree) ++half_bits_;
}

std::array<uint32_t, Graph::kBaseDegree> Graph::base_parents(uint64_t node) const {
  base::check(node < nodes_, "node of the graph");
  std::array<uint32_t, kBaseDegree> parents{};
  if (node < 2) return parents;

  std::array<uint32_t, 8> key;
  std::copy(base_seed_.begin(), base_seed_.end(), key.begin());
  key[7] = static_cast<uint32_t>(node);
  Draws draws(key);

  // Five edges of a graph whose nodes are each split into five; an edge spans a distance from a
  // random bucket [2^(b-1), 2^b]. The last edge leads to the predecessor.
  const uint64_t drawn = kBaseDegree - 1;
  const uint64_t split = drawn * node;
  const uint64_t buckets = static_cast<uint64_t>(std::bit_width(split - 1));
  const bool predecessor_first = api_ != ApiVersion::k1_0_0;
  parents[predecessor_first ? 0 : drawn] = static_cast<uint32_t>(node - 1);
  for (unsigned i = 0; i < drawn; ++i) {
    const uint64_t bucket = draws.next() % buckets + 1;
    const uint64_t high = std::min(split, uint64_t{1} << bucket);
    const uint64_t low = std::max(uint64_t{2}, high >> 1);
    const uint64_t distance = low + draws.next() % (high - low + 1);
    uint64_t parent = (split - distance) / drawn;
    if (parent == node) --parent;
    parents[i + (predecessor_first ? 1 : 0)] = static_cast<uint32_t>(parent);
  }
  return parents;
}

std::array<uint32_t, Graph::kExpansionDegree> Graph::expander_parents(uint64_t node) const {
  base::check(node < nodes_, "node of the graph");
  std::array<uint32_t, kExpansionDegree> parents;
  for (unsigned i = 0; i < kExpansionDegree; ++i) {
    uint64_t value = permute(kExpansionDegree * node + i);
    if (api_ == ApiVersion::k1_0_0) value = static_cast<uint32_t>(value);
    parents[i] = static_cast<uint32_t>(value / kExpansionDegree);
  }
  return parents;
}

uint64_t Graph::permute(uint64_t value) const {
  const uint64_t mask = (uint64_t{1} << half_bits_) - 1;
  do {
    uint64_t left = value >> half_bits_, right = value & mask;
    for (uint64_t key : feistel_keys_) {
      const uint64_t mixed = left ^ (feistel_round(right, key) & mask);
      left = right, right = mixed;
    }
    value = left << half_bits_ | right;
  } while (value >= nodes_ * kExpansionDegree);
  return value;
}

}  // namespace cuzk::filecoin
