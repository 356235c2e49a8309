// SPDX-License-Identifier: MIT OR Apache-2.0
// Small trees against trees built in full, large ones by folding their openings.
#include "filecoin/sparse_tree.h"

#include <gtest/gtest.h>

#include "filecoin/merkle.h"
#include "filecoin/sector.h"

namespace cuzk::filecoin {
namespace {

const PseudoRandom kRandom{base::Bytes32{1, 2, 3}};

Fr full_root(NodeHash hash, const std::vector<unsigned>& arities, std::vector<Fr> level) {
  for (const unsigned arity : arities) {
    std::vector<Fr> above;
    for (size_t i = 0; i < level.size(); i += arity) {
      above.push_back(merkle_node(hash, std::span(level).subspan(i, arity)));
    }
    level = above;
  }
  EXPECT_EQ(level.size(), 1u);
  return level[0];
}

void expect_opens(NodeHash hash, const std::vector<unsigned>& arities, const Opening& opening,
                  uint64_t leaf, const Fr& root) {
  EXPECT_EQ(opening.root, root);
  EXPECT_EQ(leaf_index(arities, opening.indices), leaf);
  EXPECT_EQ(merkle_fold(hash, arities, opening.leaf, opening.siblings, opening.indices), root);
}

TEST(SparseTree, AllLeavesMakeTheFullTree) {
  const std::vector<unsigned> arities = {8, 4, 2};
  std::map<uint64_t, Fr> leaves;
  std::vector<Fr> list;
  for (uint64_t i = 0; i < 64; ++i) list.push_back(leaves[i] = kRandom.value(9, i));
  const SparseTree tree(kRandom, 1, arities, leaves);
  EXPECT_EQ(tree.root(), full_root(NodeHash::kPoseidon, arities, list));
  for (const uint64_t leaf : {0, 7, 8, 33, 63}) {
    EXPECT_EQ(tree.open(leaf).leaf, list[leaf]);
    expect_opens(NodeHash::kPoseidon, arities, tree.open(leaf), leaf, tree.root());
  }
}

TEST(SparseTree, FewLeavesOfALargeTree) {
  const Sector& sector = *find_sector("64GiB");
  const std::vector<unsigned> arities = tree_r_arities(sector);
  std::map<uint64_t, Fr> leaves;
  for (const uint64_t leaf : {uint64_t{0}, uint64_t{1}, uint64_t{123456789}, sector.nodes - 1}) {
    leaves[leaf] = kRandom.value(9, leaf);
  }
  const SparseTree tree(kRandom, 1, arities, leaves);
  for (const auto& [leaf, value] : leaves) {
    EXPECT_EQ(tree.open(leaf).leaf, value);
    expect_opens(NodeHash::kPoseidon, arities, tree.open(leaf), leaf, tree.root());
  }
  EXPECT_NE(SparseTree(kRandom, 2, arities, leaves).root(), tree.root());
}

TEST(PeriodicTree, EqualsTheFullTree) {
  const std::vector<unsigned> arities(5, 2);
  for (const size_t period : {1, 4, 32}) {
    std::vector<Fr> data, list;
    for (uint64_t i = 0; i < period; ++i) data.push_back(kRandom.value(9, i));
    for (uint64_t i = 0; i < 32; ++i) list.push_back(data[i % period]);
    const PeriodicTree tree(data, 5);
    EXPECT_EQ(tree.root(), full_root(NodeHash::kSha256, arities, list));
    for (uint64_t leaf = 0; leaf < 32; ++leaf) {
      EXPECT_EQ(tree.open(leaf).leaf, list[leaf]);
      expect_opens(NodeHash::kSha256, arities, tree.open(leaf), leaf, tree.root());
    }
  }
}

}  // namespace
}  // namespace cuzk::filecoin
