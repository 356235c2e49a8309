// SPDX-License-Identifier: MIT OR Apache-2.0
#include "filecoin/structured_tree.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "base/check.h"
#include "filecoin/tree_opening.h"

namespace cuzk::filecoin {

using field::Fr;

StructuredTree::StructuredTree(NodeHash hash, std::vector<unsigned> arities, LeafBits bits,
                               const Leaf& leaf)
    : arities_(std::move(arities)) {
  unsigned log_nodes = 0;  // of the level
  for (unsigned arity : arities_) log_nodes += static_cast<unsigned>(std::countr_zero(arity));
  base::check(bits.high + bits.low <= log_nodes, "a leaf depends on bits of its index");
  Level level{log_nodes - bits.high, bits.low, {}};
  for (uint64_t i = 0; i < uint64_t{1} << (bits.high + bits.low); ++i) {
    level.nodes.push_back(leaf(i >> bits.low, i & ((uint64_t{1} << bits.low) - 1)));
  }
  levels_.push_back(std::move(level));
  for (size_t below = 0; below < arities_.size(); ++below) {
    const unsigned arity = arities_[below];
    const unsigned gone = static_cast<unsigned>(std::countr_zero(arity));
    log_nodes -= gone;
    Level next{levels_[below].run - std::min(levels_[below].run, gone),
               levels_[below].low - std::min(levels_[below].low, gone),
               {}};
    next.nodes.resize(size_t{1} << (log_nodes - next.run + next.low));
    tbb::parallel_for(size_t{0}, next.nodes.size(), [&](size_t i) {
      const uint64_t low = i & ((uint64_t{1} << next.low) - 1);
      const uint64_t index = (uint64_t{i} >> next.low << next.run) | low;
      std::vector<Fr> children;
      for (unsigned child = 0; child < arity; ++child) {
        children.push_back(node(below, index * arity + child));
      }
      next.nodes[i] = merkle_node(hash, children);
    });
    levels_.push_back(std::move(next));
  }
}

const Fr& StructuredTree::node(size_t level, uint64_t index) const {
  const Level& at = levels_[level];
  const uint64_t low = index & ((uint64_t{1} << at.low) - 1);
  return at.nodes[index >> at.run << at.low | low];
}

Opening StructuredTree::open(uint64_t leaf) const {
  return open_leaf(arities_, leaf,
                   [this](size_t level, uint64_t index) { return node(level, index); });
}

}  // namespace cuzk::filecoin
