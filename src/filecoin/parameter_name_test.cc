// SPDX-License-Identifier: MIT OR Apache-2.0
// The derived names and the table of digests against the published list of version 28
// (tests/vectors/public/rust-fil-proofs/parameters-v28.json), in both directions
// (daemon-reference.md 6.1, point 8).
#include "filecoin/parameter_name.h"

#include <gtest/gtest.h>

#include <set>

#include "filecoin/test_vectors.h"

namespace cuzk::filecoin {
namespace {

TEST(ParameterName, TableIsThePublishedList) {
  const nlohmann::json list = read_vectors("public/rust-fil-proofs/parameters-v28.json");
  std::set<std::string> seen;
  for (const PublishedParameters& published : published_parameters()) {
    const Sector* sector = find_sector(published.sector_name);
    ASSERT_NE(sector, nullptr);
    const std::string name = parameter_name(published.kind, *sector);
    SCOPED_TRACE(name);
    EXPECT_TRUE(name.ends_with(published.name_digest));
    for (auto [extension, digest] :
         {std::pair(".params", published.params_digest), std::pair(".vk", published.vk_digest)}) {
      ASSERT_TRUE(list.contains(name + extension));
      EXPECT_EQ(list[name + extension]["digest"], digest);
      EXPECT_EQ(list[name + extension]["sector_size"], sector->bytes);
      seen.insert(name + extension);
    }
    EXPECT_EQ(find_published(published.kind, *sector), &published);
    EXPECT_EQ(find_published(name), &published);
  }
  EXPECT_EQ(seen.size(), list.size());
  EXPECT_EQ(list.size(), 44u);
}

TEST(ParameterName, UnpublishedSizes) {
  const std::tuple<ParameterKind, const char*, const char*> names[] = {
      {ParameterKind::kPorep, "16KiB",
       "v28-stacked-proof-of-replication-merkletree-poseidon_hasher-8-8-0-sha256_hasher-"
       "5d6414be6742cfc2d41b04c9f12eacd8f78775cf01c1f5cdcf5b370808fe5b74"},
      {ParameterKind::kPorep, "32KiB",
       "v28-stacked-proof-of-replication-merkletree-poseidon_hasher-8-8-2-sha256_hasher-"
       "2a21b24b412f71b8441648d2cd849229afd278d96964baf1a0f2712f4afbadfd"},
      {ParameterKind::kPorep, "4KiB",
       "v28-stacked-proof-of-replication-merkletree-poseidon_hasher-8-2-0-sha256_hasher-"
       "71fadf776fff80d5977d027cdf5b4af941c75de6aafee6530ff15997f7173b9b"},
      {ParameterKind::kWindowPost, "16KiB",
       "v28-proof-of-spacetime-fallback-merkletree-poseidon_hasher-8-8-0-"
       "457fef4290dae6633b426166ae92f2e7732fe528b75fec3226dc479ce7c95662"},
      {ParameterKind::kWinningPost, "16KiB",
       "v28-proof-of-spacetime-fallback-merkletree-poseidon_hasher-8-8-0-"
       "fb97aa10509b0b9a3663c412f4362c4899d88bc4fcd680ab5898a4b5c594c9ca"},
      {ParameterKind::kUpdate, "16KiB",
       "v28-empty-sector-update-merkletree-poseidon_hasher-8-8-0-"
       "6c63c2c7caaffe0f5b745c60dfe539d35860b620686b52e138fb373ed5b68004"}};
  for (const auto& [kind, sector, name] : names) {
    EXPECT_EQ(parameter_name(kind, *find_sector(sector)), name);
    EXPECT_EQ(find_published(kind, *find_sector(sector)), nullptr);
    EXPECT_EQ(find_published(name), nullptr);
  }
}

TEST(ParameterName, PorepNamesOfAllSizesDiffer) {
  std::set<std::string> names;
  for (const Sector& sector : sectors())
    names.insert(parameter_name(ParameterKind::kPorep, sector));
  EXPECT_EQ(names.size(), sectors().size());
}

TEST(ParameterName, Identifier) {
  EXPECT_EQ(
      parameter_identifier(ParameterKind::kPorep, *find_sector("32GiB")),
      "layered_drgporep::PublicParams{ graph: stacked_graph::StackedGraph{expansion_degree: 8 "
      "base_graph: drgraph::BucketGraph{size: 1073741824; degree: 6; hasher: poseidon_hasher} "
      "}, challenges: LayerChallenges { layers: 11, max_count: 18 }, tree: "
      "merkletree-poseidon_hasher-8-8-0 }");
}

}  // namespace
}  // namespace cuzk::filecoin
