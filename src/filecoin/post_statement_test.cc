// SPDX-License-Identifier: MIT OR Apache-2.0
#include "filecoin/post_statement.h"

#include <gtest/gtest.h>

#include "filecoin/test_vectors.h"

namespace cuzk::filecoin {
namespace {

using field::Fr;

ApiVersion api_version(const std::string& text) {
  return text == "1.2.0"   ? ApiVersion::k1_2_0
         : text == "1.1.0" ? ApiVersion::k1_1_0
                           : ApiVersion::k1_0_0;
}

TEST(PostStatement, ChallengesEqualTheReference) {
  nlohmann::json vectors = read_vectors("reference/vectors/post-challenges.json");
  ASSERT_GT(vectors["leaf_challenges"].size(), 10u);
  for (const auto& one : vectors["leaf_challenges"]) {
    std::vector<uint64_t> expected = one["challenges"];
    EXPECT_EQ(
        post_challenges(bytes32(vectors["randomness"].get<std::string>()), one["sector"],
                        one["sector_index"], static_cast<unsigned>(expected.size()),
                        one["sector_size"].get<uint64_t>() / 32, api_version(one["api_version"])),
        expected);
  }
}

// A partition that is not full repeats its last sector with the same leaves (POST-37); its index
// counts in version 1.0.0 alone (POST-21).
TEST(PostStatement, RepeatsTheLastSector) {
  const PostSector sectors[] = {{7, Fr::from_u64(70)}, {8, Fr::from_u64(80)}};
  const auto inputs = [&](ApiVersion api, uint64_t partition, size_t count) {
    return public_inputs({.sector = find_sector("2KiB"),
                          .api = api,
                          .randomness = bytes32(0x11),
                          .partition = partition,
                          .sectors_per_partition = 2,
                          .challenges_per_sector = 10,
                          .sectors = {sectors, count}});
  };
  for (ApiVersion api : {ApiVersion::k1_0_0, ApiVersion::k1_2_0}) {
    const std::vector<Fr> one = inputs(api, 1, 1), two = inputs(api, 1, 2);
    ASSERT_EQ(one.size(), 22u);
    EXPECT_EQ(one[0], Fr::from_u64(70));
    EXPECT_TRUE(std::equal(one.begin(), one.begin() + 11, one.begin() + 11));
    EXPECT_TRUE(std::equal(one.begin(), one.begin() + 11, two.begin()));
    EXPECT_NE(two[0], two[11]);
    EXPECT_EQ(inputs(api, 0, 1) == one, api == ApiVersion::k1_2_0);
  }
}

}  // namespace
}  // namespace cuzk::filecoin
