// SPDX-License-Identifier: MIT OR Apache-2.0
#include "filecoin/c1_writer.h"

#include "filecoin/c1_test_files.h"
#include "filecoin/porep_synthetic.h"

namespace cuzk::filecoin {
namespace {

TEST(C1Writer, RealFilesComeBackByteForByte) {
  for (const char* name : kC1Cases) {
    const std::string file = load_c1(name);
    const SealCommitOne c1 = read_text(file);
    EXPECT_TRUE(write_c1(c1, *c1.sector_number) == file) << name;
  }
}

// No registered size below 32 GiB has a tree of two or three parts; these forms go round by
// synthetic sectors (64 GiB: porep_synthetic_slow_test.cc).
TEST(C1Writer, SizesWithoutSealProof) {
  const SealProof proof{0, "none", find_sector("4KiB"), ApiVersion::k1_1_0, Feature::kNone};
  const SealCommitOne c1 = make_synthetic_porep(proof, 1000, 1, 1);
  try {
    write_c1(c1, 1);
    FAIL();
  } catch (const base::Error& error) {
    EXPECT_EQ(error.code(), base::ErrorCode::kNotSupported);
    EXPECT_NE(error.text().find("found 4KiB"), std::string::npos) << error.text();
  }
}

}  // namespace
}  // namespace cuzk::filecoin
