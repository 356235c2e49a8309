// SPDX-License-Identifier: MIT OR Apache-2.0
// The rows of sectors against the arithmetic that connects their columns, and the spellings of
// names.
#include "filecoin/sector.h"

#include <gtest/gtest.h>

namespace cuzk::filecoin {
namespace {

TEST(Sector, ColumnsAgree) {
  EXPECT_EQ(sectors().size(), 10u);
  for (const Sector& sector : sectors()) {
    SCOPED_TRACE(sector.name);
    EXPECT_EQ(sector.bytes, 32 * sector.nodes);
    EXPECT_EQ(sector.nodes, uint64_t{1} << sector.log_nodes);
    uint64_t leaves = 1;
    for (unsigned arity : tree_r_arities(sector)) leaves *= arity;
    EXPECT_EQ(leaves, sector.nodes);
    EXPECT_EQ(tree_d_arities(sector), std::vector<unsigned>(sector.log_nodes, 2));
    // PAR-1: at least this many challenges, as few as the partitions allow, at most 18 in each.
    const bool large = sector.bytes >= uint64_t{32} << 30;
    const unsigned minimum = large ? 176 : 2, ni_minimum = large ? 2253 : 26;
    EXPECT_EQ(sector.challenges, (minimum + sector.partitions - 1) / sector.partitions);
    EXPECT_EQ(sector.challenges, (ni_minimum + sector.ni_partitions - 1) / sector.ni_partitions);
    EXPECT_LE(sector.challenges, 18u);
    EXPECT_EQ(sector.layers, large ? 11u : 2u);
  }
}

TEST(Sector, FindBySizeAndName) {
  for (const Sector& sector : sectors()) {
    EXPECT_EQ(find_sector(sector.bytes), &sector);
    EXPECT_EQ(find_sector(sector.name), &sector);
  }
  const Sector* sector = find_sector("32GiB");
  ASSERT_NE(sector, nullptr);
  EXPECT_EQ(sector->bytes, uint64_t{32} << 30);
  for (const char* name : {"32 GiB", "32gib", "32GIB", "32 gIb"}) {
    EXPECT_EQ(find_sector(name), sector) << name;
  }
  for (const char* name : {"", " ", "32", "GiB", "32GB", "3 2GiB", "32  GiB", "032GiB", "128GiB"}) {
    EXPECT_EQ(find_sector(name), nullptr) << name;
  }
  EXPECT_EQ(find_sector(uint64_t{0}), nullptr);
  EXPECT_EQ(find_sector(uint64_t{2047}), nullptr);
}

TEST(Sector, Shapes) {
  EXPECT_EQ(tree_shape(*find_sector("2KiB")), "8-0-0");
  EXPECT_EQ(tree_shape(*find_sector("4KiB")), "8-2-0");
  EXPECT_EQ(tree_shape(*find_sector("32GiB")), "8-8-0");
  EXPECT_EQ(tree_shape(*find_sector("64GiB")), "8-8-2");
  EXPECT_EQ(tree_r_arities(*find_sector("64GiB")),
            (std::vector<unsigned>{8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 2}));
}

}  // namespace
}  // namespace cuzk::filecoin
