// SPDX-License-Identifier: MIT OR Apache-2.0
#include "filecoin/porep_check.h"

#include <functional>

#include "filecoin/c1_test_files.h"

namespace cuzk::filecoin {
namespace {

using base::ErrorCode;
using field::Fr;

TEST(PorepCheck, RealSectorsPass) {
  for (const char* name : kC1Cases) {
    const Json seal = Json::parse(load_text(seal_path(name, "seal.json")));
    const SealCommitOne c1 = read_text(load_c1(name));
    const StatementIdentity identity{seal["miner"].get<uint64_t>(), seal["sector"].get<uint64_t>()};
    EXPECT_NO_THROW(check_statement(c1)) << name;
    EXPECT_NO_THROW(check_statement(c1, &identity)) << name;
  }
}

// The replica is that of whom the chain will look up, whatever the file says.
TEST(PorepCheck, TheStatementIsTheIdentitys) {
  const Json seal = Json::parse(load_text(seal_path(kC1Cases[0], "seal.json")));
  const SealCommitOne c1 = read_text(load_c1(kC1Cases[0]));
  StatementIdentity identity{seal["miner"].get<uint64_t>(), seal["sector"].get<uint64_t>()};
  const auto inputs = [](const PorepStatement& statement) { return public_inputs(statement, 0); };
  const PorepStatement stated =
      porep_statement(*c1.proof, c1.replica_id, c1.comm_d, c1.comm_r, c1.seed);
  EXPECT_EQ(inputs(statement_of(c1, nullptr)), inputs(stated));
  EXPECT_EQ(inputs(statement_of(c1, &identity)), inputs(stated));
  ++identity.sector_number;
  EXPECT_NE(inputs(statement_of(c1, &identity)), inputs(stated));
}

void expect_mismatch(const SealCommitOne& c1, std::vector<std::string> fragments,
                     const StatementIdentity* identity = nullptr) {
  try {
    check_statement(c1, identity);
    ADD_FAILURE() << "accepted, although: " << fragments.back();
  } catch (const base::Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kVanillaMismatch);
    fragments.push_back(": expected ");
    fragments.push_back(", found ");
    for (const std::string& fragment : fragments) {
      EXPECT_NE(error.text().find(fragment), std::string::npos)
          << "no \"" << fragment << "\" in: " << error.text();
    }
  }
}

struct WrongProof {
  std::function<void(ChallengeProof&)> change;
  const char* text;
};

const WrongProof kWrongProofs[] = {
    {[](ChallengeProof& p) { p.node ^= 1; }, "challenged node"},
    {[](ChallengeProof& p) { p.column.node ^= 1; }, "node of column c_x"},
    {[](ChallengeProof& p) { p.drg_parents[1].node ^= 1; }, "base parent 1, node"},
    {[](ChallengeProof& p) { p.exp_parents[7].node ^= 1; }, "expander parent 7, node"},
    {[](ChallengeProof& p) { p.data.leaf += Fr::one(); },
     "tree D path of the data, hash of the path (comm_d)"},
    {[](ChallengeProof& p) { p.data.root += Fr::one(); }, "tree D path of the data, root (comm_d)"},
    {[](ChallengeProof& p) { p.data.siblings[3] += Fr::one(); },
     "tree D path of the data, hash of the path"},
    {[](ChallengeProof& p) { p.data.indices[0] ^= 1; }, "tree D path of the data, leaf index"},
    {[](ChallengeProof& p) { p.replica.leaf += Fr::one(); },
     "replica leaf, the last label plus the data"},
    {[](ChallengeProof& p) { p.replica.root += Fr::one(); },
     "tree R path of the replica, root (comm_r_last)"},
    {[](ChallengeProof& p) { p.replica.siblings[8] += Fr::one(); },
     "tree R path of the replica, hash of the path"},
    {[](ChallengeProof& p) { p.replica.indices[1] ^= 2; },
     "tree R path of the replica, leaf index"},
    {[](ChallengeProof& p) { p.column.rows[0] += Fr::one(); }, "label of layer 1"},
    {[](ChallengeProof& p) { p.column.rows[1] += Fr::one(); }, "label of layer 2"},
    {[](ChallengeProof& p) { p.column.path.leaf += Fr::one(); },
     "column hash of the challenged node"},
    {[](ChallengeProof& p) { p.column.path.siblings[0] += Fr::one(); },
     "tree C path of the challenged node, hash"},
    {[](ChallengeProof& p) { p.drg_parents[5].rows[1] += Fr::one(); },
     "column hash of the base parent 5"},
    {[](ChallengeProof& p) { p.drg_parents[5].path.siblings[9] += Fr::one(); },
     "tree C path of the base parent 5, hash"},
    {[](ChallengeProof& p) { p.exp_parents[0].path.leaf += Fr::one(); },
     "column hash of the expander parent 0"},
    {[](ChallengeProof& p) { p.exp_parents[0].path.root += Fr::one(); },
     "tree C path of the expander parent 0, root (comm_c)"},
    {[](ChallengeProof& p) { p.exp_parents[0].path.indices[0] ^= 4; },
     "tree C path of the expander parent 0, leaf index"},
};

TEST(PorepCheck, WrongProofsAreNamed) {
  const SealCommitOne good = read_text(load_c1("2k-v1_1-b"));
  for (const WrongProof& wrong : kWrongProofs) {
    SealCommitOne c1 = good;
    wrong.change(c1.partitions[0][1]);
    expect_mismatch(c1, {"partition 0, challenge 1 (node ", wrong.text});
  }
  SealCommitOne late = read_text(load_c1("2k-non-interactive"));
  late.partitions[11][1].data.siblings[0] += Fr::one();
  late.partitions[12][0].data.siblings[0] += Fr::one();
  expect_mismatch(late, {"partition 11, challenge 1", "tree D"});
}

TEST(PorepCheck, WrongStatementsAreNamed) {
  for (const char* name : {"2k-v1_1-a", "2k-synthetic", "2k-non-interactive"}) {
    SealCommitOne c1 = read_text(load_c1(name));
    c1.comm_r += Fr::one();
    expect_mismatch(c1, {"partition 0, challenge 0", "comm_r, the hash of comm_c and comm_r_last"});
    c1 = read_text(load_c1(name));
    c1.comm_d += Fr::one();
    expect_mismatch(c1, {"partition 0, challenge 0", "root (comm_d)"});
    c1 = read_text(load_c1(name));
    c1.replica_id += Fr::one();
    expect_mismatch(
        c1, {"partition 0, challenge 0", "challenged node, as replica_id and randomness give it"});
    c1 = read_text(load_c1(name));
    c1.seed[3] ^= 1;
    if (c1.proof->feature == Feature::kNonInteractive) {
      EXPECT_NO_THROW(check_statement(c1));  // no seed in its challenges
    } else {
      expect_mismatch(c1, {"partition 0, challenge 0",
                           "challenged node, as replica_id and randomness give it"});
    }
  }
}

TEST(PorepCheck, WrongIdentity) {
  const SealCommitOne c1 = read_text(load_c1("2k-v1_1-a"));
  const StatementIdentity other_miner{1001, 1001}, other_sector{1000, 1002};
  expect_mismatch(c1, {"replica_id for miner 1001, sector 1001", "another miner"}, &other_miner);
  expect_mismatch(c1, {"replica_id for miner 1000, sector 1002"}, &other_sector);
  SealCommitOne changed = c1;
  changed.ticket[0] ^= 1;
  const StatementIdentity right{1000, 1001};
  expect_mismatch(changed, {"replica_id for miner 1000, sector 1001"}, &right);
}

}  // namespace
}  // namespace cuzk::filecoin
