// SPDX-License-Identifier: MIT OR Apache-2.0
// A partition whose start fails is not in flight, and those after it get their own proofs, also
// while others are under way.
#include "engine/partition_prover.h"

#include "engine/cube_kind_testing.h"
#include "groth16/sample_circuits.h"
#include "groth16/setup.h"
#include "groth16/verifier.h"

namespace cuzk::engine {
namespace {

class PartitionFaults : public testing::Test {
 protected:
  PartitionFaults() : circuit_(r1cs::record(CubeDefinition())) {
    groth16::generate_parameters(circuit_, groth16::Trapdoor::random(), folder_ / "cube.params",
                                 {});
  }

  PartitionProver prover() {
    const auto program = [this](gpu::Device&) {
      groth16::AssignmentProgram out = groth16::plain_program(circuit_);
      out.write = [this, write = out.write](const gpu::Stream& stream, const void* input,
                                            const groth16::DeviceAssignment& assignment) {
        if (calls_left_ > 0 && --calls_left_ == 0) {
          throw base::Error(base::ErrorCode::kInternal, "made up");
        }
        write(stream, input, assignment);
      };
      return out;
    };
    return PartitionProver({circuit_, 1, program}, {.kind = BackendKind::kGpu},
                           {folder_ / "cube.params"}, {});
  }

  static Fr y_of(uint64_t x) { return Fr::from_u64(x * x * x + x + 5); }

  static PartitionInput input(uint64_t x) {
    r1cs::WitnessWriter writer;
    CubeDefinition{Fr::from_u64(x), y_of(x)}(writer);
    return writer.take();
  }

  void expect_proof(PartitionProver& prover, uint64_t x) {
    const groth16::PreparedKey key(prover.key());
    EXPECT_TRUE(groth16::verify(key, prover.finish(nullptr), std::vector<Fr>{y_of(x)})) << x;
  }

  groth16::TestFolder folder_;
  r1cs::Circuit circuit_;
  int calls_left_ = 0;  // of the device program, until the one that fails
};

TEST_F(PartitionFaults, AFailedStartIsForgotten) {
  PartitionProver one = prover();
  const size_t in_flight_max = one.in_flight_max();
  for (uint64_t x = 1; x <= in_flight_max + 1; ++x) {
    calls_left_ = 1;
    EXPECT_THROW(one.start(input(x), {}), base::Error);
    EXPECT_EQ(one.in_flight(), 0u);
  }
  one.start(input(7), {});
  calls_left_ = 1;
  EXPECT_THROW(one.start(input(8), {}), base::Error);
  one.start(input(9), {});
  expect_proof(one, 7);
  expect_proof(one, 9);
}

}  // namespace
}  // namespace cuzk::engine
