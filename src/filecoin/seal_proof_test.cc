// SPDX-License-Identifier: MIT OR Apache-2.0
// The rows of the seal proofs against the rules that their numbers and names follow (porep.md
// PAR-4, PAR-5; daemon-reference.md 6.1, point 5, and 2.4).
#include "filecoin/seal_proof.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace cuzk::filecoin {
namespace {

TEST(SealProof, NumbersNamesAndIds) {
  ASSERT_EQ(seal_proofs().size(), 20u);
  std::set<std::string> names;
  for (unsigned id = 0; id < 20; ++id) {
    const SealProof& proof = seal_proofs()[id];
    SCOPED_TRACE(proof.name);
    EXPECT_EQ(proof.id, id);
    EXPECT_EQ(find_seal_proof(id), &proof);
    EXPECT_EQ(find_seal_proof(proof.name), &proof);
    EXPECT_TRUE(names.insert(proof.name).second);
    // The name is made of its parts.
    static constexpr const char* kSuffixes[] = {"V1", "V1_1", "V1_1_Feat_SyntheticPoRep",
                                                "V1_2_Feat_NonInteractivePoRep"};
    EXPECT_EQ(proof.name, std::string("StackedDrg") + proof.sector->name + kSuffixes[id / 5]);
    EXPECT_EQ(vanilla_name(proof), std::string("StackedDrg") + proof.sector->name + "V1");
    EXPECT_EQ(proof.sector, seal_proofs()[id % 5].sector);
    EXPECT_EQ(porep_id(proof)[0], id);
  }
  EXPECT_EQ(find_seal_proof(20), nullptr);
  EXPECT_EQ(find_seal_proof("StackedDrg4KiBV1"), nullptr);
  EXPECT_EQ(find_seal_proof("stackeddrg2kibv1"), nullptr);
}

TEST(SealProof, VersionsAndPartitions) {
  EXPECT_EQ(find_seal_proof(4)->api, ApiVersion::k1_0_0);
  EXPECT_EQ(find_seal_proof(9)->api, ApiVersion::k1_1_0);
  EXPECT_EQ(find_seal_proof(13)->api, ApiVersion::k1_2_0);
  EXPECT_EQ(find_seal_proof(13)->feature, Feature::kSynthetic);
  EXPECT_EQ(find_seal_proof(18)->api, ApiVersion::k1_2_0);
  EXPECT_EQ(find_seal_proof(18)->feature, Feature::kNonInteractive);
  EXPECT_EQ(partition_count(*find_sector("32GiB"), Feature::kSynthetic), 10u);
  EXPECT_EQ(partition_count(*find_sector("64GiB"), Feature::kNonInteractive), 126u);
  EXPECT_EQ(partition_count(*find_sector("2KiB"), Feature::kNonInteractive), 13u);
}

}  // namespace
}  // namespace cuzk::filecoin
