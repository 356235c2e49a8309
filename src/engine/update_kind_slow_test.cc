// SPDX-License-Identifier: MIT OR Apache-2.0
// A real sector update against the reference, byte for byte: parameters from the stated secrets,
// the proof with the stated r and s; then through the whole engine on the host's back end, where
// its proof verifies and that of other commitments is refused.
#include <gtest/gtest.h>
#include <unistd.h>

#include "engine/circuit_prover.h"
#include "engine/engine.h"
#include "engine/real_update_testing.h"
#include "engine/reference_parameters_testing.h"
#include "filecoin/update_statement.h"
#include "groth16/fixed_randomizers.h"
#include "groth16/verifier.h"

namespace cuzk::engine {
namespace {

class RealUpdateProof : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = testing::TempDir() + "real_update." + std::to_string(::getpid());
    params_ = parameter_path(folder_, circuit_);
    make_reference_parameters(folder_, circuit_, expected_, nullptr);
    EXPECT_EQ(std::filesystem::file_size(params_), 655'789'464u);  // UPD-75
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  const KindCircuit& circuit_ = *find_circuit(kinds(), "snap-2k");
  const nlohmann::json expected_ = filecoin::read_vectors("reference/update/update-2k/prove.json");
  std::filesystem::path folder_, params_;
};

TEST_F(RealUpdateProof, IsTheReferencesAndVerifies) {
  const filecoin::SectorUpdate update = filecoin::real_update();
  const filecoin::UpdateShape shape = filecoin::update_shape(*update.proof);
  {
    const r1cs::Circuit circuit = filecoin::compile_update(shape);
    const groth16::ParamsFile file(params_);
    const groth16::CpuProver prover(circuit, file);
    const nlohmann::json& partition = expected_["partitions"][0];
    const groth16::Proof proof = groth16::prove_with_randomizers(
        prover, filecoin::update_witness(shape, filecoin::update_values(update, 0)),
        {filecoin::fr(partition["r"]), filecoin::fr(partition["s"])});
    EXPECT_EQ(base::to_hex(groth16::encode_proof(proof)), partition["proof"]);
  }

  Options options;
  options.host_budget_bytes = uint64_t{4} << 30;
  options.request_bytes_max = uint64_t{64} << 20;
  Engine engine(options, circuit_prover({folder_, folder_, {{}}}));
  const Submitted job = engine.submit(real_update_request(), Interest::kKeep);
  Request wrong = real_update_request();
  std::swap(wrong.comm_r_old, wrong.comm_r_new);
  const Submitted other = engine.submit(std::move(wrong), Interest::kKeep);
  EXPECT_EQ(engine.await(other.job, {})->code, base::ErrorCode::kVanillaMismatch);
  const JobResult result = *engine.await(job.job, {});
  ASSERT_EQ(result.state, JobState::kCompleted) << result.error;
  ASSERT_EQ(result.proof.size(), 192u);
  EXPECT_LE(engine.status().memory.peak_bytes, options.host_budget_bytes);
  const groth16::PreparedKey key(groth16::ParamsFile(params_).key());
  std::vector<std::vector<field::Fr>> inputs = {
      filecoin::public_inputs(shape, update.commitments, 0)};
  EXPECT_TRUE(groth16::verify_bytes(key, result.proof, inputs));
  inputs[0][1] += field::Fr::one();
  EXPECT_FALSE(groth16::verify_bytes(key, result.proof, inputs));
}

}  // namespace
}  // namespace cuzk::engine
