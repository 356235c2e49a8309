// SPDX-License-Identifier: MIT OR Apache-2.0
// Parents of all twenty seal proofs against the reference
// (tests/vectors/reference/vectors/parents.json: about 100 nodes of each, the first, the last and
// both sides of powers of two among them), the vectors of porep.md 7.4, and properties.
#include "filecoin/porep_graph.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "filecoin/test_vectors.h"

namespace cuzk::filecoin {
namespace {

using Base = std::array<uint32_t, 6>;
using Expander = std::array<uint32_t, 8>;

TEST(Graph, ParentsOfAllSealProofs) {
  const nlohmann::json reference = read_vectors("reference/vectors/parents.json");
  ASSERT_EQ(reference.size(), seal_proofs().size());
  for (const auto& row : reference) {
    const SealProof& proof = *find_seal_proof(row["registered_proof"].get<uint64_t>());
    SCOPED_TRACE(proof.name);
    EXPECT_EQ(row["name"], proof.name);
    EXPECT_EQ(row["porep_id"], base::to_hex(porep_id(proof)));
    const Graph graph(porep_id(proof), proof.sector->nodes, proof.api);
    for (const auto& parents : row["parents"]) {
      const uint64_t node = parents[0];
      EXPECT_EQ(parents[1].get<Base>(), graph.base_parents(node)) << node;
      EXPECT_EQ(parents[2].get<Expander>(), graph.expander_parents(node)) << node;
    }
  }
}

TEST(Graph, VectorsOfTheSpecification) {
  struct Row {
    uint64_t proof, node;
    Base base;
    Expander expander;
  };
  const Row rows[] = {
      {3,
       12345678,
       {12345674, 12345639, 12344991, 12345490, 6591961, 12345677},
       {56942550, 397643437, 52832375, 410599019, 149421047, 145366989, 147210433, 452397955}},
      {8,
       12345678,
       {12345677, 4507583, 12305934, 12345512, 12344487, 12345654},
       {722024105, 971509318, 845730969, 76744563, 723337872, 907355929, 1027029472, 314780907}},
      {8,
       1073741823,
       {1073741822, 1073258530, 440642413, 663190843, 1073741654, 1073741786},
       {307718517, 715446084, 558280128, 265147410, 110937796, 626719228, 201839602, 653041812}},
      {13,
       12345678,
       {12345677, 12344452, 10260331, 12345677, 12344647, 12345677},
       {487106553, 42223370, 969382185, 576653539, 1025290016, 478699333, 871840132, 492671639}},
      {9,
       2000000001,
       {2000000000, 1999999960, 1999999994, 1908264001, 1995604001, 1999999995},
       {605329491, 227112128, 576423378, 1962349451, 153983718, 1182839110, 976228227,
        1499579832}}};
  for (const Row& row : rows) {
    const SealProof& proof = *find_seal_proof(row.proof);
    const Graph graph(porep_id(proof), proof.sector->nodes, proof.api);
    EXPECT_EQ(graph.base_parents(row.node), row.base);
    EXPECT_EQ(graph.expander_parents(row.node), row.expander);
  }
  const SealProof& proof = *find_seal_proof(8);
  const Graph graph(porep_id(proof), proof.sector->nodes, proof.api);
  EXPECT_EQ(graph.base_parents(2), (Base{1, 1, 0, 1, 0, 0}));
}

TEST(Graph, BaseParentsLieBeforeTheNode) {
  for (ApiVersion api : {ApiVersion::k1_0_0, ApiVersion::k1_1_0, ApiVersion::k1_2_0}) {
    const Graph graph(bytes32(0x7b), 512, api);
    EXPECT_EQ(graph.base_parents(0), Base{});
    EXPECT_EQ(graph.base_parents(1), Base{});
    for (uint64_t node = 2; node < graph.nodes(); ++node) {
      const Base parents = graph.base_parents(node);
      EXPECT_LT(*std::max_element(parents.begin(), parents.end()), node);
      EXPECT_EQ(parents[api == ApiVersion::k1_0_0 ? 5 : 0], node - 1);
    }
  }
}

// The permutation reaches each of 8N values once, so every node is the expander parent of eight
// others.
TEST(Graph, ExpanderIsRegular) {
  for (const char* name : {"2KiB", "4KiB", "16KiB", "32KiB"}) {
    const uint64_t nodes = find_sector(name)->nodes;
    const Graph graph(bytes32(0x11), nodes, ApiVersion::k1_1_0);
    std::vector<unsigned> children(nodes, 0);
    for (uint64_t node = 0; node < nodes; ++node) {
      for (uint32_t parent : graph.expander_parents(node)) ++children.at(parent);
    }
    EXPECT_EQ(children, std::vector<unsigned>(nodes, 8)) << name;
  }
}

}  // namespace
}  // namespace cuzk::filecoin
