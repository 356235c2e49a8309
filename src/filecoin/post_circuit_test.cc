// SPDX-License-Identifier: MIT OR Apache-2.0
// The FallbackPoSt circuit against the reference (post.md 9, 10): shape of the small sizes and of
// WinningPoSt at every size, counts, and the names of what it refuses. The whole 32 and 64 GiB
// partitions stand in post_circuit_slow_test.cc.
#include "filecoin/post_circuit.h"

#include <gtest/gtest.h>

#include <functional>

#include "filecoin/merkle.h"
#include "filecoin/post_test_cases.h"
#include "filecoin/witness_testing.h"
#include "r1cs/reference_digest.h"

namespace cuzk::filecoin {
namespace {

using field::Fr;

constexpr const char* kSizes[] = {"2KiB", "8MiB", "512MiB", "32GiB", "64GiB"};

// A record whose openings hold, each at another leaf of a tree of its own.
PostRecord made_record(const PostShape& shape, unsigned openings) {
  PostRecord record{.sector_number = 7, .comm_c = Fr::from_u64(11)};
  // All openings have the same children, so every path leads to the same root only if its
  // siblings equal the running node; such a tree has one node a level.
  Fr node = Fr::from_u64(5);
  Opening opening{.leaf = node};
  for (unsigned arity : shape.tree_arities) {
    opening.siblings.insert(opening.siblings.end(), arity - 1, node);
    node = merkle_node(NodeHash::kPoseidon, std::vector<Fr>(arity, node));
  }
  opening.root = node;
  for (unsigned n = 0; n < openings; ++n) {
    opening.indices = path_indices(shape.tree_arities, 1 + 5 * n);
    record.openings.push_back(opening);
  }
  record.comm_r_last = node;
  record.comm_r = replica_commitment(record.comm_c, record.comm_r_last);
  return record;
}

TEST(PostCircuit, OneAndTwoSectorsOfEverySize) {
  for (const char* size : kSizes) {
    PostShape shape = post_shape(PostKind::kWindow, *find_sector(size));
    shape.sectors = 1;
    r1cs::expect_reference_digest(std::string("post-s1-c10-") + size, compile_post(shape));
  }
  for (const char* size : {"32GiB", "64GiB"}) {
    PostShape shape = post_shape(PostKind::kWindow, *find_sector(size));
    shape.sectors = 2;
    r1cs::expect_reference_digest(std::string("post-s2-c10-") + size, compile_post(shape));
  }
}

TEST(PostCircuit, WindowPartitionsOfSmallSizes) {
  for (const char* size : {"2KiB", "8MiB", "512MiB"}) {
    const PostShape shape = post_shape(PostKind::kWindow, *find_sector(size));
    r1cs::expect_reference_digest(std::string("post-window-") + size, compile_post(shape));
  }
}

TEST(PostCircuit, WinningOfEverySize) {
  for (const char* size : kSizes) {
    const PostShape shape = post_shape(PostKind::kWinning, *find_sector(size));
    r1cs::expect_reference_digest(std::string("post-winning-") + size, compile_post(shape));
  }
}

// POST-41: the large partitions, whose digests are those of a slow test.
TEST(PostCircuit, CountsOfLargePartitions) {
  const r1cs::Circuit gib32 = compile_post(post_shape(PostKind::kWindow, *find_sector("32GiB")));
  EXPECT_EQ(gib32.num_constraints(), 125'279'217u);
  EXPECT_EQ(gib32.num_aux(), 126'902'376u);
  EXPECT_EQ(gib32.num_inputs(), 25'840u);
  EXPECT_EQ(gib32.log_domain(), 27u);
  const r1cs::Circuit gib64 = compile_post(post_shape(PostKind::kWindow, *find_sector("64GiB")));
  EXPECT_EQ(gib64.num_constraints(), 129'887'900u);
  EXPECT_EQ(gib64.num_aux(), 131'500'200u);
  EXPECT_EQ(gib64.num_inputs(), 25'301u);
}

// Aux values, rows of A, B and C of every case that the published libraries proved.
TEST(PostCircuit, WitnessesEqualTheReference) {
  for (const std::string& name : kPostCases) {
    SCOPED_TRACE(name);
    const PostCase post = load_post_case(name);
    const PostShape shape = post_shape(post.proof->kind, *post.proof->sector);
    const r1cs::Circuit circuit = compile_post(shape);
    const nlohmann::json expected = read_vectors("reference/post/" + name + "/witness.json");
    ASSERT_EQ(post.partitions.size(), expected.size());
    for (const PostPartition& partition : post.partitions) {
      const std::vector<PostRecord> records = read_records(post, partition);
      const auto sectors = post_values(post.proof->kind, shape, records);
      EXPECT_FALSE(check_post(shape, sectors));
      expect_partition(expected[partition.index], circuit, post_witness(shape, sectors));
    }
  }
}

TEST(PostCircuit, NamesTheConstraintThatWrongValuesBreak) {
  for (const char* size : {"2KiB", "64GiB"}) {
    PostShape shape = post_shape(PostKind::kWindow, *find_sector(size));
    shape.sectors = 2;
    const std::vector<PostRecord> records = {made_record(shape, 10), made_record(shape, 10)};
    const auto broken_by = [&](const std::function<void(std::vector<PostRecord>&)>& alter) {
      std::vector<PostRecord> altered = records;
      alter(altered);
      const auto broken = check_post(shape, post_values(PostKind::kWindow, shape, altered));
      if (!broken) return std::string("nothing");
      EXPECT_EQ(broken->name, post_row_name(shape, broken->row));
      return broken->name;
    };
    const Fr one = Fr::one();
    EXPECT_EQ(broken_by([](auto&) {}), "nothing");
    EXPECT_EQ(broken_by([&](auto& r) { r[1].comm_r += one; }), "sector 1/commitments/equal");
    EXPECT_EQ(broken_by([&](auto& r) { r[0].comm_c += one; }), "sector 0/commitments/equal");
    EXPECT_EQ(broken_by([&](auto& r) { r[1].openings[3].leaf += one; }),
              "sector 1/challenge 3/root/equal");
    EXPECT_EQ(broken_by([&](auto& r) { r[0].openings[9].siblings.back() += one; }),
              "sector 0/challenge 9/root/equal");
    // The root that the record states beside a path has no place in the circuit (POST-53).
    EXPECT_EQ(broken_by([&](auto& r) { r[0].openings[9].root += one; }), "nothing");
  }
}

// POST-50, POST-52.
TEST(PostCircuit, ShortPartitionsRepeatTheLastSector) {
  const PostShape window = post_shape(PostKind::kWindow, *find_sector("32GiB"));
  const std::vector<PostRecord> records = {made_record(window, 10), made_record(window, 10)};
  const auto sectors = post_values(PostKind::kWindow, window, records);
  ASSERT_EQ(sectors.size(), 2349u);
  EXPECT_EQ(sectors[0].openings.data(), records[0].openings.data());
  EXPECT_EQ(sectors[1].openings.data(), records[1].openings.data());
  EXPECT_EQ(sectors[2348].openings.data(), records[1].openings.data());

  const PostShape winning = post_shape(PostKind::kWinning, *find_sector("32GiB"));
  const std::vector<PostRecord> one = {made_record(winning, 66)};
  const auto unrolled = post_values(PostKind::kWinning, winning, one);
  ASSERT_EQ(unrolled.size(), 66u);
  EXPECT_EQ(unrolled[65].openings.data(), &one[0].openings[65]);
  EXPECT_EQ(unrolled[65].openings.size(), 1u);
}

TEST(PostCircuit, InputsAreThoseOfTheStatement) {
  PostShape shape = post_shape(PostKind::kWindow, *find_sector("2KiB"));
  const std::vector<PostRecord> records = {made_record(shape, 10)};
  const r1cs::Assignment made = post_witness(shape, post_values(PostKind::kWindow, shape, records));
  ASSERT_EQ(made.inputs.size(), 23u);
  for (size_t sector = 0; sector < 2; ++sector) {
    EXPECT_EQ(made.inputs[1 + 11 * sector], records[0].comm_r);
    for (size_t n = 0; n < 10; ++n) {
      EXPECT_EQ(made.inputs[2 + 11 * sector + n], Fr::from_u64((1 + 5 * n) % 64)) << n;
    }
  }
}

}  // namespace
}  // namespace cuzk::filecoin
