// SPDX-License-Identifier: MIT OR Apache-2.0
// For tests: two really sealed sectors with everything that the reference says about them:
// parameters from stated secrets, a proof with stated r and s, the inputs of the statement.
// A folder of its own holds the parameters, about 1 GB, and is removed at the end.
// The host's tests and those of a device run the same comparisons through it: what differs is who
// makes the parameters and who proves.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include "base/error.h"
#include "engine/parameters.h"
#include "engine/porep_kind.h"
#include "engine/prove_case.h"
#include "engine/reference_parameters_testing.h"
#include "filecoin/c1_test_files.h"
#include "filecoin/porep_circuit.h"
#include "filecoin/test_vectors.h"
#include "groth16/verifier.h"

namespace cuzk::engine {

struct RealSectorCase {
  const char* name;
  uint64_t sector_number;
};

inline const auto kRealSectors =
    testing::Values(RealSectorCase{"2k-v1_1-a", 1001}, RealSectorCase{"8m-v1_1", 2001});

inline std::string real_sector_name(const testing::TestParamInfo<RealSectorCase>& info) {
  return std::string(info.param.name, 2);
}

class RealSector : public testing::TestWithParam<RealSectorCase> {
 protected:
  void SetUp() override {
    folder_ = testing::TempDir() + "real_sector." + std::to_string(::getpid());
    sector_ = filecoin::read_text(filecoin::load_c1(GetParam().name));
    expected_ =
        filecoin::read_vectors(std::string("reference/porep/") + GetParam().name + "/prove.json");
    circuit_ = find_circuit_of_sector(*sector_.proof->sector);
    params_ = parameter_path(folder_, *circuit_);
    shape_ = filecoin::porep_shape(*sector_.proof->sector);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  void make_parameters(gpu::Device* device) {
    make_reference_parameters(folder_, *circuit_, expected_, device);
  }

  // "r" or "s" of the reference's proof.
  field::Fr randomizer(const char* name) const {
    return filecoin::fr(expected_["partitions"][0][name]);
  }
  void expect_reference_proof(const groth16::Proof& proof) const {
    EXPECT_EQ(base::to_hex(groth16::encode_proof(proof)), expected_["partitions"][0]["proof"]);
  }

  // With random r and s and a checked witness, verified, and refused when it is altered.
  void expect_proof_verifies(const Backend& backend) const {
    filecoin::StatementIdentity identity{1000, GetParam().sector_number};
    const CheckedCase checked =
        porep_case(std::make_shared<const filecoin::SealCommitOne>(sector_), &identity);
    CaseResult result = prove_case(*circuit_, checked, {params_}, backend,
                                   {.circuit_cache = folder_, .check_witness = true}, {});
    EXPECT_NE(base::to_hex(result.proof), expected_["partitions"][0]["proof"]);
    groth16::PreparedKey key(groth16::ParamsFile(params_).key());
    EXPECT_TRUE(groth16::verify_bytes(key, result.proof, result.inputs));
    result.proof[100] ^= 1;
    EXPECT_ANY_THROW({
      if (!groth16::verify_bytes(key, result.proof, result.inputs)) throw 0;
    });
  }

  static const KindCircuit* find_circuit_of_sector(const filecoin::Sector& sector) {
    const ProofKind& porep = filecoin::proof_kind_of(filecoin::ParameterKind::kPorep);
    return find_circuit(kinds(), filecoin::circuit_name(porep, sector));
  }

  const KindCircuit* circuit_ = nullptr;
  std::filesystem::path folder_, params_;
  filecoin::SealCommitOne sector_;
  filecoin::PorepShape shape_;
  nlohmann::json expected_;
};

}  // namespace cuzk::engine
