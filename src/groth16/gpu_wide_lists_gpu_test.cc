// SPDX-License-Identifier: MIT OR Apache-2.0
// Queries that are mostly wide (residency.md RS-103): with every chunk size that a plan can have,
// resident, streamed, and some of each, one partition or a group of different ones, beside the
// quotient or in line with it, proofs are the bytes of the host's prover. Also where only one of
// the queries is mostly wide, and where a region is shared with a circuit that has none.
#include <algorithm>
#include <set>

#include "groth16/gpu_known_testing.h"
#include "groth16/wide_circuit_testing.h"

namespace cuzk::groth16 {
namespace {

// Chunks of each query.
std::vector<size_t> chunk_counts(const GpuPlan& plan) {
  std::vector<size_t> out;
  for (const QueryPlan& query : plan.choice.queries) out.push_back(query.chunks.size());
  return out;
}

// The rooms for a circuit that give plans of different chunks, groups and placements.
struct PlacedRoom {
  uint64_t region, own;
  GpuPlan plan;
};
std::vector<PlacedRoom> distinct_rooms(const KnownProof& known) {
  const PlanSizes& sizes = known.footprint.plan;
  std::set<std::tuple<std::vector<size_t>, Placements, size_t, bool, size_t>> seen;
  std::vector<PlacedRoom> out;
  const uint64_t own_step = (sizes.own_bytes_max - sizes.own_bytes_min) / 4;
  for (uint64_t region = sizes.region_bytes_min; region < 2 * sizes.region_bytes_max;
       region += region / 6) {
    for (uint64_t own = sizes.own_bytes_min; own <= sizes.own_bytes_max; own += own_step) {
      const GpuPlan plan =
          plan_in_region(known.footprint.shape, KnownProof::kGroupMax, region, own);
      const GpuChoice& choice = plan.choice;
      if (seen.emplace(chunk_counts(plan), choice.placements, choice.group, choice.is_beside,
                       choice.ring.ahead)
              .second) {
        out.push_back({region, own + known.footprint.circuit_bytes, plan});
      }
    }
  }
  return out;
}

class WideLists : public testing::Test {
 protected:
  WideLists() : device_(0) {}

  // A group of different partitions in each room. Returns the plans.
  template <class Definition>
  std::vector<GpuPlan> expect_proofs_in_any_room(const KnownProof& known,
                                                 const Definition& definition) {
    std::vector<r1cs::Assignment> assignments;
    std::vector<std::string> expected;
    for (uint64_t i = 0; i < KnownProof::kGroupMax; ++i) {
      Definition other = definition;
      other.seed += i;
      assignments.push_back(assign(other));
      expected.push_back(known.expected_of(assignments.back()));
    }
    std::vector<GpuPlan> plans;
    for (const PlacedRoom& room : distinct_rooms(known)) {
      SCOPED_TRACE(std::to_string(room.region) + " " + std::to_string(room.own));
      auto region = std::make_shared<GpuRegion>(device_, room.region);
      auto prover = known.prover(device_, room.own, region, false);
      EXPECT_EQ(prover->placements(), room.plan.choice.placements);
      std::vector<PackInput> inputs;
      for (size_t i = 0; i < prover->group_max(); ++i) {
        inputs.push_back(plain_input(known.circuit, assignments[i]));
      }
      const auto pending = prover->start(inputs);
      for (size_t i = 0; i < pending.size(); ++i) {
        EXPECT_EQ(proof_hex(finish_with_randomizers(*prover, pending[i], known.randomizers)),
                  expected[i]);
      }
      plans.push_back(room.plan);
    }
    return plans;
  }

  TestFolder folder_;
  gpu::Device device_;
};

// 75,000 variables; chunks from 2^11 points to all.
TEST_F(WideLists, ProofsAreTheHostsForAnyRoom) {
  const WideDefinition definition{190};
  const KnownProof known(folder_, "wide", definition);
  const QueryForms& forms = *known.footprint.forms;
  EXPECT_TRUE(forms.l.is_mostly_wide && forms.a.is_mostly_wide && forms.b.is_mostly_wide);
  const std::vector<GpuPlan> plans = expect_proofs_in_any_room(known, definition);
  size_t chunks_max = 0, chunks_min = SIZE_MAX, groups = 0, beside = 0, mixed = 0;
  for (const GpuPlan& plan : plans) {
    const size_t chunks = plan.choice.query(Query::kBG2).chunks.size();
    chunks_max = std::max(chunks_max, chunks);
    chunks_min = std::min(chunks_min, chunks);
    groups += plan.choice.group > 1 ? 1 : 0;
    beside += plan.choice.is_beside ? 1 : 0;
    const auto on_host = std::ranges::count(plan.choice.placements, Placement::kHost);
    mixed += on_host > 0 && on_host < 5 ? 1 : 0;
  }
  EXPECT_GT(chunks_max, 5u);
  EXPECT_EQ(chunks_min, 1u);
  EXPECT_GT(groups, 0u);
  EXPECT_GT(beside, 0u);
  EXPECT_GT(mixed, 0u);
}

// Bits stand in L and A, so B alone is summed in chunks.
TEST_F(WideLists, OneQueryAloneIsMostlyWide) {
  const WideDefinition definition{40, 30};
  const KnownProof known(folder_, "b", definition);
  const QueryForms& forms = *known.footprint.forms;
  EXPECT_TRUE(!forms.l.is_mostly_wide && !forms.a.is_mostly_wide && forms.b.is_mostly_wide);
  expect_proofs_in_any_room(known, definition);
}

// Whole budgets, as the bench gives them: down to one that holds nothing.
TEST_F(WideLists, EqualsTheHostWithAnyBudget) {
  const KnownProof known(folder_, "wide", WideDefinition{190});
  size_t proofs = 0;
  for (uint64_t budget = uint64_t{1} << 30;; budget -= budget / 64) {
    std::unique_ptr<GpuProver> prover;
    try {
      prover = known.prover(device_, budget, nullptr, false);
    } catch (const base::Error& error) {
      EXPECT_EQ(error.code(), base::ErrorCode::kGpuOutOfMemory);
      break;
    }
    SCOPED_TRACE(budget);
    known.expect_proofs(*prover, known.start(*prover));
    ++proofs;
  }
  EXPECT_GT(proofs, 4u);
}

TEST_F(WideLists, InTurnWithACircuitOfBits) {
  const KnownProof wide(folder_, "wide", WideDefinition{60});
  const KnownProof bits(folder_, "bits", GapsDefinition{300});
  auto region =
      std::make_shared<GpuRegion>(device_, std::max(wide.footprint.plan.region_bytes_preferred,
                                                    bits.footprint.plan.region_bytes_preferred));
  auto first = wide.prover(device_, wide.footprint.device_bytes_min(), region, false);
  auto second = bits.prover(device_, bits.footprint.device_bytes_max(), region, false);
  for (int round = 0; round < 3; ++round) {
    const auto of_first = wide.start(*first);
    const auto of_second = bits.start(*second);
    wide.expect_proofs(*first, of_first);
    bits.expect_proofs(*second, of_second);
  }
}

}  // namespace
}  // namespace cuzk::groth16
