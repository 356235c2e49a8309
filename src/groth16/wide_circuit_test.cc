// SPDX-License-Identifier: MIT OR Apache-2.0
// The circuits of mostly wide values that tests of the device use are satisfied: proofs of the
// host's prover verify, and every variable has points (setup refuses infinity).
#include "groth16/wide_circuit_testing.h"

#include "groth16/cpu_prover.h"
#include "groth16/setup.h"
#include "groth16/verifier.h"

namespace cuzk::groth16 {
namespace {

void expect_proof(const WideDefinition& definition) {
  const TestFolder folder;
  const r1cs::Circuit circuit = r1cs::record(definition);
  generate_parameters(circuit, tiny_trapdoor(), folder / "x.params", {});
  const ParamsFile params(folder / "x.params");
  const r1cs::Assignment assignment = assign(definition);
  const Proof proof = CpuProver(circuit, params).prove(assignment);
  const PreparedKey key(params.key());
  const std::vector<Fr> inputs(assignment.inputs.begin() + 1, assignment.inputs.end());
  EXPECT_TRUE(verify(key, proof, inputs));
}

TEST(WideCircuit, ProofsVerify) {
  expect_proof({.blocks = 3});
  expect_proof({.blocks = 2, .bit_groups = 30, .seed = 9});
}

}  // namespace
}  // namespace cuzk::groth16
