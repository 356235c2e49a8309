// SPDX-License-Identifier: MIT OR Apache-2.0
// The eight sizes that take less than a second; 32 and 64 GiB stand in
// porep_synthetic_slow_test.cc.
#include "filecoin/porep_synthetic.h"

#include "filecoin/c1_test_files.h"
#include "filecoin/c1_writer.h"
#include "filecoin/porep_check.h"

namespace cuzk::filecoin {
namespace {

TEST(PorepSynthetic, EverySmallSizeAndVersionPasses) {
  for (const Sector& sector : sectors()) {
    if (sector.layers > 2) continue;
    for (const ApiVersion api : {ApiVersion::k1_0_0, ApiVersion::k1_1_0}) {
      const SealProof proof{api == ApiVersion::k1_0_0 ? 0u : 5u, "any", &sector, api,
                            Feature::kNone};
      const SealCommitOne c1 = make_synthetic_porep(proof, 1234, 77, 5);
      const StatementIdentity identity{1234, 77};
      EXPECT_NO_THROW(check_statement(c1, &identity)) << sector.name;
      EXPECT_EQ(c1.partitions.size(), sector.partitions);
      EXPECT_EQ(c1.partitions[0].size(), sector.challenges);
    }
  }
}

TEST(PorepSynthetic, WrittenAndReadAgain) {
  for (const char* name : {"StackedDrg2KiBV1", "StackedDrg8MiBV1_1", "StackedDrg512MiBV1_1"}) {
    const std::string file = write_c1(make_synthetic_porep(*find_seal_proof(name), 1000, 3, 9), 3);
    const SealCommitOne c1 = read_text(file);
    const StatementIdentity identity{1000, 3};
    EXPECT_NO_THROW(check_statement(c1, &identity)) << name;
    EXPECT_TRUE(write_c1(c1, 3) == file) << name;
  }
}

TEST(PorepSynthetic, SameArgumentsSameSector) {
  const SealProof& proof = *find_seal_proof("StackedDrg2KiBV1_1");
  const auto text = [&](uint64_t miner, uint64_t sector, uint64_t seed) {
    return write_c1(make_synthetic_porep(proof, miner, sector, seed), 1);
  };
  EXPECT_EQ(text(1000, 1, 1), text(1000, 1, 1));
  EXPECT_NE(text(1000, 1, 1), text(1000, 1, 2));
  EXPECT_NE(text(1000, 1, 1), text(1000, 2, 1));
  EXPECT_NE(text(1000, 1, 1), text(1001, 1, 1));
}

TEST(PorepSynthetic, OtherFeaturesNeedASealing) {
  for (const SealProof& proof : seal_proofs()) {
    if (proof.feature == Feature::kNone) continue;
    try {
      make_synthetic_porep(proof, 1000, 1, 1);
      ADD_FAILURE() << proof.name;
    } catch (const base::Error& error) {
      EXPECT_EQ(error.code(), base::ErrorCode::kNotSupported);
      EXPECT_NE(error.text().find(proof.name), std::string::npos) << error.text();
      EXPECT_NE(error.text().find("depend on comm_r"), std::string::npos) << error.text();
    }
  }
}

}  // namespace
}  // namespace cuzk::filecoin
