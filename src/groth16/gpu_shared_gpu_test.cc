// SPDX-License-Identifier: MIT OR Apache-2.0
// Provers of several circuits in one region: with all, some and no queries resident, started in
// turn and before each other's proofs are finished, they give the bytes of the host's prover; an
// urgent prover beside them does too; and what a prover took of the device comes back.
#include <algorithm>

#include "groth16/gpu_known_testing.h"

namespace cuzk::groth16 {
namespace {

class SharedRegion : public testing::Test {
 protected:
  SharedRegion()
      : device_(0),
        large_(folder_, "large", GapsDefinition{3000}),
        small_(folder_, "small", GapsDefinition{300}) {}

  TestFolder folder_;
  gpu::Device device_;
  KnownProof large_, small_;
};

TEST_F(SharedRegion, ProofsAreTheHostsForAnyRoom) {
  const PlanSizes& l = large_.footprint.plan;
  const PlanSizes& s = small_.footprint.plan;
  size_t plans_mixed = 0;
  for (uint64_t region_bytes : {std::max(l.region_bytes_min, s.region_bytes_min),
                                std::max(l.region_bytes_preferred, s.region_bytes_preferred),
                                std::max(l.region_bytes_max, s.region_bytes_max)}) {
    auto region = std::make_shared<GpuRegion>(device_, region_bytes);
    for (uint64_t part = 0; part <= 4; ++part) {
      SCOPED_TRACE(std::to_string(region_bytes) + " " + std::to_string(part));
      const auto budget = [&](const KnownProof& known) {
        const uint64_t least = known.footprint.device_bytes_min();
        return least + (known.footprint.device_bytes_max() - least) * part / 4;
      };
      auto first = large_.prover(device_, budget(large_), region, false);
      auto second = small_.prover(device_, budget(small_), region, false);
      EXPECT_LE(first->device_bytes(), budget(large_));
      const auto on_host = std::ranges::count(first->placements(), Placement::kHost);
      EXPECT_EQ(on_host == 0, part == 4);
      plans_mixed += on_host > 0 && on_host < 5 ? 1 : 0;
      for (int round = 0; round < 3; ++round) {
        const auto of_first = large_.start(*first);
        const auto of_second = small_.start(*second);
        small_.expect_proofs(*second, of_second);
        const auto more = small_.start(*second);
        large_.expect_proofs(*first, of_first);
        small_.expect_proofs(*second, more);
      }
    }
  }
  EXPECT_GT(plans_mixed, 0u);
}

TEST_F(SharedRegion, AnUrgentProverRunsBeside) {
  auto region = std::make_shared<GpuRegion>(device_, large_.footprint.plan.region_bytes_preferred);
  auto bulk = large_.prover(device_, large_.footprint.device_bytes_max(), region, false);
  auto urgent = small_.prover(
      device_, small_.footprint.device_bytes_max() + small_.footprint.plan.region_bytes_max,
      nullptr, true);
  EXPECT_TRUE(is_resident(urgent->placements()));
  for (int round = 0; round < 5; ++round) {
    const auto of_bulk = large_.start(*bulk);
    small_.expect_proofs(*urgent, small_.start(*urgent));
    large_.expect_proofs(*bulk, of_bulk);
  }
}

TEST_F(SharedRegion, EverythingComesBack) {
  const uint64_t budget = small_.footprint.device_bytes_max();
  auto region = std::make_shared<GpuRegion>(device_, small_.footprint.plan.region_bytes_max);
  uint64_t free_bytes = 0;
  for (int round = 0; round < 4; ++round) {
    {
      auto prover = small_.prover(device_, budget, region, false);
      EXPECT_GE(prover->device_bytes(), small_.footprint.circuit_bytes);
      small_.expect_proofs(*prover, small_.start(*prover));
    }
    if (round == 0) free_bytes = device_.free_bytes();
    EXPECT_EQ(device_.free_bytes(), free_bytes);
  }
}

TEST_F(SharedRegion, RefusesARegionThatHoldsNothing) {
  auto region = std::make_shared<GpuRegion>(device_, large_.footprint.plan.region_bytes_min / 2);
  expect_error(base::ErrorCode::kGpuOutOfMemory, {},
               [&] { large_.prover(device_, large_.footprint.device_bytes_min(), region, false); });
}

}  // namespace
}  // namespace cuzk::groth16
