// SPDX-License-Identifier: MIT OR Apache-2.0
// For tests of provers on a device: a circuit with a parameter file, an assignment, and the proof
// of the host's prover for chosen r and s, which the device has to give byte for byte
// (fixed_randomizers.h).
//
// The parameter file is made once, by the host, from the stated trapdoor. Provers outlive neither
// this nor the device.
#pragma once

#include "groth16/fixed_randomizers.h"
#include "groth16/gpu_footprint.h"
#include "groth16/sample_circuits.h"
#include "groth16/setup.h"

namespace cuzk::groth16 {

struct KnownProof {
  static constexpr size_t kGroupMax = 3;

  template <class Definition>
  KnownProof(const TestFolder& folder, const std::string& name, const Definition& definition)
      : circuit(r1cs::record(definition)), assignment(assign(definition)) {
    const auto path = folder / (name + ".params");
    generate_parameters(circuit, tiny_trapdoor(), path, {});
    file = std::make_unique<ParamsFile>(path);
    expected = expected_of(assignment);
    input_bytes = plain_program(circuit).input_bytes;
    footprint = gpu_footprint(circuit, input_bytes, kGroupMax);
  }

  std::string expected_of(const r1cs::Assignment& values) const {
    return proof_hex(prove_with_randomizers(CpuProver(circuit, *file), values, randomizers));
  }

  std::unique_ptr<GpuProver> prover(gpu::Device& device, uint64_t budget,
                                    std::shared_ptr<GpuRegion> region, bool is_urgent) const {
    GpuProverOptions options;
    options.vram_budget = budget;
    options.group_max = kGroupMax;
    options.region = std::move(region);
    options.is_urgent = is_urgent;
    auto out = std::make_unique<GpuProver>(device, circuit, options);
    out->set_parameters(
        std::make_shared<GpuParameters>(device, *file, out->placements(), base::Progress{}));
    return out;
  }

  std::vector<GpuProver::Pending> start(GpuProver& prover) const {
    const std::vector<PackInput> inputs(prover.group_max(), plain_input(circuit, assignment));
    return prover.start(inputs);
  }
  void expect_proofs(GpuProver& prover, const std::vector<GpuProver::Pending>& pending) const {
    for (GpuProver::Pending one : pending) {
      EXPECT_EQ(proof_hex(finish_with_randomizers(prover, one, randomizers)), expected);
    }
  }

  const Randomizers randomizers = {Fr::from_u64(5), -Fr::from_u64(7)};
  r1cs::Circuit circuit;
  r1cs::Assignment assignment;
  std::unique_ptr<ParamsFile> file;
  std::string expected;
  uint64_t input_bytes = 0;
  GpuFootprint footprint;
};

}  // namespace cuzk::groth16
