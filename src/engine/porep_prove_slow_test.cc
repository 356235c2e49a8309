// SPDX-License-Identifier: MIT OR Apache-2.0
// Parameters and proofs of real sectors against the reference, byte for byte: the file made from
// the stated secrets has the reference's SHA-256, the proof with the stated r and s is the
// reference's; and a proof with random r and s verifies (daemon-reference.md 6.1, points 7 and 8;
// 0, fact 7: of small sectors too).
#include "engine/real_sector_testing.h"
#include "groth16/fixed_randomizers.h"

namespace cuzk::engine {
namespace {

TEST_P(RealSector, ParametersAndProofAreTheReferences) {
  make_parameters(nullptr);
  r1cs::Circuit circuit = filecoin::compile_porep(shape_);
  groth16::ParamsFile file(params_);
  groth16::CpuProver prover(circuit, file);
  expect_reference_proof(groth16::prove_with_randomizers(
      prover, filecoin::porep_witness(shape_, filecoin::porep_values(sector_, 0)),
      {randomizer("r"), randomizer("s")}));
  expect_proof_verifies({});
}

INSTANTIATE_TEST_SUITE_P(Porep, RealSector, kRealSectors, real_sector_name);

}  // namespace
}  // namespace cuzk::engine
