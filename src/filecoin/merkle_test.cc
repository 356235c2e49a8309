// SPDX-License-Identifier: MIT OR Apache-2.0
// Commitments of zero data (porep.md 7.4), and every path of small trees of all shapes against the
// tree itself.
#include "filecoin/merkle.h"

#include <gtest/gtest.h>

#include "filecoin/sector.h"
#include "filecoin/test_vectors.h"

namespace cuzk::filecoin {
namespace {

TEST(Merkle, CommitmentsOfZeroData) {
  const std::pair<unsigned, const char*> commitments[] = {
      {6, "fc7e928296e516faade986b28f92d44a4f24b935485223376a799027bc18f833"},
      {18, "65f29e5d98d246c38b388cfc06db1f6b021303c5a289000bdce832a9c3ec421c"},
      {24, "39560e7b13a93b07a243fd2720ffa7cb3e1d2e505ab3629e79f46313512cda06"},
      {30, "077e5fde35c50a9303a55009e3498a4ebedff39c42b710b730d8ec7ac7afa63e"},
      {31, "e64005a6bfe3777953b8ad6ef93f0fca1049b2041654f2a411f7702799cece02"}};
  for (const auto& [depth, commitment] : commitments) {
    Fr node = Fr::zero();
    std::vector<Fr> siblings;
    for (unsigned level = 0; level < depth; ++level) {
      siblings.push_back(node);
      node = tree_d_node(node, node);
    }
    EXPECT_EQ(node, fr(commitment));
    const std::vector<unsigned> arities(depth, 2);
    EXPECT_EQ(merkle_fold(NodeHash::kSha256, arities, Fr::zero(), siblings,
                          path_indices(arities, (uint64_t{1} << depth) - 2)),
              fr(commitment));
  }
}

// All levels of a tree, leaves first.
std::vector<std::vector<Fr>> build(NodeHash hash, std::span<const unsigned> arities,
                                   std::vector<Fr> leaves) {
  std::vector<std::vector<Fr>> levels = {std::move(leaves)};
  for (unsigned arity : arities) {
    std::vector<Fr> parents;
    const std::span<const Fr> nodes = levels.back();
    for (size_t i = 0; i < nodes.size(); i += arity) {
      parents.push_back(merkle_node(hash, nodes.subspan(i, arity)));
    }
    levels.push_back(std::move(parents));
  }
  return levels;
}

void expect_all_paths_fold(NodeHash hash, const std::vector<unsigned>& arities) {
  std::vector<Fr> leaves;
  size_t count = 1;
  for (unsigned arity : arities) count *= arity;
  for (size_t i = 0; i < count; ++i) leaves.push_back(Fr::from_u64(1000 + i * i));
  const auto levels = build(hash, arities, leaves);
  ASSERT_EQ(levels.back().size(), 1u);
  for (size_t leaf = 0; leaf < count; ++leaf) {
    const std::vector<uint8_t> indices = path_indices(arities, leaf);
    EXPECT_EQ(leaf_index(arities, indices), leaf);
    std::vector<Fr> siblings;
    size_t node = leaf;
    for (size_t level = 0; level < arities.size(); ++level) {
      const size_t first = node - node % arities[level];
      for (size_t i = first; i < first + arities[level]; ++i) {
        if (i != node) siblings.push_back(levels[level][i]);
      }
      node /= arities[level];
    }
    EXPECT_EQ(siblings.size(), sibling_count(arities));
    EXPECT_EQ(merkle_fold(hash, arities, leaves[leaf], siblings, indices), levels.back()[0]);
    siblings.back() += Fr::one();
    EXPECT_NE(merkle_fold(hash, arities, leaves[leaf], siblings, indices), levels.back()[0]);
  }
}

TEST(Merkle, EveryPathOfSmallSectors) {
  for (const char* name : {"2KiB", "4KiB", "16KiB"}) {
    expect_all_paths_fold(NodeHash::kPoseidon, tree_r_arities(*find_sector(name)));
    expect_all_paths_fold(NodeHash::kSha256, tree_d_arities(*find_sector(name)));
  }
  expect_all_paths_fold(NodeHash::kPoseidon, {8, 4, 2});
}

TEST(Merkle, CommitmentsOfASealedSector) {
  const nlohmann::json seal = read_vectors("reference/seal/2k-v1_1-a/seal.json");
  const nlohmann::json& roots = seal["comm_c_and_comm_r_last"];
  EXPECT_EQ(replica_commitment(fr(roots["comm_c"]), fr(roots["comm_r_last"])), fr(seal["comm_r"]));
}

}  // namespace
}  // namespace cuzk::filecoin
