// SPDX-License-Identifier: MIT OR Apache-2.0
// The same comparisons as prove_case_slow_test.cc with setup and proofs on a device, with
// parameters in its memory and streamed from the host's.
#include "engine/real_sector_testing.h"
#include "groth16/fixed_randomizers.h"

namespace cuzk::engine {
namespace {

TEST_P(RealSector, ParametersAndProofAreTheReferencesOnADevice) {
  r1cs::Circuit circuit = filecoin::compile_porep(shape_);
  r1cs::Assignment assignment = filecoin::porep_witness(shape_, filecoin::porep_values(sector_, 0));
  {
    gpu::Device device(0);
    make_parameters(&device);
    groth16::ParamsFile file(params_);
    // The wide values of another witness: not a satisfied one, which a prover does not see.
    r1cs::Assignment other = assignment;
    std::rotate(other.wide.begin(), other.wide.begin() + 1, other.wide.end());
    const groth16::Randomizers randomizers = {randomizer("r"), randomizer("s")};
    const auto prove = [&](uint64_t budget, groth16::Placement placement) {
      groth16::GpuProver prover(
          device, circuit,
          {.vram_budget = budget, .group_max = 3, .program = {}, .check_rows = false});
      EXPECT_EQ(prover.placements(), groth16::all_at(placement));
      prover.set_parameters(std::make_shared<groth16::GpuParameters>(
          device, file, prover.placements(), base::Progress{}));
      std::vector<groth16::ProofBytes> proofs;
      std::vector<groth16::PackInput> inputs = {groth16::plain_input(circuit, assignment),
                                                groth16::plain_input(circuit, other),
                                                groth16::plain_input(circuit, assignment)};
      for (size_t first = 0; first < inputs.size(); first += prover.group_max()) {
        for (auto pending : prover.start(std::span(inputs).subspan(first, prover.group_max()))) {
          proofs.push_back(groth16::encode_proof(
              groth16::finish_with_randomizers(prover, pending, randomizers)));
        }
      }
      EXPECT_LE(prover.device_bytes(), budget == 0 ? UINT64_MAX : budget);
      return proofs;
    };
    const std::vector<groth16::ProofBytes> resident = prove(0, groth16::Placement::kDevice);
    expect_reference_proof(groth16::decode_proof(resident[0]));
    EXPECT_EQ(resident[0], resident[2]);
    EXPECT_NE(resident[0], resident[1]);
    // Room for several vectors h and for one.
    for (uint64_t budget : {uint64_t{2} << 30, uint64_t{3} << 29}) {
      EXPECT_EQ(prove(budget, groth16::Placement::kHost), resident) << budget;
    }
  }
  expect_proof_verifies({.kind = BackendKind::kGpu});
}

INSTANTIATE_TEST_SUITE_P(Porep, RealSector, kRealSectors, real_sector_name);

}  // namespace
}  // namespace cuzk::engine
