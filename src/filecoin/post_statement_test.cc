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

// A partition that is not full repeats its last sector with the same leaves.
TEST(PostStatement, RepeatsTheLastSector) {
  PostSector sectors[] = {{7, Fr::from_u64(70)}, {8, Fr::from_u64(80)}, {9, Fr::from_u64(90)}};
  PostStatement statement{find_sector("2KiB"), ApiVersion::k1_0_0, bytes32(0x11), 2, 10, sectors};
  std::vector<Fr> last = public_inputs(statement, 1);
  ASSERT_EQ(last.size(), 22u);
  EXPECT_EQ(last[0], Fr::from_u64(90));
  EXPECT_EQ(std::vector<Fr>(last.begin(), last.begin() + 11),
            std::vector<Fr>(last.begin() + 11, last.end()));
  EXPECT_NE(public_inputs(statement, 0)[0], public_inputs(statement, 0)[11]);
}

}  // namespace
}  // namespace cuzk::filecoin
