// SPDX-License-Identifier: MIT OR Apache-2.0
// The same comparisons as porep_prove_slow_test.cc with setup and proofs on a device, with
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
    const uint64_t streamed_budget = uint64_t{2} << 30;
    for (uint64_t budget : {uint64_t{0}, streamed_budget}) {
      groth16::GpuProver prover(device, circuit, budget);
      EXPECT_EQ(prover.placement(),
                budget == 0 ? groth16::Placement::kDevice : groth16::Placement::kHost);
      prover.set_parameters(std::make_shared<groth16::GpuParameters>(
          device, file, prover.placement(), base::Progress{}));
      expect_reference_proof(groth16::finish_with_randomizers(prover, prover.start(assignment),
                                                              {randomizer("r"), randomizer("s")}));
      EXPECT_LE(prover.device_bytes(), budget == 0 ? UINT64_MAX : budget);
    }
  }
  expect_proof_verifies({.kind = BackendKind::kGpu});
}

INSTANTIATE_TEST_SUITE_P(Porep, RealSector, kRealSectors, real_sector_name);

}  // namespace
}  // namespace cuzk::engine
