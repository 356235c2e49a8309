// SPDX-License-Identifier: MIT OR Apache-2.0
// For tests: the reference's PoSt cases with everything that it says about them: records of really
// sealed 2 KiB sectors, parameters from stated secrets, proofs with stated r and s. A folder of its
// own holds the parameters, 12 or 47 MB, and is removed at the end. The host's tests and those of a
// device run the same comparisons through it.
// A test that proves with the stated r and s includes groth16/fixed_randomizers.h itself.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include "engine/parameters.h"
#include "engine/post_kind.h"
#include "engine/prove_case.h"
#include "engine/reference_parameters_testing.h"
#include "filecoin/post_check.h"
#include "filecoin/post_circuit.h"
#include "filecoin/post_test_cases.h"
#include "groth16/verifier.h"

namespace cuzk::engine {

class RealPost : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    folder_ = testing::TempDir() + "real_post." + std::to_string(::getpid());
    post_ = filecoin::load_post_case(GetParam());
    expected_ = filecoin::read_vectors("reference/post/" + GetParam() + "/prove.json");
    circuit_ = find_circuit(kinds(), filecoin::circuit_name(row(), *post_.proof->sector));
    params_ = parameter_path(folder_, *circuit_);
    shape_ = filecoin::post_shape(post_.proof->kind, *post_.proof->sector);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  const ProofKind& row() const { return filecoin::proof_kind_of(post_.proof->kind); }

  void make_parameters(gpu::Device* device) {
    make_reference_parameters(folder_, *circuit_, expected_, device);
  }

  // "r" or "s" of partition k.
  field::Fr randomizer(const char* name, size_t k) const {
    return filecoin::fr(expected_["partitions"][k][name]);
  }
  void expect_reference_proof(const groth16::Proof& proof, size_t k) const {
    EXPECT_EQ(base::to_hex(groth16::encode_proof(proof)), expected_["partitions"][k]["proof"]);
  }

  std::vector<filecoin::PostRecord> records(size_t k) const {
    return filecoin::read_records(post_, post_.partitions[k]);
  }

  // As Curio asks for it.
  Request request(size_t k) const {
    Request made;
    made.label = "post-1000-" + std::to_string(k);
    made.kind = &row();
    made.sector_size = post_.proof->sector->bytes;
    made.registered_proof = post_.proof->id;
    made.vanilla_proofs = post_.partitions[k].records;
    made.miner_id = 1000;
    made.partition_index = static_cast<uint32_t>(k);
    made.randomness = std::string(post_.randomness.begin(), post_.randomness.end());
    return made;
  }

  // With random r and s and a checked witness, verified, and refused when it is altered.
  void expect_proof_verifies(const Backend& backend, size_t k) const {
    const Kind* kind = find_kind(kinds(), row());
    const CheckedCase checked = kind->read(request(k));
    CaseResult result = prove_case(*circuit_, checked, {params_}, backend,
                                   {.circuit_cache = folder_, .check_witness = true}, {});
    EXPECT_NE(base::to_hex(result.proof), expected_["partitions"][k]["proof"]);
    const groth16::PreparedKey key(groth16::ParamsFile(params_).key());
    EXPECT_TRUE(groth16::verify_bytes(key, result.proof, result.inputs));
    std::vector<std::vector<groth16::Fr>> other = result.inputs;
    other[0][1] += groth16::Fr::one();
    EXPECT_FALSE(groth16::verify_bytes(key, result.proof, other));
  }

  const KindCircuit* circuit_ = nullptr;
  std::filesystem::path folder_, params_;
  filecoin::PostCase post_;
  filecoin::PostShape shape_;
  nlohmann::json expected_;
};

inline const auto kRealPosts = testing::ValuesIn(filecoin::kPostCases);

inline std::string real_post_name(const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

}  // namespace cuzk::engine
