// SPDX-License-Identifier: MIT OR Apache-2.0
// Plans for a circuit with the counts of a 32 GiB PoRep partition: known bytes and choices for
// known budgets, and properties of plans in a shared region. No device is needed.
#include "groth16/gpu_plan.h"

#include <gtest/gtest.h>

#include "groth16/gpu_footprint.h"
#include "groth16/porep_forms_testing.h"
#include "groth16/sample_circuits.h"

namespace cuzk::groth16 {
namespace {

constexpr uint64_t kGiB = uint64_t{1} << 30;
constexpr size_t kGroupMax = 10;
class PorepPlan : public testing::Test {
 protected:
  static const CircuitShape& shape() {
    static const MadeUpForms forms = porep_forms(kPorep32Aux);
    static const CircuitShape out = forms.shape();
    return out;
  }
  static uint64_t points() { return query_bytes(shape().counts); }
};

struct Known {
  uint64_t gib;
  bool is_resident;
  size_t group, h_group, chunks_h, ahead;
  uint64_t items_h, ring_bytes, working_bytes;
};

// Three GiB are for CUDA and for the matrices. The chunks of 2^23 and 2^25 points, and one and two
// windows a pass, are those of docs/tuning.md.
TEST_F(PorepPlan, KnownBudgets) {
  for (const Known& known : {
           Known{16, false, 10, 1, 32, 1, 61'341'696, 402'653'184, 13'884'981'248},
           Known{24, false, 10, 1, 4, 2, 35'651'584, 3'221'225'472, 19'924'779'008},
           Known{48, false, 10, 4, 4, 2, 106'954'752, 3'221'225'472, 44'057'058'304},
           Known{80, true, 1, 1, 1, 0, 134'217'727, 0, 31'949'895'168},
           Known{139, true, 1, 1, 1, 0, 268'435'454, 0, 44'570'646'016},
       }) {
    SCOPED_TRACE(known.gib);
    const uint64_t bytes = (known.gib - 3) * kGiB;
    const GpuPlan plan = plan_alone(shape(), kGroupMax, bytes);
    EXPECT_LE(plan.bytes(), bytes);
    EXPECT_EQ(is_resident(plan.choice.placements), known.is_resident);
    EXPECT_EQ(plan.choice.is_beside, known.is_resident);
    EXPECT_EQ(plan.choice.group, known.group);
    EXPECT_EQ(plan.choice.h_group, known.h_group);
    EXPECT_EQ(plan.choice.slots, known.is_resident ? 2u : known.group);
    EXPECT_EQ(plan.choice.ring.ahead, known.ahead);
    EXPECT_EQ(plan.choice.ring.bytes, known.ring_bytes);
    const QueryPlan& h = plan.choice.query(Query::kH);
    EXPECT_EQ(h.chunks.size(), known.chunks_h);
    EXPECT_EQ(h.shape.items_max, known.items_h);
    EXPECT_EQ(plan.point_bytes, known.is_resident ? points() : 0);
    EXPECT_EQ(plan.region_bytes + plan.assignment_bytes, known.working_bytes);
  }
}

TEST_F(PorepPlan, NothingFitsIntoNothing) {
  EXPECT_GT(plan_alone(shape(), kGroupMax, kGiB).bytes(), kGiB);
  EXPECT_GT(plan_in_region(shape(), kGroupMax, kGiB, 100 * kGiB).region_bytes, kGiB);
  EXPECT_GT(plan_in_region(shape(), kGroupMax, 100 * kGiB, 0).own_bytes(), 0u);
}

// The layout takes what the plan says: on memory that is too small by a byte it fails.
TEST_F(PorepPlan, LayoutTakesWhatThePlanSays) {
  for (uint64_t gib : {16, 48, 139}) {
    const GpuPlan plan = plan_alone(shape(), kGroupMax, (gib - 3) * kGiB);
    // Addresses only; nobody writes there.
    auto* nowhere = reinterpret_cast<void*>(gpu::Arena::kAlignment);
    gpu::Arena exact(nowhere, plan.region_bytes);
    const GpuLayout layout(exact, shape(), plan.choice);
    EXPECT_EQ(exact.peak(), plan.region_bytes);
    EXPECT_EQ(layout.ring.size(), plan.choice.ring.buffers);
    gpu::Arena small(nowhere, plan.region_bytes - 1);
    expect_error(base::ErrorCode::kGpuOutOfMemory, {},
                 [&] { const GpuLayout too_large(small, shape(), plan.choice); });
  }
}

// residency.md RS-501, point 6: more bytes, never fewer points, larger groups or larger chunks.
TEST_F(PorepPlan, InARegionQueriesBecomeResidentOneByOne) {
  const PlanSizes sizes = plan_sizes(shape(), kGroupMax);
  EXPECT_LT(sizes.region_bytes_min, sizes.region_bytes_preferred);
  EXPECT_LT(sizes.region_bytes_preferred, sizes.region_bytes_max);
  for (uint64_t region : {sizes.region_bytes_preferred, sizes.region_bytes_max}) {
    uint64_t point_bytes_before = 0;
    size_t group_before = 0;
    for (uint64_t own = sizes.own_bytes_min; own < sizes.own_bytes_max; own += 2 * kGiB) {
      const GpuPlan plan = plan_in_region(shape(), kGroupMax, region, own);
      EXPECT_LE(plan.region_bytes, region);
      EXPECT_LE(plan.own_bytes(), own);
      EXPECT_GE(plan.point_bytes, point_bytes_before);
      EXPECT_GE(plan.choice.group, group_before);
      EXPECT_FALSE(is_resident(plan.choice.placements));
      EXPECT_FALSE(plan.choice.is_beside);
      // H first, if it fits at all.
      const bool holds_h =
          plan.assignment_bytes + shape().counts[0] * point_bytes(Query::kH) <= own;
      EXPECT_EQ(plan.choice.placements[0] == Placement::kDevice, holds_h);
      point_bytes_before = plan.point_bytes;
      group_before = plan.choice.group;
    }
    EXPECT_GT(point_bytes_before, points() / 2);
    const GpuPlan all = plan_in_region(shape(), kGroupMax, region, sizes.own_bytes_max);
    EXPECT_TRUE(is_resident(all.choice.placements));
    EXPECT_EQ(all.choice.is_beside, region == sizes.region_bytes_max);
    EXPECT_LE(all.region_bytes, region);
  }
}

// What plan_sizes says is enough, and a byte less of the least is not.
TEST_F(PorepPlan, SizesHoldPlans) {
  const PlanSizes sizes = plan_sizes(shape(), kGroupMax);
  const auto plan = [&](uint64_t region, uint64_t own) {
    return plan_in_region(shape(), kGroupMax, region, own);
  };
  const GpuPlan least = plan(sizes.region_bytes_min, sizes.own_bytes_min);
  EXPECT_EQ(least.region_bytes, sizes.region_bytes_min);
  EXPECT_EQ(least.own_bytes(), sizes.own_bytes_min);
  EXPECT_GT(plan(sizes.region_bytes_min - 1, points()).region_bytes, sizes.region_bytes_min - 1);
  EXPECT_GT(plan(100 * kGiB, sizes.own_bytes_min - 1).own_bytes(), sizes.own_bytes_min - 1);
  const GpuPlan most = plan(sizes.region_bytes_max, sizes.own_bytes_max);
  EXPECT_EQ(most.region_bytes, sizes.region_bytes_max);
  EXPECT_TRUE(most.choice.is_beside);
}

// A circuit that a test has: the same functions, from the circuit itself.
TEST(GpuFootprint, OfASmallCircuit) {
  const r1cs::Circuit circuit = r1cs::record(GapsDefinition{3000});
  const GpuFootprint footprint = gpu_footprint(circuit, 1000, 3);
  EXPECT_GT(footprint.circuit_bytes, 0u);
  EXPECT_GT(footprint.device_bytes_min(), footprint.circuit_bytes);
  EXPECT_GE(footprint.device_bytes_max() - footprint.device_bytes_min(),
            query_bytes(expected_counts(circuit)));
  EXPECT_LE(footprint.plan.region_bytes_min, footprint.plan.region_bytes_max);
}

}  // namespace
}  // namespace cuzk::groth16
