// SPDX-License-Identifier: MIT OR Apache-2.0
// Parameters and proofs of real sectors against the reference, byte for byte: the file made from
// the stated secrets has the reference's SHA-256, the proof with the stated r and s is the
// reference's; and a proof with random r and s verifies.
#include "engine/porep_prove.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include "base/error.h"
#include "engine/parameters.h"
#include "filecoin/c1_test_files.h"
#include "filecoin/porep_circuit.h"
#include "filecoin/test_vectors.h"
#include "groth16/fixed_randomizers.h"
#include "groth16/verifier.h"

namespace cuzk::engine {
namespace {

using filecoin::ParameterKind;
using groth16::Fr;

struct Case {
  const char* name;
  uint64_t sector_number;
};

class RealSector : public testing::TestWithParam<Case> {
 protected:
  void SetUp() override {
    folder_ = testing::TempDir() + "porep_prove_slow_test." + std::to_string(::getpid());
    sector_ = filecoin::read_text(filecoin::load_c1(GetParam().name));
    expected_ =
        filecoin::read_vectors(std::string("reference/porep/") + GetParam().name + "/prove.json");
    params_ = parameter_path(folder_, ParameterKind::kPorep, *sector_.proof->sector);
    std::string secrets =
        CUZK_VECTORS "/reference/params/" + params_.stem().string() + ".generated.json";
    report_ =
        generate_parameters(folder_, ParameterKind::kPorep, *sector_.proof->sector, secrets, {});
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path folder_, params_;
  filecoin::SealCommitOne sector_;
  nlohmann::json expected_;
  groth16::SetupReport report_;
};

TEST_P(RealSector, ParametersAndProofAreTheReferences) {
  EXPECT_EQ(base::to_hex(report_.sha256_params), expected_["parameters"]["sha256_params"]);
  EXPECT_EQ(base::to_hex(report_.sha256_key), expected_["parameters"]["sha256_vk"]);

  filecoin::PorepShape shape = filecoin::porep_shape(*sector_.proof->sector);
  r1cs::Circuit circuit = filecoin::compile_porep(shape);
  groth16::ParamsFile file(params_);
  groth16::Prover prover(circuit, file);
  const auto& partition = expected_["partitions"][0];
  groth16::Randomizers randomizers{filecoin::fr(partition["r"]), filecoin::fr(partition["s"])};
  groth16::Proof proof = groth16::prove_with_randomizers(
      prover, filecoin::porep_witness(shape, filecoin::porep_values(sector_, 0)), randomizers);
  EXPECT_EQ(base::to_hex(groth16::encode_proof(proof)), partition["proof"]);

  filecoin::StatementIdentity identity{1000, GetParam().sector_number};
  PorepResult result = prove_porep({sector_, identity, std::nullopt}, params_, {});
  EXPECT_NE(base::to_hex(result.proof), partition["proof"]);
  EXPECT_TRUE(groth16::verify_bytes(groth16::PreparedKey(file.key()), result.proof, result.inputs));
  result.proof[100] ^= 1;
  EXPECT_ANY_THROW({
    bool valid =
        groth16::verify_bytes(groth16::PreparedKey(file.key()), result.proof, result.inputs);
    if (!valid) throw 0;
  });
}

INSTANTIATE_TEST_SUITE_P(Porep, RealSector,
                         testing::Values(Case{"2k-v1_1-a", 1001}, Case{"8m-v1_1", 2001}),
                         [](const auto& param) { return std::string(param.param.name, 2); });

}  // namespace
}  // namespace cuzk::engine
