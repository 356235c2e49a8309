// SPDX-License-Identifier: MIT OR Apache-2.0
// Published proofs of real statements verify under inputs that are computed from the statement, and
// under no others: filecoin's derivation and groth16's verifier together.
#include <gtest/gtest.h>

#include "base/digest.h"
#include "filecoin/porep_statement.h"
#include "filecoin/post_statement.h"
#include "filecoin/test_vectors.h"
#include "groth16/compressed_key.h"
#include "groth16/verifier.h"

namespace cuzk::engine {
namespace {

using filecoin::bytes32;
using filecoin::fr;
using groth16::Fr;

class PolkaStatement : public testing::TestWithParam<const char*> {
 protected:
  nlohmann::json json_ =
      filecoin::read_vectors("public/polka-storage/filecoin_2kib_proofs.json")[GetParam()];

  bool verifies(const std::vector<Fr>& inputs) const {
    auto bytes = [&](const char* name) { return *base::from_hex(json_[name].get<std::string>()); };
    groth16::PreparedKey key(groth16::read_polka_key(bytes("vk_hex")));
    return groth16::verify(key, groth16::decode_proof(bytes("proof_hex")), inputs);
  }
};

using PolkaPorep = PolkaStatement;
using PolkaWindowPost = PolkaStatement;

TEST_P(PolkaPorep, VerifiesUnderDerivedInputs) {
  const base::Bytes32 no_porep_id{};
  auto inputs = [&](uint64_t sector_number) {
    Fr replica_id = filecoin::replica_id(bytes32(json_["prover_id"].get<std::string>()),
                                         sector_number, bytes32(json_["ticket"].get<std::string>()),
                                         fr(json_["comm_d"]), no_porep_id);
    filecoin::PorepStatement statement = filecoin::porep_statement(
        *filecoin::find_seal_proof(json_["registered_proof"].get<std::string>()), replica_id,
        fr(json_["comm_d"]), fr(json_["comm_r"]), bytes32(json_["seed"].get<std::string>()));
    statement.porep_id = no_porep_id;
    return filecoin::public_inputs(statement, 0);
  };
  EXPECT_TRUE(verifies(inputs(json_["sector_number"])));
  EXPECT_FALSE(verifies(inputs(78)));
}

TEST_P(PolkaWindowPost, VerifiesUnderDerivedInputs) {
  auto inputs = [&](const base::Bytes32& randomness) {
    filecoin::PostSector sector{json_["sector_number"], fr(json_["comm_r"])};
    filecoin::PostStatement statement{.sector = filecoin::find_sector("2KiB"),
                                      .api = filecoin::ApiVersion::k1_2_0,
                                      .randomness = randomness,
                                      .partition = 0,
                                      .sectors_per_partition = 2,
                                      .challenges_per_sector = 10,
                                      .sectors = {&sector, 1}};
    return filecoin::public_inputs(statement);
  };
  EXPECT_TRUE(verifies(inputs(bytes32(json_["randomness"].get<std::string>()))));
  EXPECT_FALSE(verifies(inputs(bytes32(uint8_t{2}))));
}

INSTANTIATE_TEST_SUITE_P(Statement, PolkaPorep, testing::Values("porep_2kib"));
INSTANTIATE_TEST_SUITE_P(Statement, PolkaWindowPost, testing::Values("window_post_2kib"));

}  // namespace
}  // namespace cuzk::engine
