// SPDX-License-Identifier: MIT OR Apache-2.0
// A leaf of a made-up tree opened, whatever the tree keeps its nodes in: sparse_tree.h and
// structured_tree.h differ in how they know a node, and in nothing else that an opening needs.
//
// The opening is as the readers of vanilla proofs make it: siblings in child order without the
// running node, level after level from the leaf to the root.
//
// Pure; any thread may call. Cost: one look at a node for each sibling.
#pragma once

#include <cstdint>
#include <vector>

#include "filecoin/merkle.h"
#include "filecoin/porep_vanilla.h"

namespace cuzk::filecoin {

// `node(level, index)` gives any node of the tree; level 0 has the leaves. `arities` go from the
// leaf side.
template <class Node>
Opening open_leaf(const std::vector<unsigned>& arities, uint64_t leaf, const Node& node) {
  Opening out;
  out.leaf = node(0, leaf);
  out.root = node(arities.size(), 0);
  out.indices = path_indices(arities, leaf);
  out.siblings.reserve(sibling_count(arities));
  for (size_t level = 0; level < arities.size(); ++level) {
    const uint64_t first = leaf - leaf % arities[level];
    for (unsigned child = 0; child < arities[level]; ++child) {
      if (first + child != leaf) out.siblings.push_back(node(level, first + child));
    }
    leaf /= arities[level];
  }
  return out;
}

}  // namespace cuzk::filecoin
