// SPDX-License-Identifier: MIT OR Apache-2.0
// Trees hashed by runs equal those of which every node is hashed.
#include "filecoin/structured_tree.h"

#include <gtest/gtest.h>

#include <bit>

namespace cuzk::filecoin {
namespace {

using field::Fr;

Fr leaf(uint64_t high, uint64_t low) { return Fr::from_u64(1000 * high + low + 1); }

void expect_full_tree(NodeHash hash, const std::vector<unsigned>& arities, LeafBits bits) {
  unsigned log_nodes = 0;
  for (unsigned arity : arities) log_nodes += static_cast<unsigned>(std::countr_zero(arity));
  std::vector<Fr> row;
  for (uint64_t i = 0; i < uint64_t{1} << log_nodes; ++i) {
    row.push_back(leaf(i >> (log_nodes - bits.high), i & ((uint64_t{1} << bits.low) - 1)));
  }
  const StructuredTree tree(hash, arities, bits, leaf);
  for (uint64_t i = 0; i < row.size(); ++i) {
    const Opening opening = tree.open(i);
    EXPECT_EQ(opening.leaf, row[i]);
    EXPECT_EQ(opening.indices, path_indices(arities, i));
    EXPECT_EQ(merkle_fold(hash, arities, opening.leaf, opening.siblings, opening.indices),
              tree.root());
  }
  for (size_t level = 0; level <= arities.size(); ++level) {
    for (uint64_t i = 0; i < row.size(); ++i) EXPECT_EQ(tree.node(level, i), row[i]) << level;
    if (level == arities.size()) break;
    std::vector<Fr> next;
    for (size_t i = 0; i < row.size(); i += arities[level]) {
      next.push_back(merkle_node(hash, std::span(row).subspan(i, arities[level])));
    }
    row = std::move(next);
  }
  EXPECT_EQ(tree.root(), row[0]);
}

TEST(StructuredTree, EqualsTheFullTree) {
  expect_full_tree(NodeHash::kSha256, {2, 2, 2, 2, 2, 2, 2}, {2, 3});
  expect_full_tree(NodeHash::kSha256, {2, 2, 2, 2, 2}, {5, 0});
  expect_full_tree(NodeHash::kSha256, {2, 2, 2, 2}, {0, 0});
  expect_full_tree(NodeHash::kPoseidon, {8, 8}, {1, 3});
  expect_full_tree(NodeHash::kPoseidon, {8, 4, 2}, {2, 1});  // runs end inside a node
  expect_full_tree(NodeHash::kPoseidon, {8, 8}, {4, 2});
}

}  // namespace
}  // namespace cuzk::filecoin
