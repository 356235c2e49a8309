// SPDX-License-Identifier: MIT OR Apache-2.0
// Parameter files: what a good one says, and that every damaged one is refused with its own code,
// the field, the offset and both numbers.
#include "groth16/params_file.h"

#include "groth16/bad_points.h"
#include "groth16/params_writer.h"
#include "groth16/sample_circuits.h"

namespace cuzk::groth16 {
namespace {

using base::ErrorCode;

const std::string kTiny = kReferenceFolder + "vectors/tiny.params";

// Offsets of the counts in tiny.params: 3 ic points, then h 15, l 11, a 14, b_g1 10, b_g2 10.
constexpr size_t kH = 868 + 3 * 96;
constexpr size_t kL = kH + 4 + 15 * 96;
constexpr size_t kA = kL + 4 + 11 * 96;
constexpr size_t kBG1 = kA + 4 + 14 * 96;
constexpr size_t kBG2 = kBG1 + 4 + 10 * 96;

class BadParams : public testing::Test {
 protected:
  // Opens the altered file and reads all its points.
  void expect_refused(ErrorCode code, const std::vector<std::string>& parts,
                      const std::vector<uint8_t>& bytes, SubgroupTest test = SubgroupTest::kNo) {
    auto path = folder_.write("some.params", bytes);
    std::vector<std::string> with_name = parts;
    with_name.push_back("some.params");
    expect_error(code, with_name, [&] { ParamsFile(path).check_points(test, {}); });
  }

  std::vector<uint8_t> with_count(size_t offset, uint32_t count) const {
    std::vector<uint8_t> out = good_;
    base::store_be(out.data() + offset, count);
    return out;
  }

  std::vector<uint8_t> first(size_t size) const {
    return {good_.begin(), good_.begin() + static_cast<ptrdiff_t>(size)};
  }

  TestFolder folder_;
  const std::vector<uint8_t> good_ = read_bytes(kTiny);
};

// daemon-reference.md 6.1, point 8: the published layout; the last size is that of the 32 GiB
// PoRep.
TEST(ParamsFile, StatesCountsAndPoints) {
  ParamsFile params(kTiny);
  EXPECT_EQ(params.counts(), (QueryCounts{15, 11, 14, 10, 10}));
  EXPECT_EQ(params.key().num_inputs(), 3u);
  EXPECT_EQ(params_bytes(3, params.counts()), params.bytes());
  EXPECT_EQ(params_bytes(328, {134217727, 130169893, 129753620, 33112282, 33112282}), 47373928632u);
  params.check_circuit(r1cs::record(TinyDefinition{}));
  EXPECT_TRUE(params.fits(r1cs::record(TinyDefinition{})));
  EXPECT_FALSE(params.fits(r1cs::record(MixedDefinition{})));
  std::vector<G1Affine> all(11), some(4);
  params.read<Fp>(Query::kL, 0, all);
  params.read<Fp>(Query::kL, 7, some);
  EXPECT_TRUE(std::equal(some.begin(), some.end(), all.begin() + 7));
  params.check_points(SubgroupTest::kYes, {});
}

TEST(ParamsFile, DigestIsTheFirstHalfOfBlake2b) {
  Json kat = read_kat();
  for (const Json& one : kat) {
    ParamsFile params(kKatFolder + one.at("name").get<std::string>() + ".params");
    EXPECT_EQ(params.digest({}), one.at("params_blake2b_digest"));
  }
}

TEST_F(BadParams, MissingEmptyOrNoFile) {
  expect_error(ErrorCode::kFileMissing, {"none.params"},
               [&] { ParamsFile(folder_ / "none.params"); });
  expect_error(ErrorCode::kFileEmpty, {"empty.params"},
               [&] { ParamsFile(folder_.write("empty.params", {})); });
  std::filesystem::create_directory(folder_ / "folder.params");
  expect_error(ErrorCode::kFileUnreadable, {"folder.params"},
               [&] { ParamsFile(folder_ / "folder.params"); });
}

// daemon-reference.md 5.1, fault 15: also within b_g2, whose points are twice as large.
TEST_F(BadParams, CutAtEveryBoundary) {
  expect_refused(ErrorCode::kParamsTruncated, {"868", "found 1"}, first(1));
  expect_refused(ErrorCode::kParamsTruncated, {"ic", "expected 3"}, first(kH - 1));
  expect_refused(ErrorCode::kParamsTruncated, {"h", "expected 4 bytes", "found 0"}, first(kH));
  expect_refused(ErrorCode::kParamsTruncated, {"h", "expected 15", "found room for 14"},
                 first(kL - 1));
  expect_refused(ErrorCode::kParamsTruncated, {"l", "found 3"}, first(kL + 3));
  expect_refused(ErrorCode::kParamsTruncated, {"a", "expected 14"}, first(kA + 500));
  expect_refused(ErrorCode::kParamsTruncated, {"b_g1", "expected 10"}, first(kBG2 - 1));
  expect_refused(ErrorCode::kParamsTruncated,
                 {"b_g2", "expected 10 points of 192", "found room for 9"},
                 first(good_.size() - 1));
  expect_refused(ErrorCode::kParamsTruncated, {"b_g2", "found room for 9"},
                 first(good_.size() - 96));
}

TEST_F(BadParams, TrailingData) {
  std::vector<uint8_t> longer = good_;
  longer.push_back(0);
  expect_refused(ErrorCode::kParamsTrailingData, {"expected 7896", "found 7897"}, longer);
}

TEST_F(BadParams, CountsThatLie) {
  for (uint32_t count : {0xffffffffu, 0x80000000u, 1000u}) {
    std::string expected = "expected " + std::to_string(count);
    expect_refused(ErrorCode::kParamsTruncated, {"ic", expected}, with_count(864, count));
    expect_refused(ErrorCode::kParamsTruncated, {"h", expected}, with_count(kH, count));
    expect_refused(ErrorCode::kParamsTruncated, {"l", expected}, with_count(kL, count));
    expect_refused(ErrorCode::kParamsTruncated, {"b_g2", expected}, with_count(kBG2, count));
  }
  expect_refused(ErrorCode::kParamsTrailingData, {"expected 7704", "found 7896"},
                 with_count(kBG2, 9));
  expect_refused(ErrorCode::kParamsTrailingData, {"found 7896"}, with_count(kBG2, 0));
}

// daemon-reference.md 5.1, fault 15: what does not decode is not passed over.
TEST_F(BadParams, EveryBadPointInEveryQuery) {
  struct Field {
    const char* name;
    size_t offset, bytes;
  };
  for (const Field& field :
       {Field{"alpha_g1", 0, 96}, Field{"h[0]", kH + 4, 96}, Field{"h[14]", kL - 96, 96},
        Field{"l[10]", kA - 96, 96}, Field{"a[5]", kA + 4 + 5 * 96, 96},
        Field{"b_g1[9]", kBG2 - 96, 96}, Field{"b_g2[3]", kBG2 + 4 + 3 * 192, 192}}) {
    auto at = good_.begin() + static_cast<ptrdiff_t>(field.offset);
    for (const BadPoint& bad : bad_points({at, at + static_cast<ptrdiff_t>(field.bytes)})) {
      SCOPED_TRACE(std::string(field.name) + ": " + bad.name);
      std::vector<uint8_t> altered = good_;
      std::copy(bad.bytes.begin(), bad.bytes.end(),
                altered.begin() + static_cast<ptrdiff_t>(field.offset));
      expect_refused(bad.code, {field.name, "byte " + std::to_string(field.offset)}, altered);
    }
  }
}

TEST_F(BadParams, SubgroupIsTestedOnDemand) {
  for (auto [offset, bytes] :
       {std::pair{kL + 4, g1_outside_subgroup()}, std::pair{kBG2 + 4, g2_outside_subgroup()}}) {
    std::vector<uint8_t> altered = good_;
    std::copy(bytes.begin(), bytes.end(), altered.begin() + static_cast<ptrdiff_t>(offset));
    ParamsFile(folder_.write("some.params", altered)).check_points(SubgroupTest::kNo, {});
    expect_refused(ErrorCode::kPointNotInSubgroup, {"[0]", "byte " + std::to_string(offset)},
                   altered, SubgroupTest::kYes);
  }
}

TEST_F(BadParams, OfAnotherCircuit) {
  r1cs::Circuit tiny = r1cs::record(TinyDefinition{});
  expect_error(ErrorCode::kParamsCountMismatch, {"mixed.params", "h", "expected 15", "found 7"},
               [&] { ParamsFile(kKatFolder + "mixed.params").check_circuit(tiny); });
  expect_error(ErrorCode::kParamsCountMismatch, {"product.params", "ic", "expected 3", "found 2"},
               [&] { ParamsFile(kKatFolder + "product.params").check_circuit(tiny); });
}

TEST(ParamsWriter, WithoutCommitNothingRemains) {
  TestFolder folder;
  {
    ParamsWriter writer(folder / "x.params",
                        read_verifying_key(kReferenceFolder + "vectors/tiny.vk"));
    writer.begin_query(0);
  }
  EXPECT_EQ(folder.count_files(), 0u);
}

}  // namespace
}  // namespace cuzk::groth16
