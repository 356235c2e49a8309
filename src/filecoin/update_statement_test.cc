// SPDX-License-Identifier: MIT OR Apache-2.0
// Challenges, phi, rho and public inputs against the reference's values
// (tests/vectors/reference/vectors/update.json).
#include "filecoin/update_statement.h"

#include <gtest/gtest.h>

#include "filecoin/update_circuit_testing.h"

namespace cuzk::filecoin {
namespace {

using field::Fr;

UpdateShape shape_of_bytes(uint64_t bytes) {
  for (auto list : {small_update_shapes(), large_update_shapes()}) {
    for (const NamedUpdateShape& named : list) {
      if (uint64_t{32} << named.shape.log_nodes == bytes) return named.shape;
    }
  }
  throw std::runtime_error("no such size");
}

TEST(UpdateStatement, ChallengesOfEverySize) {
  const nlohmann::json vectors = read_vectors("reference/vectors/update.json");
  ASSERT_EQ(vectors["challenges"].size(), 62u);
  for (const auto& expected : vectors["challenges"]) {
    const UpdateShape shape = shape_of_bytes(expected["sector_size"]);
    EXPECT_EQ(1u << shape.log_partitions, expected["partitions"]);
    EXPECT_EQ(update_h(shape.log_nodes), expected["h"]);
    EXPECT_EQ(update_challenges(shape, fr(vectors["comm_r_new"]), expected["k"]),
              expected["challenges"].get<std::vector<uint64_t>>())
        << expected["sector_size"] << ", partition " << expected["k"];
  }
}

// UPD-16, upstream's constants.
TEST(UpdateStatement, ChallengesOfTheSpecification) {
  const Fr seed = fr("101cbe4b9c42604f04c703c396f788c6cb2d6d7d58f45430b12eb2edd640076c");
  struct Row {
    const char* sector;
    unsigned k;
    std::vector<uint64_t> first;
    uint64_t last;
  };
  const Row rows[] = {
      {"2KiB", 0, {53, 51, 56, 3, 0}, 43},
      {"8MiB", 1, {78878, 130797, 112892, 93994, 78379}, 88898},
      {"512MiB", 15, {16388544, 15794686, 16637142, 16319148, 16328348}, 16548783},
      {"32GiB", 15, {1038629497, 1053983614, 1030421316, 1027373887, 1068685433}, 1012329897},
      {"64GiB", 14, {1997053129, 1920414070, 2003609080, 1900492803, 1963254685}, 1955985970},
  };
  for (const Row& row : rows) {
    std::vector<uint64_t> found = update_challenges(update_shape_of(row.sector), seed, row.k);
    EXPECT_EQ(found.back(), row.last) << row.sector;
    found.resize(row.first.size());
    EXPECT_EQ(found, row.first) << row.sector;
  }
}

TEST(UpdateStatement, PhiAndRho) {
  const nlohmann::json vectors = read_vectors("reference/vectors/update.json");
  const Fr phi = update_phi({.comm_r_old = fr(vectors["comm_r_old"]),
                             .comm_r_new = fr(vectors["comm_r_new"]),
                             .comm_d_new = fr(vectors["comm_d_new"])});
  EXPECT_EQ(phi, fr(vectors["phi"]));
  EXPECT_EQ(vectors["rho"].size(), 7u);
  for (const auto& [high, expected] : vectors["rho"].items()) {
    EXPECT_EQ(update_rho(phi, std::stoul(high)), fr(expected)) << high;
  }
}

// UPD-4, UPD-21.
TEST(UpdateStatement, PublicInputs) {
  const auto head = [](const char* sector, unsigned k) {
    return public_inputs(update_shape_of(sector), {}, k).front();
  };
  EXPECT_EQ(head("2KiB", 0), Fr::from_u64(1));
  EXPECT_EQ(head("8MiB", 3), Fr::from_u64(3 + 32));
  for (const char* sector : {"512MiB", "32GiB", "64GiB"}) {
    EXPECT_EQ(head(sector, 15), Fr::from_u64(15 + 128)) << sector;
  }
  const SectorUpdate update = real_update();
  const nlohmann::json expected = read_vectors("reference/update/update-2k/inputs.json");
  const std::vector<Fr> inputs = public_inputs(update_shape(*update.proof), update.commitments, 0);
  ASSERT_EQ(expected["inputs"][0].size(), inputs.size());
  for (size_t i = 0; i < inputs.size(); ++i) EXPECT_EQ(inputs[i], fr(expected["inputs"][0][i]));
}

TEST(UpdateProof, Numbers) {
  const char* const sectors[] = {"2KiB", "8MiB", "512MiB", "32GiB", "64GiB"};
  for (uint64_t id = 0; id < 5; ++id) {
    const UpdateProof* proof = find_update_proof(id);
    ASSERT_NE(proof, nullptr);
    EXPECT_STREQ(proof->sector().name, sectors[id]);
    EXPECT_EQ(find_update_proof(proof->sector()), proof);
  }
  for (uint64_t id : {uint64_t{5}, UINT64_MAX}) EXPECT_EQ(find_update_proof(id), nullptr);
  EXPECT_EQ(find_update_proof(*find_sector(std::string_view("16MiB"))), nullptr);
}

}  // namespace
}  // namespace cuzk::filecoin
