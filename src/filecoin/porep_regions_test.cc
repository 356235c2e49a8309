// SPDX-License-Identifier: MIT OR Apache-2.0
// The regions of the PoRep circuit, run one after the other on the host, write exactly the
// assignment of the whole definition, for sealed and made-up sectors and for values that do not
// satisfy the circuit.
#include "filecoin/porep_regions.h"

#include <gtest/gtest.h>

#include "filecoin/porep_regions_testing.h"

namespace cuzk::filecoin {
namespace {

r1cs::Assignment run_regions(const PorepShape& shape, const PorepValues& values) {
  r1cs::ScopeOffsets offsets = porep_offsets(shape);
  RegionList regions(shape, offsets);
  PackedShape packed_shape(shape);
  r1cs::Offset size = offsets.block_begin() + shape.challenges * offsets.block_size();
  r1cs::Assignment out{.inputs = std::vector<Fr>(size.input),
                       .bits = base::BitVector(size.aux),
                       .wide = std::vector<Fr>(size.wide)};
  std::vector<uint64_t> packed((packed_shape.bytes() + 7) / 8);
  pack_porep(packed_shape, values, packed.data());
  RegionContext context{packed_shape,
                        packed.data(),
                        {out.inputs.data(), out.bits.words().data(), out.wide.data()},
                        gadget::poseidon_tables(),
                        regions.challenge_size};
  {
    RegionWriter writer(context.out, regions.prologue, context.tables);
    run_prologue(context, writer);
  }
  for (unsigned i = 0; i < shape.challenges; ++i) {
    for (unsigned path = 0; path < PackedShape::kPaths; ++path) {
      r1cs::Offset offset = regions.paths[path] + i * context.challenge_size;
      RegionWriter writer(context.out, offset, context.tables);
      run_path(context, path, i, writer);
    }
    for (const WitnessRegion& region : regions.words) run_word_region(context, region, i);
  }
  return out;
}

void expect_same(const PorepShape& shape, const PorepValues& values) {
  r1cs::Assignment expected = porep_witness(shape, values), actual = run_regions(shape, values);
  EXPECT_TRUE(actual.inputs == expected.inputs);
  EXPECT_TRUE(actual.bits == expected.bits);
  EXPECT_TRUE(actual.wide == expected.wide);
}

TEST(PorepRegions, SealedSectors) { for_each_sealed_partition(expect_same); }

TEST(PorepRegions, SyntheticSectors) {
  for (const char* size : {"2KiB", "4KiB", "16KiB", "32KiB", "16MiB", "512MiB"}) {
    SCOPED_TRACE(size);
    for_each_synthetic_partition(size, 1, expect_same);
  }
}

TEST(PorepRegions, ValuesThatDoNotSatisfyTheCircuit) {
  for_each_altered_sector("2KiB", expect_same);
}

}  // namespace
}  // namespace cuzk::filecoin
