// SPDX-License-Identifier: MIT OR Apache-2.0
// The same comparisons as post_kind_test.cc with setup and proofs on a device, with assignments
// that it makes itself from packed values and with those that the host copies to it.
#include "engine/partition_prover.h"
#include "engine/real_post_testing.h"
#include "groth16/fixed_randomizers.h"

namespace cuzk::engine {
namespace {

TEST_P(RealPost, ParametersAndProofsAreTheReferencesOnADevice) {
  {
    gpu::Device device(0);
    make_parameters(&device);
    const r1cs::Circuit circuit = filecoin::compile_post(shape_);
    const groth16::ParamsFile file(params_);
    for (BackendKind made_by : {BackendKind::kGpu, BackendKind::kCpu}) {
      const Workload workload{circuit, 1,
                              made_by == BackendKind::kGpu ? circuit_->device_program : nullptr};
      groth16::GpuProver prover(device, circuit,
                                {.vram_budget = 0,
                                 .group_max = 1,
                                 .program = program_of(workload, device),
                                 .check_rows = true});
      prover.set_parameters(std::make_shared<groth16::GpuParameters>(
          device, file, prover.placements(), base::Progress{}));
      for (size_t k = 0; k < post_.partitions.size(); ++k) {
        const PartitionInput input = find_kind(kinds(), row())->read(request(k)).input(0, made_by);
        EXPECT_EQ(std::holds_alternative<PackedValues>(input), made_by == BackendKind::kGpu);
        const groth16::GpuProver::Pending pending =
            prover.start(std::vector{pack_input(circuit, input)})[0];
        EXPECT_EQ(prover.first_unsatisfied(pending), std::nullopt);
        expect_reference_proof(groth16::finish_with_randomizers(
                                   prover, pending, {randomizer("r", k), randomizer("s", k)}),
                               k);
      }
    }
  }
  for (size_t k = 0; k < post_.partitions.size(); ++k) {
    expect_proof_verifies({.kind = BackendKind::kGpu}, k);
  }
}

INSTANTIATE_TEST_SUITE_P(Post, RealPost, kRealPosts, real_post_name);

}  // namespace
}  // namespace cuzk::engine
