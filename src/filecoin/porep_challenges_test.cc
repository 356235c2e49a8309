// SPDX-License-Identifier: MIT OR Apache-2.0
// Challenges of the three rules against the reference
// (tests/vectors/reference/vectors/porep-challenges.json: partitions of all twenty seal proofs, and
// whole synthetic sets) and the vectors of porep.md 7.4.
#include "filecoin/porep_challenges.h"

#include <gtest/gtest.h>

#include <span>

#include "base/digest.h"
#include "filecoin/porep_statement.h"
#include "filecoin/test_vectors.h"

namespace cuzk::filecoin {
namespace {

using List = std::vector<uint64_t>;

// 00 01 02 ... 1f, the replica id of the vectors of the specification.
Bytes32 counting_id() {
  Bytes32 id;
  for (uint8_t i = 0; i < 32; ++i) id[i] = i;
  return id;
}

Bytes32 number(uint64_t value) { return Fr::from_u64(value).to_bytes_le(); }

TEST(PorepChallenges, AllSealProofs) {
  const nlohmann::json reference = read_vectors("reference/vectors/porep-challenges.json");
  ASSERT_EQ(reference["sets"].size(), seal_proofs().size());
  for (const auto& set : reference["sets"]) {
    const SealProof& proof = *find_seal_proof(set["registered_proof"].get<uint64_t>());
    SCOPED_TRACE(proof.name);
    EXPECT_EQ(set["nodes"], proof.sector->nodes);
    EXPECT_EQ(set["layers"], proof.sector->layers);
    EXPECT_EQ(set["partitions"], partition_count(*proof.sector, proof.feature));
    EXPECT_EQ(set["challenges_per_partition"], proof.sector->challenges);

    const Fr comm_d = fr(reference["comm_d"]);
    const Fr id =
        replica_id(bytes32(reference["prover_id"].get<std::string>()), set["sector"],
                   bytes32(reference["ticket"].get<std::string>()), comm_d, porep_id(proof));
    EXPECT_EQ(id, fr(set["replica_id"]));
    const PorepStatement statement = porep_statement(proof, id, comm_d, fr(reference["comm_r"]),
                                                     bytes32(reference["seed"].get<std::string>()));
    for (const auto& [partition, expected] : set["challenges"].items()) {
      const auto k = static_cast<unsigned>(std::stoul(partition));
      EXPECT_EQ(expected.get<List>(), challenges(statement, k)) << k;
    }
  }
}

TEST(PorepChallenges, WholeSyntheticSets) {
  const nlohmann::json reference = read_vectors("reference/vectors/porep-challenges.json");
  const Bytes32 id = bytes32(reference["synthetic_sets"]["replica_id"].get<std::string>());
  const Bytes32 comm_r = bytes32(reference["comm_r"].get<std::string>());
  for (const auto& set : reference["synthetic_sets"]["sets"]) {
    const uint64_t nodes = set["nodes"];
    const auto count = static_cast<uint32_t>(synthetic_set_size(nodes));
    EXPECT_EQ(set["count"], count);
    const List all = synthetic_set(nodes, id, comm_r, 0, count);
    std::vector<uint8_t> bytes(8 * all.size());
    for (size_t i = 0; i < all.size(); ++i) base::store_le(bytes.data() + 8 * i, all[i]);
    EXPECT_EQ(set["sha256_of_u64_le"], base::to_hex(base::sha256(bytes))) << nodes;
    EXPECT_EQ(set["last"], synthetic_set(nodes, id, comm_r, count - 1, 1)[0]);
  }
}

TEST(PorepChallenges, PublishedSyntheticSelection) {
  const Bytes32 id = number(55), comm_r = number(101);
  const List set = synthetic_set(1024, id, comm_r, 0, 21);
  EXPECT_EQ(set, (List{178, 297, 869, 211, 875, 477, 94,  781, 124, 332, 856,
                       801, 176, 692, 429, 691, 290, 204, 986, 210, 973}));
  List selected;
  for (uint32_t index : synthetic_selection(21, id, bytes32(0x01), 0, 10)) {
    selected.push_back(set.at(index));
  }
  EXPECT_EQ(selected, (List{176, 781, 801, 986, 290, 211, 692, 856, 986, 332}));
}

TEST(PorepChallenges, VectorsOfTheSpecification) {
  const uint64_t nodes = uint64_t{1} << 30;
  const Bytes32 id = counting_id(), seed = bytes32(0x07), comm_r = number(123456789);
  EXPECT_EQ(interactive_challenges(nodes, id, seed, 0, 4),
            (List{633115437, 792032417, 769615770, 423018821}));
  EXPECT_EQ(interactive_challenges(nodes, id, seed, 18 * 9 + 17, 1), (List{844325849}));
  EXPECT_EQ(non_interactive_challenges(nodes, id, comm_r, 0, 4),
            (List{565679298, 967500285, 820827380, 578398235}));
  EXPECT_EQ(non_interactive_challenges(nodes, id, comm_r, 18 * 125 + 17, 1), (List{133609948}));
  EXPECT_EQ(synthetic_challenges(nodes, id, comm_r, seed, 18, 4),
            (List{928085360, 229441778, 538563589, 277442042}));
}

TEST(PorepChallenges, PartitionsContinueEachOther) {
  const Bytes32 id = counting_id(), seed = bytes32(0x07);
  const auto whole = synthetic_selection(1000, id, seed, 0, 50);
  for (uint32_t first = 0; first < 50; ++first) {
    const auto part = synthetic_selection(1000, id, seed, first, 50 - first);
    EXPECT_TRUE(std::equal(part.begin(), part.end(), whole.begin() + first, whole.end()));
  }
}

}  // namespace
}  // namespace cuzk::filecoin
