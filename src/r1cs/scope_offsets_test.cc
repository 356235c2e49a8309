// SPDX-License-Identifier: MIT OR Apache-2.0
// Offsets of scopes are where the witness has what the scopes make, and what a region writer puts
// there, in regions and in any order, is the witness. Bits that are moved together are checked
// against a loop over single bits.
#include "r1cs/scope_offsets.h"

#include <gtest/gtest.h>

#include <random>

#include "r1cs/region_writer.h"
#include "r1cs/valuation.h"

namespace cuzk::r1cs {
namespace {

// Bits and wide values of many lengths, so that regions begin and end anywhere in a word.
struct RegionsDefinition {
  unsigned blocks = 3, regions = 40;

  template <class B>
  static void region(B& b, unsigned structure, unsigned seed) {
    std::mt19937 masks(structure), random(seed);
    for (unsigned i = 0; i < 6; ++i) {
      auto mask = static_cast<uint32_t>(masks() | masks());
      auto bits = static_cast<uint32_t>(random());
      b.alloc_lanes(i == 0 ? ~0u : mask, typename B::Bits(bits));
      b.alloc_lane_pairs(mask, typename B::Bits(~bits), mask >> 3, typename B::Bits(bits));
    }
    b.alloc(typename B::Value(Fr::from_u64(random())));
    b.alloc_input(typename B::Value(Fr::from_u64(random())));
  }
  template <class B>
  void operator()(B& b) const {
    {
      auto scope = b.scope("first");
      region(b, 1000, 1000);
    }
    b.repeat(blocks, [&](B& block, unsigned i) {
      auto outer = block.scope("block ", i);
      for (unsigned k = 0; k < regions; ++k) {
        auto scope = block.scope("region");
        region(block, k, 100 * i + k);
      }
    });
  }
};

TEST(ScopeOffsets, RegionsAtTheirOffsetsAreTheWitness) {
  RegionsDefinition definition;
  WitnessWriter whole;
  definition(whole);
  const Assignment& expected = whole.assignment();
  ScopeOffsets offsets;
  definition(offsets);
  Offset end = offsets.block_begin() + definition.blocks * offsets.block_size();
  ASSERT_EQ(end.aux, expected.bits.size());
  ASSERT_EQ(end.wide, expected.wide.size());
  ASSERT_EQ(end.input, expected.inputs.size());

  Assignment actual{.inputs = std::vector<Fr>(end.input, Fr::one()),
                    .bits = base::BitVector(end.aux),
                    .wide = std::vector<Fr>(end.wide)};
  AssignmentMemory memory{actual.inputs.data(), actual.bits.words().data(), actual.wide.data()};
  const int tables = 0;
  auto run = [&](const Offset& offset, unsigned structure, unsigned seed) {
    RegionWriter<int> writer(memory, offset, tables);
    RegionsDefinition::region(writer, structure, seed);
  };
  ASSERT_EQ(offsets.of("block 0/region").size(), definition.regions);
  for (unsigned k = definition.regions; k-- > 0;) {
    for (unsigned i = 0; i < definition.blocks; ++i) {
      run(offsets.of("block 0/region")[k] + i * offsets.block_size(), k, 100 * i + k);
    }
  }
  run(offsets.of("first")[0], 1000, 1000);
  EXPECT_TRUE(actual == expected);
  EXPECT_THROW(offsets.of("block 1"), std::out_of_range);
}

TEST(Lanes, MovedTogether) {
  std::mt19937_64 random(5);
  for (int round = 0; round < 1000; ++round) {
    uint64_t mask = random(), value = random();
    if (round % 3 == 0) mask |= random() | random();
    if (round % 5 == 0) mask = ~uint64_t{0} >> (round % 64);
    uint64_t expected = 0;
    unsigned count = 0;
    for (unsigned i = 0; i < 64; ++i) {
      if (mask >> i & 1) expected |= (value >> i & 1) << count++;
    }
    EXPECT_EQ(gather(value, mask), expected);
    EXPECT_EQ(bit_count(mask), count);
    uint64_t both = interleave(static_cast<uint32_t>(value), static_cast<uint32_t>(mask));
    EXPECT_EQ(gather(both, 0x5555555555555555), static_cast<uint32_t>(value));
    EXPECT_EQ(gather(both >> 1, 0x5555555555555555), static_cast<uint32_t>(mask));
  }
}

}  // namespace
}  // namespace cuzk::r1cs
