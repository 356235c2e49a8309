// SPDX-License-Identifier: MIT OR Apache-2.0
#include "filecoin/porep_challenges.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <string_view>

#include "base/digest.h"
#include "filecoin/chacha.h"

namespace cuzk::filecoin {
namespace {

constexpr std::string_view kNonInteractive = "filecoin.io|PoRep|1|NonInteractive|1";
constexpr std::string_view kGeneration = "filecoin.io|PoRep|1|Synthetic|1|Generation";
constexpr std::string_view kSelection = "filecoin.io|PoRep|1|Synthetic|1|Selection";
constexpr uint64_t kSyntheticMax = uint64_t{1} << 18;

// A challenge from a 256-bit integer given as little-endian words, least significant first.
uint64_t reduce(const uint32_t* words, uint64_t nodes) {
  const uint64_t modulus = nodes - 1;
  uint64_t rest = 0;
  for (unsigned i = 8; i-- > 0;) rest = (rest << 32 | words[i]) % modulus;
  return rest + 1;
}

// Challenges j = first, first + 1, ... as digests of prefix || j.
std::vector<uint64_t> hashed_challenges(uint64_t nodes, std::vector<uint8_t> prefix, uint32_t first,
                                        uint32_t count) {
  std::vector<uint64_t> out;
  const size_t end = prefix.size();
  prefix.resize(end + 4);
  for (uint32_t i = 0; i < count; ++i) {
    base::store_le(prefix.data() + end, first + i);
    const Bytes32 digest = base::sha256(prefix);
    uint32_t words[8];
    for (unsigned k = 0; k < 8; ++k) words[k] = base::load_le<uint32_t>(digest.data() + 4 * k);
    out.push_back(reduce(words, nodes));
  }
  return out;
}

std::vector<uint8_t> joined(std::string_view text, const Bytes32& a, const Bytes32& b) {
  std::vector<uint8_t> out(text.begin(), text.end());
  out.insert(out.end(), a.begin(), a.end());
  out.insert(out.end(), b.begin(), b.end());
  return out;
}

// A ChaCha20 stream of the synthetic rules: IETF form, nonce "synth-porep" and a zero byte.
class Stream {
 public:
  Stream(std::string_view domain, const Bytes32& replica_id, const Bytes32& value) {
    const Bytes32 key = base::blake2b_256_keyed(domain, joined({}, replica_id, value));
    for (size_t i = 0; i < key_.size(); ++i) key_[i] = base::load_le<uint32_t>(key.data() + 4 * i);
  }

  // `count` words of the stream from word `first` on.
  std::vector<uint32_t> words(uint32_t first, uint32_t count) const {
    static constexpr uint8_t kNonce[13] = "synth-porep\0";
    std::vector<uint32_t> out;
    uint32_t skip = first % 16;
    for (uint32_t block = first / 16; out.size() < count; ++block, skip = 0) {
      const ChachaBlock words =
          chacha_block(20, key_,
                       {block, base::load_le<uint32_t>(kNonce), base::load_le<uint32_t>(kNonce + 4),
                        base::load_le<uint32_t>(kNonce + 8)});
      const size_t taken = std::min<size_t>(16 - skip, count - out.size());
      out.insert(out.end(), words.begin() + skip, words.begin() + static_cast<long>(skip + taken));
    }
    return out;
  }

 private:
  std::array<uint32_t, 8> key_;
};

}  // namespace

std::vector<uint64_t> interactive_challenges(uint64_t nodes, const Bytes32& replica_id,
                                             const Bytes32& seed, uint32_t first, uint32_t count) {
  return hashed_challenges(nodes, joined({}, replica_id, seed), first, count);
}

std::vector<uint64_t> non_interactive_challenges(uint64_t nodes, const Bytes32& replica_id,
                                                 const Bytes32& comm_r, uint32_t first,
                                                 uint32_t count) {
  return hashed_challenges(nodes, joined(kNonInteractive, replica_id, comm_r), first, count);
}

uint64_t synthetic_set_size(uint64_t nodes) { return std::min(nodes, kSyntheticMax); }

std::vector<uint64_t> synthetic_set(uint64_t nodes, const Bytes32& replica_id,
                                    const Bytes32& comm_r, uint32_t first, uint32_t count) {
  const std::vector<uint32_t> words =
      Stream(kGeneration, replica_id, comm_r).words(8 * first, 8 * count);
  std::vector<uint64_t> out;
  for (uint32_t i = 0; i < count; ++i) out.push_back(reduce(words.data() + 8 * i, nodes));
  return out;
}

std::vector<uint32_t> synthetic_selection(uint64_t set_size, const Bytes32& replica_id,
                                          const Bytes32& seed, uint32_t first, uint32_t count) {
  std::vector<uint32_t> out = Stream(kSelection, replica_id, seed).words(first, count);
  for (uint32_t& index : out) index = static_cast<uint32_t>(index % set_size);
  return out;
}

std::vector<uint64_t> synthetic_challenges(uint64_t nodes, const Bytes32& replica_id,
                                           const Bytes32& comm_r, const Bytes32& seed,
                                           uint32_t first, uint32_t count) {
  std::vector<uint64_t> out;
  for (uint32_t index :
       synthetic_selection(synthetic_set_size(nodes), replica_id, seed, first, count)) {
    out.push_back(synthetic_set(nodes, replica_id, comm_r, index, 1)[0]);
  }
  return out;
}

}  // namespace cuzk::filecoin
