// SPDX-License-Identifier: MIT OR Apache-2.0
// A small proof on the device in which the k-th CUDA call of one kind fails, for every k, from the
// making of the prover to its end: the run ends in the right proof or in an error with a code, and
// the next proof, by the same prover where there is one, is right.
//
// "Right" is the reference's proof with stated r and s, byte for byte.
#include "gpu/faults_testing.h"

#include <fmt/format.h>

#include "gpu/memory.h"
#include "gpu/stream.h"
#include "groth16/fixed_randomizers.h"
#include "groth16/gpu_region.h"
#include "groth16/sample_circuits.h"

namespace cuzk::groth16 {
namespace {

using gpu::CudaCall;
using gpu::CudaFault;

// What CUDA may keep for itself.
constexpr uint64_t kKeptBytes = uint64_t{32} << 20;

struct Outcomes {
  uint64_t tried = 0, right = 0, coded = 0, same_prover = 0;
};

class GpuFaults : public testing::Test {
 protected:
  GpuFaults()
      : device_(0),
        circuit_(r1cs::record(TinyDefinition{})),
        params_(kReferenceFolder + "vectors/tiny.params"),
        assignment_(assign(tiny_definition())) {
    const Json tiny = read_tiny();
    randomizers_ = {fr_le(tiny.at("r")), fr_le(tiny.at("s"))};
    expected_ = tiny.at("proof").get<std::string>();
  }

  void every_call(CudaCall kind, const char* name);

 private:
  std::unique_ptr<GpuProver> make_prover() {
    auto prover = std::make_unique<GpuProver>(
        device_, circuit_,
        GpuProverOptions{.vram_budget = 0, .group_max = 1, .program = {}, .check_rows = true});
    prover->set_parameters(
        std::make_shared<GpuParameters>(device_, params_, prover->placements(), base::Progress{}));
    return prover;
  }

  bool proves(GpuProver& prover) {
    const GpuProver::Pending pending = start_one(prover, circuit_, assignment_);
    const bool satisfied = prover.first_unsatisfied(pending) == std::nullopt;
    const Proof proof = finish_with_randomizers(prover, pending, randomizers_);
    return satisfied && proof_hex(proof) == expected_;
  }

  // False when there is no k-th call.
  bool run(CudaCall kind, uint64_t k, Outcomes& outcomes);

  gpu::Device device_;
  r1cs::Circuit circuit_;
  ParamsFile params_;
  r1cs::Assignment assignment_;
  Randomizers randomizers_;
  std::string expected_;
};

bool GpuFaults::run(CudaCall kind, uint64_t k, Outcomes& outcomes) {
  std::unique_ptr<GpuProver> prover;
  bool fired = false;
  {
    const CudaFault fault(kind, k);
    try {
      prover = make_prover();
      EXPECT_TRUE(proves(*prover)) << "call " << k;
      ++outcomes.right;
    } catch (const base::Error&) {
      ++outcomes.coded;
    }
    if (!fault.fired()) prover.reset();
    fired = fault.fired();
  }
  outcomes.same_prover += prover != nullptr;
  if (!prover) prover = make_prover();
  EXPECT_TRUE(proves(*prover)) << "after call " << k;
  return fired;
}

void GpuFaults::every_call(CudaCall kind, const char* name) {
  ASSERT_TRUE(proves(*make_prover()));
  const uint64_t free_bytes = device_.free_bytes();
  Outcomes outcomes;
  while (run(kind, outcomes.tried + 1, outcomes)) ++outcomes.tried;
  EXPECT_FALSE(device_.is_bad());
  EXPECT_GE(device_.free_bytes() + kKeptBytes, free_bytes);
  EXPECT_EQ(outcomes.right + outcomes.coded, outcomes.tried + 1);  // and the run without a fault
  EXPECT_GE(outcomes.tried, 5u);
  fmt::print(
      "{}: every k to {}: {} right proofs, {} errors with a code; then {} right proofs, {} "
      "of them by the same prover\n",
      name, outcomes.tried, outcomes.right - 1, outcomes.coded, outcomes.tried,
      outcomes.same_prover);
}

TEST_F(GpuFaults, EveryDeviceMemory) { every_call(CudaCall::kDeviceMemory, "device memory"); }
TEST_F(GpuFaults, EveryPinned) { every_call(CudaCall::kPinned, "pinned memory"); }
TEST_F(GpuFaults, EveryCopy) { every_call(CudaCall::kCopy, "copy"); }
TEST_F(GpuFaults, EveryLaunch) { every_call(CudaCall::kLaunch, "launch"); }
TEST_F(GpuFaults, EveryStreamOrEvent) { every_call(CudaCall::kStreamOrEvent, "stream or event"); }
TEST_F(GpuFaults, EveryWait) { every_call(CudaCall::kWait, "wait"); }
TEST_F(GpuFaults, EveryRelease) { every_call(CudaCall::kRelease, "release"); }
TEST_F(GpuFaults, EveryQuestion) { every_call(CudaCall::kQuestion, "question"); }

// Two provers share a region, and a turn of the second fails at its beginning or at its end: who
// comes next still finds the first one's work done.
class RegionFaults : public testing::Test {
 protected:
  RegionFaults() : device_(0), region_(device_, kRegionBytes) {}

  // 100 GB written: 20 ms or more.
  void work_long(const gpu::Stream& stream) {
    for (int i = 0; i < 100; ++i) stream.clear(static_cast<char*>(region_.data()), kRegionBytes);
  }

  // A turn of user 1 with much work, one of user 2 whose k-th call of this kind fails, one of user
  // 3.
  void turns_with_fault(uint64_t k, bool& fired);

  static constexpr uint64_t kRegionBytes = uint64_t{1} << 30;
  gpu::Device device_;
  GpuRegion region_;
};

void RegionFaults::turns_with_fault(uint64_t k, bool& fired) {
  const int users[3] = {};
  const gpu::Stream first(device_), second(device_), third(device_);
  const auto turn_of = [&](int user, const gpu::Stream& stream, auto&& work) {
    const std::array streams = {&stream};
    const auto turn = region_.take_turn(&users[user], streams);
    work(stream);
  };
  turn_of(0, first, [&](const gpu::Stream& stream) { work_long(stream); });
  {
    const CudaFault fault(CudaCall::kStreamOrEvent, k);
    try {
      turn_of(1, second, [&](const gpu::Stream& stream) { work_long(stream); });
    } catch (const base::Error&) {
    }
    fired = fault.fired();
  }
  gpu::Event reached(device_);
  turn_of(2, third, [&](const gpu::Stream& stream) { reached.record(stream); });
  reached.wait();
  EXPECT_EQ(cudaStreamQuery(first.get()), cudaSuccess) << k;
  EXPECT_EQ(cudaStreamQuery(second.get()), cudaSuccess) << k;
}

TEST_F(RegionFaults, WhoComesNextFindsTheRegionUnused) {
  uint64_t tried = 0;
  for (bool fired = true; fired; ++tried) turns_with_fault(tried + 1, fired);
  EXPECT_GE(tried, 3u);
}

// What was queued before an error is done when the turn is over.
TEST_F(RegionFaults, ATurnThatThrowsLeavesNothingOnItsStreams) {
  const gpu::Stream stream(device_);
  const std::array streams = {&stream};
  try {
    const auto turn = region_.take_turn(this, streams);
    work_long(stream);
    throw base::Error(base::ErrorCode::kInternal, "made up");
  } catch (const base::Error&) {
  }
  EXPECT_EQ(cudaStreamQuery(stream.get()), cudaSuccess);
}

}  // namespace
}  // namespace cuzk::groth16
