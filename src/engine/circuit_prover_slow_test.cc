// SPDX-License-Identifier: MIT OR Apache-2.0
// A really sealed sector through the whole engine on the host's back end: its proof verifies, and
// what belongs to another sector is refused.
#include "engine/circuit_prover.h"
#include "engine/engine.h"
#include "engine/real_sector_testing.h"
#include "filecoin/porep_statement.h"

namespace cuzk::engine {
namespace {

class EngineSector : public RealSector {};

TEST_P(EngineSector, IsProvedAndVerified) {
  make_parameters(nullptr);
  Options options;
  options.host_budget_bytes = uint64_t{4} << 30;
  options.request_bytes_max = uint64_t{64} << 20;
  const Prover prover = circuit_prover({folder_, folder_, {{}}});
  auto engine = std::make_unique<Engine>(options, prover);
  const auto request = [&](uint64_t sector_number) {
    Request made;
    made.kind = find_proof_kind(1);
    made.sector_size = sector_.proof->sector->bytes;
    made.vanilla_proofs = {filecoin::load_c1(GetParam().name)};
    made.miner_id = 1000;
    made.sector_number = sector_number;
    return made;
  };
  Submitted job = engine->submit(request(GetParam().sector_number), Interest::kKeep);
  Submitted other = engine->submit(request(GetParam().sector_number + 1), Interest::kKeep);
  EXPECT_EQ(engine->await(other.job, {})->code, base::ErrorCode::kVanillaMismatch);
  JobResult result = *engine->await(job.job, {});
  ASSERT_EQ(result.state, JobState::kCompleted) << result.error;
  filecoin::PorepStatement statement = filecoin::porep_statement(
      *sector_.proof, sector_.replica_id, sector_.comm_d, sector_.comm_r, sector_.seed);
  groth16::PreparedKey key(groth16::ParamsFile(params_).key());
  const std::vector<std::vector<field::Fr>> inputs = {filecoin::public_inputs(statement, 0)};
  EXPECT_TRUE(groth16::verify_bytes(key, result.proof, inputs));
  EXPECT_LE(engine->status().memory.peak_bytes, options.host_budget_bytes);

  // What this engine loaded and placed serves the next one: there is no file to load it from again.
  engine.reset();
  std::filesystem::remove_all(folder_);
  engine = std::make_unique<Engine>(options, prover);
  EXPECT_NO_THROW(engine->preload("porep-2k"));
  job = engine->submit(request(GetParam().sector_number), Interest::kKeep);
  result = *engine->await(job.job, {});
  EXPECT_EQ(result.state, JobState::kCompleted) << result.error;
  EXPECT_TRUE(groth16::verify_bytes(key, result.proof, inputs));
}

INSTANTIATE_TEST_SUITE_P(Porep, EngineSector, testing::Values(RealSectorCase{"2k-v1_1-a", 1001}),
                         real_sector_name);

}  // namespace
}  // namespace cuzk::engine
