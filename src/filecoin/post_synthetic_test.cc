// SPDX-License-Identifier: MIT OR Apache-2.0
#include "filecoin/post_synthetic.h"

#include <gtest/gtest.h>

#include "filecoin/post_check.h"
#include "filecoin/post_circuit.h"

namespace cuzk::filecoin {
namespace {

// Every registered proof: check and circuit hold.
TEST(PostSynthetic, SatisfiesCheckAndCircuit) {
  for (const PostProof& proof : post_proofs()) {
    const SyntheticPost wanted{.proof = &proof,
                               .sectors = std::min(2u, records_max(proof.kind, *proof.sector)),
                               .randomness = synthetic_randomness(proof.id),
                               .partition = proof.kind == PostKind::kWindow ? 2u : 0u};
    const std::vector<PostRecord> records = make_synthetic_post(wanted);
    check_post_records(proof, wanted.randomness, wanted.partition, records);
    PostShape shape = post_shape(proof.kind, *proof.sector);
    if (proof.kind == PostKind::kWindow) shape.sectors = 2;
    const auto broken = check_post(shape, post_values(proof.kind, shape, records));
    EXPECT_FALSE(broken) << proof.name << ": " << broken->name;
  }
}

TEST(PostSynthetic, TheSameArgumentsMakeTheSameRecords) {
  const auto root = [](uint64_t seed) {
    return make_synthetic_post({.proof = find_post_proof(10),
                                .randomness = synthetic_randomness(1),
                                .seed = seed})[0]
        .comm_r_last;
  };
  EXPECT_EQ(root(1), root(1));
  EXPECT_NE(root(1), root(2));
}

// POST-10.
TEST(PostSynthetic, RandomnessIsAFieldElement) {
  for (uint64_t seed = 0; seed < 100; ++seed) {
    EXPECT_TRUE(field::Fr::from_bytes_le(synthetic_randomness(seed)));
  }
}

}  // namespace
}  // namespace cuzk::filecoin
