// SPDX-License-Identifier: MIT OR Apache-2.0
#include "filecoin/sparse_tree.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/check.h"
#include "filecoin/merkle.h"
#include "filecoin/sha256_fr.h"
#include "filecoin/tree_opening.h"

namespace cuzk::filecoin {

using field::Fr;

Fr PseudoRandom::value(uint64_t purpose, uint64_t a, uint64_t b) const {
  std::array<uint8_t, 56> message;
  std::copy(key.begin(), key.end(), message.begin());
  base::store_le(message.data() + 32, purpose);
  base::store_le(message.data() + 40, a);
  base::store_le(message.data() + 48, b);
  return sha256_fr(message);
}

SparseTree::SparseTree(const PseudoRandom& random, uint64_t purpose, std::vector<unsigned> arities,
                       const std::map<uint64_t, Fr>& leaves)
    : random_(random), purpose_(purpose), arities_(std::move(arities)) {
  base::check(!leaves.empty(), "a tree has leaves");
  levels_.push_back(leaves);
  for (size_t level = 0; level < arities_.size(); ++level) levels_.push_back(hash_level(level));
  base::check(levels_.back().size() == 1, "one root above all leaves");
}

Fr SparseTree::node(size_t level, uint64_t index) const {
  const auto at = levels_[level].find(index);
  return at != levels_[level].end() ? at->second : random_.value(purpose_, level, index);
}

SparseTree::Level SparseTree::hash_level(size_t level) const {
  const unsigned arity = arities_[level];
  std::vector<std::pair<uint64_t, Fr>> parents;
  for (const auto& [index, unused] : levels_[level]) {
    if (parents.empty() || parents.back().first != index / arity)
      parents.push_back({index / arity, Fr{}});
  }
  tbb::parallel_for(size_t{0}, parents.size(), [&](size_t i) {
    std::vector<Fr> children;
    for (unsigned child = 0; child < arity; ++child) {
      children.push_back(node(level, parents[i].first * arity + child));
    }
    parents[i].second = merkle_node(NodeHash::kPoseidon, children);
  });
  return Level(parents.begin(), parents.end());
}

Opening SparseTree::open(uint64_t leaf) const {
  base::check(levels_[0].contains(leaf), "a leaf that was given is opened");
  return open_leaf(arities_, leaf,
                   [this](size_t level, uint64_t index) { return node(level, index); });
}

PeriodicTree::PeriodicTree(std::vector<Fr> period, unsigned depth) {
  levels_.push_back(std::move(period));
  for (unsigned level = 0; level < depth; ++level) {
    const std::vector<Fr>& below = levels_.back();
    const size_t size = below.size();
    std::vector<Fr> nodes(std::max<size_t>(size / 2, 1));
    for (size_t i = 0; i < nodes.size(); ++i) {
      nodes[i] = tree_d_node(below[2 * i % size], below[(2 * i + 1) % size]);
    }
    levels_.push_back(std::move(nodes));
  }
  base::check(levels_.back().size() == 1, "the period fits into the tree");
}

Opening PeriodicTree::open(uint64_t leaf) const {
  Opening out;
  out.leaf = levels_[0][leaf % levels_[0].size()];
  out.root = root();
  for (size_t level = 0; level + 1 < levels_.size(); ++level) {
    out.siblings.push_back(levels_[level][(leaf ^ 1) % levels_[level].size()]);
    out.indices.push_back(static_cast<uint8_t>(leaf & 1));
    leaf >>= 1;
  }
  return out;
}

}  // namespace cuzk::filecoin
