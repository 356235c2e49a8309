// SPDX-License-Identifier: MIT OR Apache-2.0
#include "filecoin/post_proof.h"

#include <gtest/gtest.h>

namespace cuzk::filecoin {
namespace {

// POST-1: five sizes in the same order for each kind and version.
TEST(PostProof, NumbersOfTheNetwork) {
  ASSERT_EQ(post_proofs().size(), 15u);
  const char* const sizes[] = {"2KiB", "8MiB", "512MiB", "32GiB", "64GiB"};
  for (unsigned id = 0; id < 15; ++id) {
    const PostProof* proof = find_post_proof(id);
    ASSERT_NE(proof, nullptr);
    EXPECT_EQ(proof->id, id);
    EXPECT_EQ(proof->kind, id < 5 ? PostKind::kWinning : PostKind::kWindow);
    EXPECT_EQ(proof->api, id < 10 ? ApiVersion::k1_0_0 : ApiVersion::k1_2_0);
    EXPECT_STREQ(proof->sector->name, sizes[id % 5]);
    EXPECT_NE(std::string_view(proof->name).find(proof->sector->name), std::string_view::npos);
    EXPECT_EQ(find_post_proof(proof->name), proof);
  }
  EXPECT_EQ(find_post_proof(15), nullptr);
  EXPECT_EQ(find_post_proof("StackedDrg32GiBV1_1"), nullptr);
}

// POST-2.
TEST(PostProof, RecordsAndOpenings) {
  EXPECT_EQ(openings_per_record(PostKind::kWindow), 10u);
  EXPECT_EQ(openings_per_record(PostKind::kWinning), 66u);
  EXPECT_EQ(records_max(PostKind::kWindow, *find_sector("2KiB")), 2u);
  EXPECT_EQ(records_max(PostKind::kWindow, *find_sector("32GiB")), 2349u);
  EXPECT_EQ(records_max(PostKind::kWindow, *find_sector("64GiB")), 2300u);
  EXPECT_EQ(records_max(PostKind::kWinning, *find_sector("32GiB")), 1u);
}

}  // namespace
}  // namespace cuzk::filecoin
