// SPDX-License-Identifier: MIT OR Apache-2.0
// Plans for a circuit whose queries are mostly wide, with the counts of a 32 GiB WindowPoSt
// partition (residency.md RS-102, RS-103): known bytes and choices for known budgets. No device is
// needed.
#include <gtest/gtest.h>

#include <algorithm>

#include "groth16/gpu_plan.h"
#include "groth16/post_forms_testing.h"

namespace cuzk::groth16 {
namespace {

constexpr uint64_t kGiB = uint64_t{1} << 30;

class PostPlan : public testing::Test {
 protected:
  static const MadeUpForms& forms() {
    static const MadeUpForms out = post_forms(kPostSector32, kPostSectors32);
    return out;
  }
  static const CircuitShape& shape() {
    static const CircuitShape out = forms().shape();
    return out;
  }
};

TEST_F(PostPlan, CountsAreThoseOfThePage) {
  EXPECT_EQ(shape().num_inputs, 25'840u);
  EXPECT_EQ(shape().counts,
            (QueryCounts{134'217'727, 126'902'376, 96'205'645, 91'925'767, 91'925'767}));
  EXPECT_EQ(query_bytes(shape().counts), 60'777'892'704u);
  for (Query query : {Query::kL, Query::kA, Query::kBG1, Query::kBG2}) {
    EXPECT_TRUE(shape().form(query)->is_mostly_wide);
  }
}

struct Known {
  uint64_t gib;
  bool is_resident;
  size_t chunks_h, chunks_l, chunks_b_g2, ahead;
  uint64_t working_bytes;
};

// Two GiB are for CUDA and for the matrices.
TEST_F(PostPlan, KnownBudgets) {
  for (const Known& known : {
           Known{18, false, 128, 122, 176, 1, 17'084'547'584},
           Known{20, false, 8, 8, 11, 1, 18'594'497'024},
           Known{24, false, 4, 4, 6, 2, 23'426'335'232},
           Known{48, false, 4, 4, 6, 2, 37'019'976'192},
           Known{80, false, 4, 4, 6, 2, 37'019'976'192},
           Known{139, true, 1, 1, 1, 0, 70'448'193'536},
       }) {
    SCOPED_TRACE(known.gib);
    const uint64_t bytes = (known.gib - 2) * kGiB;
    const GpuPlan plan = plan_alone(shape(), 1, bytes);
    EXPECT_LE(plan.bytes(), bytes);
    EXPECT_EQ(is_resident(plan.choice.placements), known.is_resident);
    EXPECT_EQ(plan.choice.is_beside, known.is_resident);
    EXPECT_EQ(plan.choice.query(Query::kH).chunks.size(), known.chunks_h);
    EXPECT_EQ(plan.choice.query(Query::kL).chunks.size(), known.chunks_l);
    EXPECT_EQ(plan.choice.query(Query::kBG2).chunks.size(), known.chunks_b_g2);
    EXPECT_EQ(plan.choice.ring.ahead, known.ahead);
    EXPECT_EQ(plan.region_bytes + plan.assignment_bytes, known.working_bytes);
  }
}

// The three vectors of the quotient and the assignment alone are larger.
TEST_F(PostPlan, SixteenGiBAreTooFew) {
  EXPECT_GT(plan_alone(shape(), 1, 15 * kGiB).bytes(), 15 * kGiB);
}

// Every call of `add` has the scalars of a chunk, and nothing is taken for bits: a region that
// holds the quotient holds the sums in small chunks.
TEST_F(PostPlan, ScalarsAreThoseOfAChunk) {
  const uint64_t quotient = 3 * sizeof(Fr) * shape().rows();
  const PlanSizes sizes = plan_sizes(shape(), 1);
  EXPECT_LT(sizes.region_bytes_min - quotient, quotient / 100);
  for (uint64_t region : {sizes.region_bytes_min, sizes.region_bytes_preferred,
                          sizes.region_bytes_in_line, sizes.region_bytes_max}) {
    for (uint64_t own : {sizes.own_bytes_min, sizes.own_bytes_max}) {
      const GpuPlan plan = plan_in_region(shape(), 1, region, own);
      EXPECT_LE(plan.region_bytes, region);
      EXPECT_LE(plan.own_bytes(), own);
      for (const QueryPlan& query : plan.choice.queries) {
        uint64_t scalars = 0;
        for (const QueryChunk& chunk : query.chunks) {
          EXPECT_EQ(chunk.scalars, chunk.points);
          EXPECT_EQ(chunk.first_scalar, chunk.first_point);
          scalars = std::max<uint64_t>(scalars, chunk.points);
        }
        EXPECT_EQ(query.shape.scalars_max, scalars);
        EXPECT_EQ(query.shape.chunks, query.chunks.size());
        EXPECT_EQ(query.shape.booleans_max, 0u);
        EXPECT_EQ(query.shape.words_max, 0u);
      }
    }
  }
}

TEST_F(PostPlan, LayoutTakesWhatThePlanSays) {
  for (uint64_t gib : {18, 24, 139}) {
    const GpuPlan plan = plan_alone(shape(), 1, (gib - 2) * kGiB);
    // Addresses only; nobody writes there.
    auto* nowhere = reinterpret_cast<void*>(gpu::Arena::kAlignment);
    gpu::Arena exact(nowhere, plan.region_bytes);
    const GpuLayout layout(exact, shape(), plan.choice);
    EXPECT_EQ(exact.peak(), plan.region_bytes);
    // What the prover takes of a block while it sums.
    for (Query query : {Query::kL, Query::kA, Query::kBG1, Query::kBG2}) {
      gpu::Arena work(layout.other_msm.data, layout.other_msm.bytes);
      const msm::GpuMsmShape& msm_shape = plan.choice.query(query).shape;
      if (query == Query::kBG2) {
        const MsmLayout<Fp2> memory(work, shape().form(query), msm_shape);
        EXPECT_EQ(memory.own_count, msm_shape.scalars_max);
      } else {
        const MsmLayout<Fp> memory(work, shape().form(query), msm_shape);
        EXPECT_EQ(memory.own_count, msm_shape.scalars_max);
      }
    }
  }
}

}  // namespace
}  // namespace cuzk::groth16
