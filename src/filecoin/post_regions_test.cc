// SPDX-License-Identifier: MIT OR Apache-2.0
// The regions of the PoSt circuit, run one after the other on the host, write exactly the
// assignment of the whole definition, whatever the values.
#include "filecoin/post_regions.h"

#include "filecoin/post_regions_testing.h"
#include "r1cs/region_writer.h"

namespace cuzk::filecoin {
namespace {

r1cs::Assignment run_regions(const PostShape& shape, std::span<const PostSectorValues> values) {
  using field::Fr;
  using Writer = r1cs::RegionWriter<gadget::PoseidonTables>;
  const r1cs::ScopeOffsets offsets = post_offsets(shape);
  const PostRegionList regions(shape, offsets);
  const PackedPostShape packed_shape(shape);
  const r1cs::Offset size = offsets.block_begin() + shape.sectors * offsets.block_size();
  r1cs::Assignment out{.inputs = std::vector<Fr>(size.input),
                       .bits = base::BitVector(size.aux),
                       .wide = std::vector<Fr>(size.wide)};
  std::vector<uint64_t> packed((packed_shape.bytes() + 7) / 8);
  pack_post(packed_shape, values, packed.data());
  const PostRegionContext context{packed_shape,
                                  packed.data(),
                                  {out.inputs.data(), out.bits.words().data(), out.wide.data()},
                                  gadget::poseidon_tables()};
  // Backwards: no region needs another.
  for (unsigned i = shape.sectors; i-- > 0;) {
    const r1cs::Offset sector = i * regions.sector_size;
    for (unsigned challenge = shape.challenges; challenge-- > 0;) {
      Writer writer(context.out, sector + regions.paths[challenge], context.tables);
      run_path(context, i, challenge, writer);
    }
    Writer writer(context.out, sector + regions.commitments, context.tables);
    run_commitments(context, i, writer);
  }
  return out;
}

void expect_same(const PostShape& shape, std::span<const PostSectorValues> values) {
  const r1cs::Assignment expected = post_witness(shape, values);
  const r1cs::Assignment actual = run_regions(shape, values);
  EXPECT_TRUE(actual.inputs == expected.inputs);
  EXPECT_TRUE(actual.bits == expected.bits);
  EXPECT_TRUE(actual.wide == expected.wide);
}

void expect_same(const PostShape& shape, uint64_t seed) {
  expect_same(shape, random_post_sample(shape, seed).sectors);
}

TEST(PostRegions, EverySmallPartition) {
  for (const char* size : {"2KiB", "4KiB", "16KiB", "32KiB", "8MiB", "512MiB"}) {
    SCOPED_TRACE(size);
    expect_same(post_shape(PostKind::kWindow, *find_sector(size)), 1);
    expect_same(post_shape(PostKind::kWinning, *find_sector(size)), 2);
  }
}

TEST(PostRegions, FewSectorsOfLargeOnes) {
  for (const char* size : {"32GiB", "64GiB"}) {
    SCOPED_TRACE(size);
    PostShape shape = post_shape(PostKind::kWindow, *find_sector(size));
    shape.sectors = 3;
    expect_same(shape, 3);
    for_each_extreme_post_sample(
        shape, [](const PostShape& same, std::span<const PostSectorValues> values) {
          expect_same(same, values);
        });
  }
}

}  // namespace
}  // namespace cuzk::filecoin
