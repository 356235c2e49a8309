// SPDX-License-Identifier: MIT OR Apache-2.0
// Statements of sealed sectors (tests/vectors/reference/seal) from their identities to all public
// inputs of all partitions; the inputs of a 32 GiB sector of the network
// (tests/vectors/public/fil-blst/seal32_x10.prf, layout in public/sources.md), whose parents follow
// from its challenges; and single values of porep.md 7.4.
#include "filecoin/porep_statement.h"

#include <gtest/gtest.h>

#include <iterator>

#include "filecoin/test_vectors.h"

namespace cuzk::filecoin {
namespace {

Bytes32 bytes_of(const nlohmann::json& value) { return bytes32(value.get<std::string>()); }

PorepStatement statement_of(const nlohmann::json& seal) {
  const SealProof& proof = *find_seal_proof(seal["registered_proof"].get<std::string>());
  const Fr comm_d = fr(seal["comm_d"]);
  const Fr id = replica_id(prover_id(seal["miner"]), seal["sector"], bytes_of(seal["ticket"]),
                           comm_d, porep_id(proof));
  return porep_statement(proof, id, comm_d, fr(seal["comm_r"]), bytes_of(seal["seed"]));
}

TEST(PorepStatement, SealedSectors) {
  for (const char* name :
       {"2k-v1", "2k-v1_1-a", "2k-v1_1-b", "2k-synthetic", "2k-non-interactive", "8m-v1_1"}) {
    SCOPED_TRACE(name);
    const std::string folder = std::string("reference/seal/") + name;
    const nlohmann::json seal = read_vectors(folder + "/seal.json");
    const nlohmann::json inputs = read_vectors(folder + "/inputs.json")["inputs"];
    EXPECT_EQ(seal["prover_id"], base::to_hex(prover_id(seal["miner"])));
    const PorepStatement statement = statement_of(seal);
    EXPECT_EQ(seal["porep_id"], base::to_hex(statement.porep_id));
    EXPECT_EQ(seal["sector_size"], statement.sector->bytes);
    EXPECT_EQ(fr(seal["replica_id"]), statement.replica_id);
    ASSERT_EQ(seal["partitions"], partition_count(statement));
    ASSERT_EQ(inputs.size(), partition_count(statement));
    for (unsigned k = 0; k < partition_count(statement); ++k) {
      EXPECT_EQ(seal["challenges"][k].get<std::vector<uint64_t>>(), challenges(statement, k));
      std::vector<Fr> expected;
      for (const auto& input : inputs[k]) expected.push_back(fr(input));
      EXPECT_EQ(expected, public_inputs(statement, k));
    }
  }
}

TEST(PorepStatement, NetworkSectorOf32GiB) {
  std::ifstream file(std::string(CUZK_VECTORS) + "/public/fil-blst/seal32_x10.prf",
                     std::ios::binary);
  const std::vector<uint8_t> bytes{std::istreambuf_iterator<char>(file), {}};
  constexpr size_t kInputs = 327, kProofBytes = 192, kChallengeInputs = 18;
  constexpr size_t kKeyBytes = 3 * 96 + 3 * 192 + 4 + 96 * (kInputs + 1);
  ASSERT_EQ(bytes.size(), 16 + kKeyBytes + 10 * (kProofBytes + 32 * kInputs));
  ASSERT_EQ(base::load_be<uint64_t>(bytes.data()), 10u);
  ASSERT_EQ(base::load_be<uint64_t>(bytes.data() + 8), kInputs);

  const SealProof& proof = *find_seal_proof(3);
  for (size_t k = 0; k < 10; ++k) {
    std::span<const uint8_t> record(bytes);
    record = record.subspan(16 + kKeyBytes + k * (kProofBytes + 32 * kInputs) + kProofBytes);
    std::vector<Fr> inputs;
    for (size_t i = 0; i < kInputs; ++i) {
      inputs.push_back(Fr::from_bytes_be(record.subspan(32 * i, 32)).value());
    }
    std::vector<uint64_t> nodes;
    for (size_t i = 3; i < kInputs; i += kChallengeInputs) {
      nodes.push_back(inputs[i].canonical()[0]);
    }
    ASSERT_EQ(nodes.size(), proof.sector->challenges);
    const PorepStatement statement = porep_statement(proof, inputs[0], inputs[1], inputs[2], {});
    EXPECT_EQ(inputs, public_inputs(statement, nodes)) << k;
  }
}

// A PoRep id outside the register: zero with version 1.1.0. The proof itself is verified where the
// key is read.
TEST(PorepStatement, StatementWithAForeignPorepId) {
  const nlohmann::json vector =
      read_vectors("public/polka-storage/filecoin_2kib_proofs.json")["porep_2kib"];
  const SealProof& proof = *find_seal_proof(vector["registered_proof"].get<std::string>());
  const Fr comm_d = fr(vector["comm_d"]);
  PorepStatement statement =
      porep_statement(proof,
                      replica_id(bytes_of(vector["prover_id"]), vector["sector_number"],
                                 bytes_of(vector["ticket"]), comm_d, Bytes32{}),
                      comm_d, fr(vector["comm_r"]), bytes_of(vector["seed"]));
  statement.porep_id = {};
  const std::vector<Fr> inputs = public_inputs(statement, 0);
  ASSERT_EQ(inputs.size(), 39u);
  EXPECT_EQ(inputs[1], comm_d);
  EXPECT_EQ(inputs[2], statement.comm_r);
}

// daemon-reference.md 6.1, point 5: LEB128 of the number, zero padded.
TEST(PorepStatement, ProverId) {
  const std::pair<uint64_t, const char*> ids[] = {
      {0, "0000"}, {1, "0100"}, {127, "7f00"}, {128, "8001"}, {1000, "e807"}};
  for (const auto& [miner, head] : ids) {
    EXPECT_EQ(base::to_hex(prover_id(miner)), head + std::string(60, '0'));
  }
  EXPECT_EQ(base::to_hex(prover_id(~uint64_t{0})), "ffffffffffffffffff01" + std::string(44, '0'));
}

TEST(PorepStatement, ReplicaIdOfTheSpecification) {
  const Fr zero_data = fr("077e5fde35c50a9303a55009e3498a4ebedff39c42b710b730d8ec7ac7afa63e");
  EXPECT_EQ(replica_id(prover_id(1000), 1, bytes32(0x05), zero_data, porep_id(*find_seal_proof(8))),
            fr("3d72532b75ef6c92a3d2cc3764d615e4d2c791822e5ffd50905493099f9dc50c"));
}

}  // namespace
}  // namespace cuzk::filecoin
