// SPDX-License-Identifier: MIT OR Apache-2.0
// Merkle trees over a whole sector whose leaves depend on the top and the lowest few bits of their
// index only (update.md UPD-91): runs of leaves that repeat a short period. So each level has few
// different nodes, which are hashed once, and any leaf can be opened at the cost of its path's
// length. A tree of 2^31 leaves with 10 top bits takes some 7,000 hashes of arity 8.
//
// Unlike SparseTree, every leaf is known before anything is opened: challenges that follow from the
// root can be answered. Immutable once made; any thread may read it.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "filecoin/merkle.h"
#include "filecoin/porep_vanilla.h"

namespace cuzk::filecoin {

// How many bits of its index a leaf depends on; together at most those of the index.
struct LeafBits {
  unsigned high, low;
};

class StructuredTree {
 public:
  using Leaf = std::function<field::Fr(uint64_t high, uint64_t low)>;

  // Requires: arities that are powers of two, from the leaf side.
  StructuredTree(NodeHash hash, std::vector<unsigned> arities, LeafBits bits, const Leaf& leaf);

  const field::Fr& root() const { return levels_.back().nodes[0]; }
  // Level 0 has the leaves.
  const field::Fr& node(size_t level, uint64_t index) const;
  Opening open(uint64_t leaf) const;

 private:
  // Nodes by the bits of their index that matter: those above the run, then the lowest `low`.
  struct Level {
    unsigned run;  // bits below the high ones
    unsigned low;
    std::vector<field::Fr> nodes;
  };

  std::vector<unsigned> arities_;
  std::vector<Level> levels_;
};

}  // namespace cuzk::filecoin
