// SPDX-License-Identifier: MIT OR Apache-2.0
// The table of kinds has the reference's numbers, names, priorities and words
// (daemon-reference.md 1.4, 1.5 and 1.8), and no word belongs to two rows.
#include "filecoin/proof_kind.h"

#include <gtest/gtest.h>

#include <map>

namespace cuzk::filecoin {
namespace {

TEST(ProofKinds, HaveTheReferencesNumbersNamesAndPriorities) {
  EXPECT_EQ(find_proof_kind(0u), nullptr);
  EXPECT_EQ(find_proof_kind(5u), nullptr);
  ASSERT_EQ(proof_kinds().size(), 4u);
  EXPECT_STREQ(find_proof_kind(1u)->name, "porep-c2");
  EXPECT_EQ(find_proof_kind(2u)->priority, Priority::kNormal);
  EXPECT_EQ(find_proof_kind(3u)->priority, Priority::kHigh);
  EXPECT_EQ(find_proof_kind(4u)->priority, Priority::kCritical);
  EXPECT_STREQ(find_proof_kind(4u)->metric_name, "winning_post");
  for (const ProofKind& kind : proof_kinds()) EXPECT_EQ(find_proof_kind(kind.number), &kind);
}

TEST(ProofKinds, AreFoundByEveryNameOfTheReference) {
  const std::map<std::string, unsigned> names = {
      {"porep", 1},       {"porep-c2", 1},   {"seal-commit", 1}, {"snap", 2},
      {"snap-deals", 2},  {"update", 2},     {"snap-update", 2}, {"wpost", 3},
      {"window-post", 3}, {"windowpost", 3}, {"winning", 4},     {"winning-post", 4},
      {"winningpost", 4}};
  for (const auto& [name, number] : names) {
    ASSERT_NE(find_proof_kind(name), nullptr) << name;
    EXPECT_EQ(find_proof_kind(name)->number, number) << name;
  }
  EXPECT_EQ(find_proof_kind("update-poseidon"), &proof_kind_of(ParameterKind::kUpdatePoseidon));
  for (const char* name : {"", "seal", "porep_c2", "Porep"}) {
    EXPECT_EQ(find_proof_kind(name), nullptr) << name;
  }
  EXPECT_EQ(accepted_names(*find_proof_kind(1u)), "porep-c2, porep, seal-commit");
}

TEST(ProofKinds, NameTheirCircuits) {
  const auto name = [](unsigned kind, const char* size) {
    return circuit_name(*find_proof_kind(kind), *find_sector(size));
  };
  EXPECT_EQ(name(1, "32GiB"), "porep-32g");
  EXPECT_EQ(name(1, "2KiB"), "porep-2k");
  EXPECT_EQ(name(2, "64GiB"), "snap-64g");
  EXPECT_EQ(name(3, "32GiB"), "wpost-32g");
  EXPECT_EQ(name(4, "512MiB"), "winning-512m");
}

}  // namespace
}  // namespace cuzk::filecoin
