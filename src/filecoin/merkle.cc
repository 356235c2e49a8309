// SPDX-License-Identifier: MIT OR Apache-2.0
#include "filecoin/merkle.h"

#include <algorithm>
#include <array>

#include "base/check.h"
#include "filecoin/sha256_fr.h"
#include "hash/poseidon.h"

namespace cuzk::filecoin {

Fr tree_d_node(const Fr& left, const Fr& right) {
  std::array<uint8_t, 64> message;
  const auto left_bytes = left.to_bytes_le(), right_bytes = right.to_bytes_le();
  std::copy(left_bytes.begin(), left_bytes.end(), message.begin());
  std::copy(right_bytes.begin(), right_bytes.end(), message.begin() + 32);
  return sha256_fr(message);
}

Fr merkle_node(NodeHash hash, std::span<const Fr> children) {
  if (hash == NodeHash::kPoseidon) return hash::poseidon(children);
  base::check(children.size() == 2, "tree D is binary");
  return tree_d_node(children[0], children[1]);
}

Fr column_hash(std::span<const Fr> labels) { return hash::poseidon(labels); }

Fr replica_commitment(const Fr& comm_c, const Fr& comm_r_last) {
  const std::array<Fr, 2> inputs = {comm_c, comm_r_last};
  return hash::poseidon<2>(inputs);
}

Fr merkle_fold(NodeHash hash, std::span<const unsigned> arities, const Fr& leaf,
               std::span<const Fr> siblings, std::span<const uint8_t> indices) {
  base::check(indices.size() == arities.size() && siblings.size() == sibling_count(arities),
              "shape of the path");
  Fr node = leaf;
  std::vector<Fr> children;
  for (size_t level = 0; level < arities.size(); ++level) {
    const size_t beside = arities[level] - 1, position = indices[level];
    base::check(position <= beside, "index of the path");
    children.assign(siblings.begin(), siblings.begin() + static_cast<std::ptrdiff_t>(beside));
    children.insert(children.begin() + static_cast<std::ptrdiff_t>(position), node);
    siblings = siblings.subspan(beside);
    node = merkle_node(hash, children);
  }
  return node;
}

std::vector<uint8_t> path_indices(std::span<const unsigned> arities, uint64_t leaf_index) {
  std::vector<uint8_t> indices;
  for (unsigned arity : arities) {
    indices.push_back(static_cast<uint8_t>(leaf_index % arity));
    leaf_index /= arity;
  }
  base::check(leaf_index == 0, "leaf of the tree");
  return indices;
}

uint64_t leaf_index(std::span<const unsigned> arities, std::span<const uint8_t> indices) {
  base::check(indices.size() == arities.size(), "shape of the path");
  uint64_t index = 0;
  for (size_t level = arities.size(); level-- > 0;) index = index * arities[level] + indices[level];
  return index;
}

size_t sibling_count(std::span<const unsigned> arities) {
  size_t count = 0;
  for (unsigned arity : arities) count += arity - 1;
  return count;
}

}  // namespace cuzk::filecoin
