// SPDX-License-Identifier: MIT OR Apache-2.0
// All labels of eleven layers of a 64-node graph for each API version against the reference
// (tests/vectors/reference/vectors/labels.json) and the published last labels of porep.md 7.4.
#include "filecoin/label.h"

#include <gtest/gtest.h>

#include <vector>

#include "base/digest.h"
#include "filecoin/porep_graph.h"
#include "filecoin/test_vectors.h"

namespace cuzk::filecoin {
namespace {

// The labels of the layer above `below`; `below` is empty for layer 1.
std::vector<Fr> next_layer(const Graph& graph, const Fr& replica_id, unsigned layer,
                           const std::vector<Fr>& below) {
  std::vector<Fr> labels;
  for (uint64_t node = 0; node < graph.nodes(); ++node) {
    std::vector<Fr> parents;
    if (node > 0) {
      for (uint32_t parent : graph.base_parents(node)) parents.push_back(labels[parent]);
      if (layer > 1) {
        for (uint32_t parent : graph.expander_parents(node)) parents.push_back(below[parent]);
      }
    }
    labels.push_back(label(replica_id, layer, node, parents));
  }
  return labels;
}

std::string hex(const Fr& value) { return base::to_hex(value.to_bytes_le()); }

TEST(Label, LayersOfTheReference) {
  const ApiVersion versions[] = {ApiVersion::k1_0_0, ApiVersion::k1_1_0, ApiVersion::k1_2_0};
  const char* names[] = {"1.0.0", "1.1.0", "1.2.0"};
  const nlohmann::json reference = read_vectors("reference/vectors/labels.json");
  ASSERT_EQ(reference.size(), 3u);
  for (size_t i = 0; i < 3; ++i) {
    const nlohmann::json& graph_case = reference[i];
    ASSERT_EQ(graph_case["api_version"], names[i]);
    const Graph graph(bytes32(graph_case["porep_id"].get<std::string>()), graph_case["nodes"],
                      versions[i]);
    const Fr replica_id = fr(graph_case["replica_id"]);
    std::vector<Fr> labels;
    for (const nlohmann::json& layer : graph_case["layers"]) {
      labels = next_layer(graph, replica_id, layer["layer"], labels);
      EXPECT_EQ(layer["node_0"], hex(labels[0]));
      EXPECT_EQ(layer["node_1"], hex(labels[1]));
      EXPECT_EQ(layer["node_63"], hex(labels[63]));
      base::Digest digest = base::Digest::sha256();
      for (const Fr& value : labels) digest.update(value.to_bytes_le());
      EXPECT_EQ(layer["sha256"], base::to_hex(digest.value())) << names[i] << layer["layer"];
    }
  }
}

TEST(Label, LastLabelsOfTheSpecification) {
  struct Row {
    uint64_t nodes;
    uint8_t porep_id;
    ApiVersion api;
    field::Fr::Canonical last;
  };
  const Row rows[] = {
      {64,
       0,
       ApiVersion::k1_0_0,
       {0xd3faa96b9a0fba04, 0xea81a283d106485e, 0xe3d51b9afa5ac2b3, 0x0462f4f4f1a68d37}},
      {128,
       0,
       ApiVersion::k1_0_0,
       {0x7e191e52c4a8da86, 0x5ae8a1c9e6fac148, 0xce239f3b88a894b8, 0x234c00d1dc1d53be}},
      {64,
       0x7b,
       ApiVersion::k1_1_0,
       {0xabb3f38bb70defcf, 0x777a2e4d7769119f, 0x3448959d495490bc, 0x06021188c7a71cb5}},
      {128,
       0x7b,
       ApiVersion::k1_2_0,
       {0x22ab81cf68c4676d, 0x7a77a82fc7c9c189, 0xc6c03d32c1e42d23, 0x0f777c18cc2c55bd}}};
  const Fr replica_id = *Fr::from_bytes_le(bytes32(0x09));
  for (const Row& row : rows) {
    const Graph graph(bytes32(row.porep_id), row.nodes, row.api);
    std::vector<Fr> labels;
    for (unsigned layer = 1; layer <= 11; ++layer) {
      labels = next_layer(graph, replica_id, layer, labels);
    }
    EXPECT_EQ(labels.back().canonical(), row.last);
  }
}

TEST(Label, FirstNodes) {
  base::Bytes32 id;
  for (uint8_t i = 0; i < 32; ++i) id[i] = i;
  const Fr replica_id = *Fr::from_bytes_le(id);
  const std::vector<Fr> zeros(6, Fr::zero());
  EXPECT_EQ(hex(label(replica_id, 1, 0, {})),
            "0673a1fdce8a76fa61e92977ee6b0b6b287f282791d0a522610a388fb3544e2c");
  EXPECT_EQ(hex(label(replica_id, 1, 1, zeros)),
            "046133c4dc4b981d29fd6a3c928aa6d144cf5c14b8b9c14a97953cb9a26a492e");
}

}  // namespace
}  // namespace cuzk::filecoin
