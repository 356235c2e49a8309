// SPDX-License-Identifier: MIT OR Apache-2.0
// What does not fit in an update's records is named, all of it; what passes is what the circuit
// accepts.
#include "filecoin/update_check.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "base/error.h"
#include "filecoin/update_circuit_testing.h"
#include "filecoin/update_synthetic.h"

namespace cuzk::filecoin {
namespace {

using field::Fr;

// Of 8 MiB, with four partitions.
const SectorUpdate& four_partitions() {
  static const SectorUpdate update = make_synthetic_update(*find_update_proof(1), 3);
  return update;
}

TEST(UpdateCheck, RightUpdatesPass) {
  EXPECT_NO_THROW(check_statement(real_update()));
  EXPECT_NO_THROW(check_statement(make_synthetic_update(*find_update_proof(0), 1)));
  EXPECT_NO_THROW(check_statement(four_partitions()));
}

struct WrongUpdate {
  std::function<void(UpdatePartition&)> change;
  std::vector<const char*> expected;  // all that is wrong then, in order
};

// Of challenge 4 where only one challenge is changed.
const WrongUpdate kWrongUpdates[] = {
    {[](UpdatePartition& p) { p.comm_c += Fr::one(); },
     {"partition 0: comm_r_old, the hash of comm_c and the old root",
      "partition 0: comm_r_new, the hash of comm_c and the new root"}},
    {[](UpdatePartition& p) { p.challenges[4].old_replica.indices[1] ^= 1; },
     {"proof_r_old, leaf index"}},
    {[](UpdatePartition& p) { p.challenges[4].old_replica.root += Fr::one(); },
     {"proof_r_old, root as in challenge 0"}},
    {[](UpdatePartition& p) { p.challenges[4].old_replica.siblings[5] += Fr::one(); },
     {"proof_r_old, hash of the path"}},
    {[](UpdatePartition& p) { p.challenges[4].old_replica.leaf += Fr::one(); },
     {"proof_r_old, hash of the path", "proof_r_new, leaf: the old label plus the data times rho"}},
    {[](UpdatePartition& p) { p.challenges[4].data.indices[0] ^= 1; }, {"proof_d_new, leaf index"}},
    {[](UpdatePartition& p) { p.challenges[4].data.root += Fr::one(); },
     {"proof_d_new, root (comm_d_new)"}},
    {[](UpdatePartition& p) { p.challenges[4].data.siblings[0] += Fr::one(); },
     {"proof_d_new, hash of the path (comm_d_new)", "proof_d_new, hash of its lower levels"}},
    {[](UpdatePartition& p) { p.challenges[4].data.siblings[4] += Fr::one(); },
     {"proof_d_new, hash of the path (comm_d_new)"}},
    {[](UpdatePartition& p) { p.challenges[4].new_replica.indices[0] ^= 1; },
     {"proof_r_new, leaf index"}},
    {[](UpdatePartition& p) { p.challenges[4].new_replica.root += Fr::one(); },
     {"proof_r_new, root as in challenge 0"}},
    {[](UpdatePartition& p) { p.challenges[4].new_replica.siblings[13] += Fr::one(); },
     {"proof_r_new, hash of the path"}},
    {[](UpdatePartition& p) { p.challenges[4].new_replica.leaf += Fr::one(); },
     {"proof_r_new, hash of the path", "proof_r_new, leaf: the old label plus the data times rho"}},
};

TEST(UpdateCheck, EverythingThatIsWrongIsNamed) {
  const SectorUpdate good = real_update();
  for (const WrongUpdate& wrong : kWrongUpdates) {
    SectorUpdate update = good;
    wrong.change(update.partitions[0]);
    const std::vector<std::string> found = update_mismatches(update);
    ASSERT_EQ(found.size(), wrong.expected.size()) << wrong.expected[0] << ", found " << found[0];
    for (size_t i = 0; i < found.size(); ++i) {
      EXPECT_NE(found[i].find(wrong.expected[i]), std::string::npos) << found[i];
      EXPECT_NE(found[i].find(": expected "), std::string::npos) << found[i];
    }
    try {
      check_statement(update);
      ADD_FAILURE() << "accepted: " << wrong.expected[0];
    } catch (const base::Error& error) {
      EXPECT_EQ(error.code(), base::ErrorCode::kVanillaMismatch);
      for (const std::string& text : found) {
        EXPECT_NE(error.text().find(text), std::string::npos) << error.text();
      }
    }
  }
}

TEST(UpdateCheck, WrongApexLeaves) {
  SectorUpdate update = four_partitions();
  update.partitions[2].apex_leaves[77] += Fr::one();
  const std::vector<std::string> found = update_mismatches(update);
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found[0].rfind("partition 2: comm_d_new, over the apex leaves", 0), 0u) << found[0];
}

// Records in another order: each names no partition, but has the challenges of its own.
TEST(UpdateCheck, PartitionsOutOfOrder) {
  SectorUpdate update = four_partitions();
  std::swap(update.partitions[1], update.partitions[3]);
  const std::vector<std::string> found = update_mismatches(update);
  for (const char* expected :
       {"partition 1: comm_d_new, over the apex leaves", "partition 1, challenge 0 (node ",
        "partition 3, challenge 9 (node "}) {
    EXPECT_TRUE(std::any_of(found.begin(), found.end(), [&](const std::string& text) {
      return text.rfind(expected, 0) == 0;
    })) << expected;
  }
}

TEST(UpdateCheck, WrongCommitments) {
  const auto first_mismatch = [](auto change) {
    SectorUpdate update = real_update();
    change(update.commitments);
    return update_mismatches(update).at(0);
  };
  const auto begins = [](const std::string& text, const char* expected) {
    EXPECT_EQ(text.rfind(expected, 0), 0u) << text;
  };
  begins(first_mismatch([](auto& c) { c.comm_r_old += Fr::one(); }), "partition 0: comm_r_old");
  begins(first_mismatch([](auto& c) { c.comm_r_new += Fr::one(); }), "partition 0: comm_r_new");
  begins(first_mismatch([](auto& c) { c.comm_d_new += Fr::one(); }), "partition 0: comm_d_new");
  // The text of the error stays readable.
  SectorUpdate update = real_update();
  update.commitments.comm_r_new += Fr::one();
  try {
    check_statement(update);
    ADD_FAILURE() << "accepted";
  } catch (const base::Error& error) {
    EXPECT_NE(error.text().find(" more"), std::string::npos) << error.text();
    EXPECT_LT(error.text().size(), 4000u);
  }
}

}  // namespace
}  // namespace cuzk::filecoin
