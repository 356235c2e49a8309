// SPDX-License-Identifier: MIT OR Apache-2.0
// What the statement check accepts, and that it lists all that does not hold.
#include "filecoin/post_check.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "base/error.h"
#include "filecoin/post_synthetic.h"
#include "filecoin/post_test_cases.h"

namespace cuzk::filecoin {
namespace {

using field::Fr;

// Empty if all holds.
std::string refusal_of(const PostProof& proof, const base::Bytes32& randomness, uint64_t partition,
                       const std::vector<PostRecord>& records) {
  try {
    check_post_records(proof, randomness, partition, records);
  } catch (const base::Error& error) {
    EXPECT_EQ(error.code(), base::ErrorCode::kVanillaMismatch);
    return error.text();
  }
  return {};
}

size_t count(const std::string& text, const std::string& part) {
  size_t found = 0;
  for (size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size()) ++found;
  return found;
}

// POST-37: inputs are those that the published libraries proved.
TEST(PostCheck, AcceptsTheReferenceAndDerivesItsInputs) {
  for (const std::string& name : kPostCases) {
    const PostCase post = load_post_case(name);
    const nlohmann::json inputs = read_vectors("reference/post/" + name + "/inputs.json")["inputs"];
    ASSERT_EQ(inputs.size(), post.partitions.size());
    for (const PostPartition& partition : post.partitions) {
      const std::vector<PostRecord> records = read_records(post, partition);
      EXPECT_EQ(refusal_of(*post.proof, post.randomness, partition.index, records), "") << name;
      const std::vector<Fr> derived =
          post_public_inputs(*post.proof, post.randomness, partition.index, records);
      const auto& expected = inputs[partition.index];
      ASSERT_EQ(derived.size(), expected.size()) << name;
      for (size_t i = 0; i < derived.size(); ++i) EXPECT_EQ(derived[i], fr(expected[i])) << i;
    }
  }
}

// The real 32 GiB sector of Curio: its randomness is zero, sector 1 of miner 1000.
TEST(PostCheck, OpeningsOfARealSectorHold) {
  const std::string bytes = read_binary(CUZK_VECTORS "/public/curio/post.vproof");
  const PostProof& proof = *find_post_proof("StackedDrgWindow32GiBV1");
  const std::vector<PostRecord> records = {read_post_record(proof, as_bytes(bytes), "it")};
  EXPECT_EQ(refusal_of(proof, {}, 0, records), "");
  EXPECT_EQ(count(refusal_of(proof, {}, 1, records), "index of the leaf"), 10u);
}

// POST-21, POST-51: the index of a partition counts in version 1.0.0 alone.
TEST(PostCheck, ThePartitionIndexCountsInTheFirstVersion) {
  for (const char* name : {"StackedDrgWindow2KiBV1", "StackedDrgWindow2KiBV1_1"}) {
    const PostProof& proof = *find_post_proof(name);
    const SyntheticPost wanted{
        .proof = &proof, .sectors = 2, .randomness = synthetic_randomness(3), .partition = 5};
    const std::vector<PostRecord> records = make_synthetic_post(wanted);
    EXPECT_EQ(refusal_of(proof, wanted.randomness, 5, records), "");
    EXPECT_EQ(refusal_of(proof, wanted.randomness, 0, records).empty(),
              proof.api == ApiVersion::k1_2_0);
  }
}

// A WindowPoSt of 40 sectors of which three are bad in different ways names exactly these three.
TEST(PostCheck, ListsEveryBadSector) {
  const PostProof& proof = *find_post_proof("StackedDrgWindow32GiBV1_1");
  const SyntheticPost wanted{
      .proof = &proof, .first_sector = 100, .sectors = 40, .randomness = synthetic_randomness(1)};
  std::vector<PostRecord> records = make_synthetic_post(wanted);
  records[3].comm_r += Fr::one();
  records[17].openings[4].leaf += Fr::one();
  records[17].openings[6].siblings[2] += Fr::one();
  records[39].openings[9].indices[0] ^= 1;
  records[39].openings[0].root += Fr::one();
  const std::string text = refusal_of(proof, wanted.randomness, 0, records);
  EXPECT_NE(text.find("3 of 40 sectors"), std::string::npos) << text;
  EXPECT_EQ(count(text, "\nsector "), 6u) << text;
  EXPECT_EQ(count(text, "\nsector 103: comm_r"), 1u) << text;
  EXPECT_EQ(count(text, "\nsector 117: challenge 4: root of leaf and path"), 1u) << text;
  EXPECT_EQ(count(text, "\nsector 117: challenge 6: root of leaf and path"), 1u) << text;
  EXPECT_EQ(count(text, "\nsector 139: challenge 9: index of the leaf"), 1u) << text;
  EXPECT_EQ(count(text, "\nsector 139: challenge 9: root of leaf and path"), 1u) << text;
  EXPECT_EQ(count(text, "\nsector 139: challenge 0: root that it states"), 1u) << text;
}

TEST(PostCheck, ManyBadSectorsAreNumbersOnly) {
  const PostProof& proof = *find_post_proof("StackedDrgWindow32GiBV1_1");
  const SyntheticPost wanted{.proof = &proof, .sectors = 30, .randomness = synthetic_randomness(1)};
  const std::string text =
      refusal_of(proof, synthetic_randomness(2), 0, make_synthetic_post(wanted));
  EXPECT_EQ(count(text, "\nsector "), 100u);
  EXPECT_NE(text.find("\nfurther sectors: 11, 12, 13"), std::string::npos) << text;
  EXPECT_TRUE(text.ends_with("29, 30"));
}

// POST-23, POST-50.
TEST(PostCheck, SectorsRiseAndTheLastMayBeRepeated) {
  for (const char* name : {"StackedDrgWindow32GiBV1", "StackedDrgWindow32GiBV1_1"}) {
    const PostProof& proof = *find_post_proof(name);
    const SyntheticPost wanted{
        .proof = &proof, .sectors = 3, .randomness = synthetic_randomness(1)};
    const std::vector<PostRecord> records = make_synthetic_post(wanted);
    const auto inputs = [&](const std::vector<PostRecord>& list) {
      return post_public_inputs(proof, wanted.randomness, 0, list);
    };
    std::vector<PostRecord> padded = records;
    padded.resize(2349, records.back());
    EXPECT_EQ(refusal_of(proof, wanted.randomness, 0, padded), "");
    EXPECT_EQ(inputs(padded), inputs(records));

    std::vector<PostRecord> turned = records;
    std::swap(turned[0], turned[1]);
    EXPECT_NE(refusal_of(proof, wanted.randomness, 0, turned).find("ascending order"),
              std::string::npos);
    std::vector<PostRecord> twice = {records[0], records[0], records[1]};
    EXPECT_NE(refusal_of(proof, wanted.randomness, 0, twice).find("ascending order"),
              std::string::npos);
    std::vector<PostRecord> other = {records[0], records[1], records[1]};
    other[2].comm_r += Fr::one();
    EXPECT_NE(refusal_of(proof, wanted.randomness, 0, other).find("ascending order"),
              std::string::npos);
  }
}

}  // namespace
}  // namespace cuzk::filecoin
