// SPDX-License-Identifier: MIT OR Apache-2.0
// The reader of PoSt records against the reference's bytes, and against every way to spoil them.
#include "filecoin/post_bincode.h"

#include <gtest/gtest.h>

#include "base/digest.h"
#include "base/error.h"
#include "filecoin/post_test_cases.h"

namespace cuzk::filecoin {
namespace {

using base::ErrorCode;

TEST(PostBincode, RecordsOfTheReferenceBothWays) {
  for (const std::string& name : kPostCases) {
    const PostCase post = load_post_case(name);
    for (const PostPartition& partition : post.partitions) {
      for (const std::string& bytes : partition.records) {
        ASSERT_EQ(bytes.size(), post_record_bytes(*post.proof)) << name;
        const PostRecord record = read_post_record(*post.proof, as_bytes(bytes), name);
        EXPECT_EQ(write_post_record(*post.proof, record), bytes) << name;
      }
    }
  }
}

// A record of a real 32 GiB sector (tests/vectors/public/sources.md).
TEST(PostBincode, ARecordOfCurioBothWays) {
  const std::string bytes = read_binary(CUZK_VECTORS "/public/curio/post.vproof");
  const PostProof& proof = *find_post_proof("StackedDrgWindow32GiBV1");
  const PostRecord record = read_post_record(proof, as_bytes(bytes), "post.vproof");
  EXPECT_EQ(record.sector_number, 1u);
  EXPECT_EQ(write_post_record(proof, record), bytes);
}

// POST-62.
TEST(PostBincode, LengthsOfTheSizes) {
  const uint64_t winning[] = {36'816, 100'176, 131'856, 164'064, 167'760};
  const uint64_t window[] = {5'680, 15'280, 20'080, 24'960, 25'520};
  for (unsigned size = 0; size < 5; ++size) {
    EXPECT_EQ(post_record_bytes(*find_post_proof(size)), winning[size]);
    EXPECT_EQ(post_record_bytes(*find_post_proof(5 + size)), window[size]);
    EXPECT_EQ(post_record_bytes(*find_post_proof(10 + size)), window[size]);
  }
}

struct Refusal {
  ErrorCode code;
  std::string text;
};

Refusal refusal(const PostProof& proof, const std::string& bytes) {
  try {
    read_post_record(proof, as_bytes(bytes), "it");
  } catch (const base::Error& error) {
    return {error.code(), error.text()};
  }
  return {ErrorCode::kInternal, "nothing was refused"};
}

TEST(PostBincode, EveryCutIsRefused) {
  const PostCase post = load_post_case("window-2k-v1_2-one-sector");
  const std::string bytes = post.partitions[0].records[0];
  for (size_t length = 0; length < bytes.size(); ++length) {
    ASSERT_EQ(refusal(*post.proof, bytes.substr(0, length)).code, ErrorCode::kRecordLength);
  }
  EXPECT_EQ(refusal(*post.proof, bytes + '\0').code, ErrorCode::kRecordLength);
}

// A field of a record, by where it stands, and a value that it must not have.
struct Spoiled {
  const char* field;
  size_t at;
  size_t width;
  uint64_t value;  // ~0 in every byte for a field element
  ErrorCode code;
};

void expect_refusals(const PostProof& proof, const std::string& bytes,
                     const std::vector<Spoiled>& cases) {
  for (const Spoiled& spoiled : cases) {
    std::string altered = bytes;
    for (size_t i = 0; i < spoiled.width; ++i) {
      altered[spoiled.at + i] =
          spoiled.width == 32 ? '\xff' : static_cast<char>(spoiled.value >> (8 * i));
    }
    const Refusal found = refusal(proof, altered);
    EXPECT_EQ(found.code, spoiled.code) << spoiled.field << ": " << found.text;
    EXPECT_NE(found.text.find(spoiled.field), std::string::npos) << found.text;
    EXPECT_NE(found.text.find("byte " + std::to_string(spoiled.at)), std::string::npos)
        << spoiled.field << ": " << found.text;
  }
}

// 2 KiB: variant, root, leaf, then two levels of arity 8 (240 bytes each).
TEST(PostBincode, NamesTheFieldThatIsSpoiled) {
  const PostCase post = load_post_case("window-2k-v1_2-one-sector");
  const size_t first = 8 + 32 + 8 + 8, proof = 556, path = 4 + 64, level = 240;
  const size_t last = first + 9 * proof, end = first + 10 * proof;
  const uint64_t huge = UINT64_MAX;
  expect_refusals(
      *post.proof, post.partitions[0].records[0],
      {{"comm_r", 8, 32, 0, ErrorCode::kRecordNotCanonical},
       {"number of vanilla_proof", 40, 8, 0, ErrorCode::kRecordCount},
       {"number of vanilla_proof", 40, 8, 2, ErrorCode::kRecordCount},
       {"number of vanilla_proof", 40, 8, huge, ErrorCode::kRecordCount},
       {"number of inclusion_proofs", 48, 8, 0, ErrorCode::kRecordCount},
       {"number of inclusion_proofs", 48, 8, 9, ErrorCode::kRecordCount},
       {"number of inclusion_proofs", 48, 8, 66, ErrorCode::kRecordCount},
       {"number of inclusion_proofs", 48, 8, huge, ErrorCode::kRecordCount},
       {"inclusion_proofs[0].variant", first, 4, 1, ErrorCode::kRecordPathShape},
       {"inclusion_proofs[0].variant", first, 4, 2, ErrorCode::kRecordPathShape},
       {"inclusion_proofs[9].variant", last, 4, 0xffffffff, ErrorCode::kRecordPathShape},
       {"inclusion_proofs[0].root", first + 4, 32, 0, ErrorCode::kRecordNotCanonical},
       {"inclusion_proofs[0].leaf", first + 36, 32, 0, ErrorCode::kRecordNotCanonical},
       {"inclusion_proofs[9].leaf", last + 36, 32, 0, ErrorCode::kRecordNotCanonical},
       {"path[0].levels from here", first + path, 8, 0, ErrorCode::kRecordPathShape},
       {"path[0].levels from here", first + path, 8, 1, ErrorCode::kRecordPathShape},
       {"path[0].levels from here", first + path, 8, 3, ErrorCode::kRecordPathShape},
       {"path[0].levels from here", last + path, 8, huge, ErrorCode::kRecordPathShape},
       {"path[0].number of hashes", first + path + 8, 8, 0, ErrorCode::kRecordPathShape},
       {"path[0].number of hashes", first + path + 8, 8, 1, ErrorCode::kRecordPathShape},
       {"path[0].number of hashes", first + path + 8, 8, 8, ErrorCode::kRecordPathShape},
       {"path[0].number of hashes", first + path + 8, 8, huge, ErrorCode::kRecordPathShape},
       {"path[0].hashes", first + path + 16, 32, 0, ErrorCode::kRecordNotCanonical},
       {"path[0].hashes", first + path + 208, 32, 0, ErrorCode::kRecordNotCanonical},
       {"path[0].index", first + path + 240, 8, 8, ErrorCode::kRecordPathIndex},
       {"path[0].index", first + path + 240, 8, huge, ErrorCode::kRecordPathIndex},
       {"path[1].number of hashes", first + path + 8 + level, 8, 3, ErrorCode::kRecordPathShape},
       {"path[1].hashes", first + path + 16 + level, 32, 0, ErrorCode::kRecordNotCanonical},
       {"path[1].index", last + path + 240 + level, 8, 1u << 16, ErrorCode::kRecordPathIndex},
       {"comm_c", end, 32, 0, ErrorCode::kRecordNotCanonical},
       {"comm_r_last", end + 32, 32, 0, ErrorCode::kRecordNotCanonical}});
}

// 32 GiB: the sub path has a count of its own, root and leaf stand behind it.
TEST(PostBincode, NamesTheFieldOfALargeSector) {
  const size_t first = 8 + 32 + 8 + 8, levels = first + 4, sub = levels + 8 + 9 * 240;
  expect_refusals(*find_post_proof("StackedDrgWindow32GiBV1"),
                  read_binary(CUZK_VECTORS "/public/curio/post.vproof"),
                  {{"inclusion_proofs[0].variant", first, 4, 0, ErrorCode::kRecordPathShape},
                   {"path[0].levels from here", levels, 8, 10, ErrorCode::kRecordPathShape},
                   {"path[9].levels from here", sub, 8, 2, ErrorCode::kRecordPathShape},
                   {"path[9].index", sub + 8 + 8 + 7 * 32, 8, 8, ErrorCode::kRecordPathIndex},
                   {"[0].root", sub + 8 + 240, 32, 0, ErrorCode::kRecordNotCanonical},
                   {"[0].leaf", sub + 8 + 272, 32, 0, ErrorCode::kRecordNotCanonical}});
}

}  // namespace
}  // namespace cuzk::filecoin
