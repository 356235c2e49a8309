// SPDX-License-Identifier: MIT OR Apache-2.0
// Synthetic updates against the fixed vectors of update.md UPD-93: labels 7, data 5, comm_c 11.
#include "filecoin/update_synthetic.h"

#include <gtest/gtest.h>

#include "base/digest.h"
#include "filecoin/update_circuit_testing.h"
#include "filecoin/update_statement.h"

namespace cuzk::filecoin {
namespace {

using field::Fr;

struct CommitmentsRow {
  const char *sector, *comm_r_old, *comm_d_new, *comm_r_new;
};
const CommitmentsRow kCommitments[] = {
    {"2KiB", "e2070dd36632ededea6e59202e37d86dd7ccee3eaf4f8e0445b7325a98df3145",
     "939a24ac0272ecb0585f55f2117b3707f9cdf1de6646acfc68cee74c07fa8d1d",
     "a42be9c6a417f54c7ff8d23cfbf9bba4de9b12900bfc459eb283bfd4ae84d53f"},
    {"32KiB", "428305cc03a2623fd61e2bd1c3036665199c261a728a3d71cf75b6cc87419328",
     "7167a344edb6126de0b9700ad5d708ba3061a25d5ec95e2ae90ebfbd8fc9410b",
     "a131648ca79510ff3363c1155404e177deec54529a78c76fcf6171ff57b9f26d"},
    {"8MiB", "4e460130e9354ae0263d8f8a6516d19a32e9e0174b94d4c838ab04a983cf8f2f",
     "d188827a7f11978e9dffae69dbd758535c8e42c12e85a6acabe6a54c2bec4e02",
     "86a0781ab749d6de1d727a52587cbb6084ec935ecfe19c16a1e39fba94c9542e"},
    {"512MiB", "61e9481fee05b704bb1da64ffce850ee76b7e442f97c334b51f9230b74e44b5e",
     "55d1cfb58723aede94a4d844d4a8f8932c8cf40c3013b71d3781ce74fd3db817",
     "979b341ec50908f4b14b40b81c8f85dbb8eb11b8b1455ec1ddd0e726e2374b67"},
    {"32GiB", "2fd86547354769eb3f249fc5f4761a1bfaff9ecfc75f600aa25a4ca554daf15b",
     "ece819663c607710a413980095203f902107ddf4a4fdf61c47c3f9b879f6cd31",
     "0e5ecf87cc1a3dd6bafc14bb478bc62d7732d0500aa0826d51024e454b859026"},
    {"64GiB", "8fbd1f4824c209282dfcb4cbc099f85da78fecb7a9591895be1caf1b1d585024",
     "a15866c1205f92fbfc2f25aa5cb3966cc06753eb04a26e2c5686a00748aadf21",
     "958f98a78d5984be390cd3f16a44a1d7b2f32c403df78f54e1c5acd28bdfd53f"},
};

struct RhoRow {
  const char *sector, *phi, *first, *last;
};
const RhoRow kRhos[] = {
    {"2KiB", "1f88e8fa0e422e0ca85572502ca1f320b13a9f6fbedda19976459d106373e74e",
     "bf65b9552021dc4821a254e5b6961f0fc1e17fd1e52bcd0e9fcb3891ff3a0245",
     "56073c92d8ceb2583543f355f0794669dd537d98aad3c05276698d8b52090962"},
    {"8MiB", "f0256e5ec295ca62a26d6047e231aab0562030816828d739b9eb60e06ed3742f",
     "17d3072b726fe3f173b48277cf275ada7e342cdc61042beb69ba3f1d0550ba2e",
     "0e439eec3b21c76fad8c445d634abe821d872ad73bd0d0229c73f7dc717c513e"},
    {"512MiB", "068716a3485749c7f8b60f40f7043a3af7ff61c4204d7cd7d08b574384518352",
     "b8fc2ad5c1e65b663564dea03a036c09a32900d7b20c92f88954e51fb8d3464c",
     "3879e4852221c61fea31cae2ade79b9d6809617a8663fe142777cfd4bdd9a804"},
    {"32GiB", "d389d6f08da4e7b880187b5b6957e7b9070b6c14c9a4ebec5e8c87ec950d5d4e",
     "ae1a053c504e26e5ed02943af25be5b08b54d212220cdee0c3724b4970119558",
     "8e10117861839079f60c599b74ee21593d6338468ceb75cc97fcc45ddd6cdf02"},
    {"64GiB", "002307704e2e7e30dabdbe467ac999d39f7f950db39074171791f17cb1d7c519",
     "d99213e026f9ebd81282c3daea0bcea6f3b50c7d2a2d349d7e524d62911b1755",
     "0b2279eb5647414f69c1132453d6df7764fb1cec76b9838924a4e65753897f19"},
};

struct RecordRow {
  const char* sector;
  unsigned k;
  std::vector<uint64_t> first_challenges;
  uint64_t last_challenge;
  const char* sha256;
};
const RecordRow kRecords[] = {
    {"2KiB",
     0,
     {9, 29, 61, 62, 4},
     19,
     "eff079c9e5a1c54dd2c0024eaeb7f781378280d768fc7660560c601721a21e48"},
    {"8MiB",
     0,
     {20072, 39378, 25779, 41625, 55598},
     33719,
     "e1a22ab1f1e326e60268c331c25b65685a7e3af63141f09147605efd361cceda"},
    {"8MiB",
     1,
     {90178, 85907, 116826, 97536, 73663},
     86295,
     "e895c5dbe6770edc69258e758e8278e78098478362ce0fcd2d6cda4142e75348"},
    {"512MiB",
     0,
     {439238, 965413, 732055, 779925, 779229},
     761345,
     "dffaf501662f87051a1bdbc9db47b343e8f3911805ca799cbdbdb315a3848022"},
    {"512MiB",
     1,
     {1596240, 1106507, 1919560, 1266221, 1483038},
     1272284,
     "60e698e0f1a9873bbc2845404c51d07b71de9325e2dbe129abbb5040cf5aafcd"},
    {"32GiB",
     0,
     {41045502, 17095361, 20875857, 49948981, 22562689},
     45913316,
     "1397511e69d0cb8eaef47ed3a6fa615311a2f9d9dd2f6f291e63c95623a3f1fc"},
    {"32GiB",
     1,
     {82735318, 71455858, 86295049, 105149709, 134003810},
     113138736,
     "80864de6375cbc5a4261cf1346868ab20cd0f44733a78ce945a793e999c41bca"},
    {"64GiB",
     0,
     {24176188, 113270218, 30639348, 64925493, 92974602},
     69421433,
     "154447895024d20306ec77a29d02a17ffd7fe571aa9b69c1fc55ead0cb6ad6ff"},
    {"64GiB",
     1,
     {179889398, 173367505, 166088771, 208922736, 264187217},
     266478728,
     "c65587e3f5189061f95cd3f2b2b8873a62f00688d221a9b3f71409d1d568b607"},
};

UpdateShape shape_of(std::string_view sector) {
  return sector == "32KiB" ? large_update_shapes()[1].shape : update_shape_of(sector.data());
}

void expect_records(std::string_view sector, const UpdateShape& shape, const SectorUpdate& update) {
  for (const RecordRow& row : kRecords) {
    if (row.sector != sector) continue;
    std::vector<uint64_t> nodes = update_challenges(shape, update.commitments.comm_r_new, row.k);
    EXPECT_EQ(nodes.back(), row.last_challenge);
    nodes.resize(row.first_challenges.size());
    EXPECT_EQ(nodes, row.first_challenges);
    const std::string record = write_update_record(shape, update.partitions[row.k]);
    EXPECT_EQ(base::to_hex(base::sha256(record)), row.sha256) << "partition " << row.k;
  }
}

TEST(UpdateSynthetic, FixedVectors) {
  const auto constant = [](uint64_t value) {
    return [value](uint64_t, uint64_t) { return Fr::from_u64(value); };
  };
  for (const CommitmentsRow& row : kCommitments) {
    SCOPED_TRACE(row.sector);
    const UpdateShape shape = shape_of(row.sector);
    const SectorUpdate update = make_update(shape, {Fr::from_u64(11), constant(7), constant(5)});
    EXPECT_EQ(update.commitments.comm_r_old, fr(row.comm_r_old));
    EXPECT_EQ(update.commitments.comm_d_new, fr(row.comm_d_new));
    EXPECT_EQ(update.commitments.comm_r_new, fr(row.comm_r_new));
    expect_records(row.sector, shape, update);
  }
}

TEST(UpdateSynthetic, PhiAndRho) {
  for (const RhoRow& row : kRhos) {
    for (const CommitmentsRow& commitments : kCommitments) {
      if (std::string_view(row.sector) != commitments.sector) continue;
      const Fr phi =
          update_phi({fr(commitments.comm_r_old), Fr::zero(), fr(commitments.comm_d_new)});
      EXPECT_EQ(phi, fr(row.phi)) << row.sector;
      EXPECT_EQ(update_rho(phi, 0), fr(row.first)) << row.sector;
      const uint64_t highest = (1u << update_h(shape_of(row.sector).log_nodes)) - 1;
      EXPECT_EQ(update_rho(phi, highest), fr(row.last)) << row.sector;
    }
  }
}

TEST(UpdateSynthetic, TheSeedDecides) {
  const auto comm_r_new = [](uint64_t seed) {
    return make_synthetic_update(*find_update_proof(0), seed).commitments.comm_r_new;
  };
  EXPECT_EQ(comm_r_new(1), comm_r_new(1));
  EXPECT_NE(comm_r_new(1), comm_r_new(2));
}

}  // namespace
}  // namespace cuzk::filecoin
