// SPDX-License-Identifier: MIT OR Apache-2.0
// Keys of the network and of the reference are read and written back unchanged; every way to damage
// one is refused with its own code, the field and the offset.
#include "groth16/verifying_key.h"

#include "groth16/bad_points.h"
#include "groth16/params_file.h"
#include "groth16/sample_circuits.h"

namespace cuzk::groth16 {
namespace {

using base::ErrorCode;

TEST(VerifyingKey, ReadsAndWritesKnownKeys) {
  for (const std::string& path :
       {kKatFolder + "product.vk", kKatFolder + "mixed.vk", kReferenceFolder + "vectors/tiny.vk",
        kReferenceFolder + "porep/2k-v1_1-a/verifying-key.vk",
        kReferenceFolder + "post/winning-2k/verifying-key.vk"}) {
    VerifyingKey key = read_verifying_key(path);
    EXPECT_EQ(encode_verifying_key(key), read_bytes(path)) << path;
  }
}

// A .params file begins with its .vk file (G16-303; daemon-reference.md 6.1, point 8).
TEST(VerifyingKey, IsTheBeginningOfTheParameters) {
  ParamsFile params(kReferenceFolder + "vectors/tiny.params");
  EXPECT_EQ(params.key(), read_verifying_key(kReferenceFolder + "vectors/tiny.vk"));
}

TEST(VerifyingKey, RefusesWrongLengths) {
  std::vector<uint8_t> good = read_bytes(kReferenceFolder + "vectors/tiny.vk");
  auto decode = [](std::vector<uint8_t> bytes) {
    return [bytes] { decode_verifying_key(bytes, "some.vk"); };
  };
  auto cut = [&](size_t size) {
    return std::vector<uint8_t>(good.begin(), good.begin() + static_cast<ptrdiff_t>(size));
  };
  expect_error(ErrorCode::kKeyTruncated, {"some.vk", "868", "found 0"}, decode({}));
  expect_error(ErrorCode::kKeyTruncated, {"some.vk", "868", "found 867"}, decode(cut(867)));
  expect_error(ErrorCode::kKeyTruncated, {"ic", "expected 3", "found room for 0"},
               decode(cut(868)));
  expect_error(ErrorCode::kKeyTruncated, {"ic", "expected 3", "found room for 2"},
               decode(cut(good.size() - 1)));
  std::vector<uint8_t> longer = good;
  longer.push_back(0);
  expect_error(ErrorCode::kKeyTrailingData, {"expected 1156", "found 1157"}, decode(longer));
  std::vector<uint8_t> lying = good;
  base::store_be(lying.data() + 864, uint32_t{0xffffffff});
  expect_error(ErrorCode::kKeyTruncated, {"expected 4294967295", "found room for 3"},
               decode(lying));
  base::store_be(lying.data() + 864, uint32_t{2});
  expect_error(ErrorCode::kKeyTrailingData, {"expected 1060", "found 1156"}, decode(lying));
  expect_error(ErrorCode::kFileMissing, {"nowhere.vk"},
               [] { read_verifying_key("/nonexistent/nowhere.vk"); });
}

TEST(VerifyingKey, RefusesEveryBadPointInEveryField) {
  const std::vector<uint8_t> good = read_bytes(kReferenceFolder + "vectors/tiny.vk");
  struct Field {
    const char* name;
    size_t offset, bytes;
  };
  for (const Field& field :
       {Field{"alpha_g1", 0, 96}, Field{"beta_g1", 96, 96}, Field{"beta_g2", 192, 192},
        Field{"gamma_g2", 384, 192}, Field{"delta_g1", 576, 96}, Field{"delta_g2", 672, 192},
        Field{"ic[0]", 868, 96}, Field{"ic[2]", 1060, 96}}) {
    auto at = good.begin() + static_cast<ptrdiff_t>(field.offset);
    std::vector<BadPoint> cases = bad_points({at, at + static_cast<ptrdiff_t>(field.bytes)});
    cases.push_back({"outside the subgroup", ErrorCode::kPointNotInSubgroup,
                     field.bytes == 96 ? g1_outside_subgroup() : g2_outside_subgroup()});
    for (const BadPoint& bad : cases) {
      SCOPED_TRACE(std::string(field.name) + ": " + bad.name);
      std::vector<uint8_t> altered = good;
      std::copy(bad.bytes.begin(), bad.bytes.end(),
                altered.begin() + static_cast<ptrdiff_t>(field.offset));
      expect_error(bad.code, {"some.vk", field.name, "byte " + std::to_string(field.offset)},
                   [&] { decode_verifying_key(altered, "some.vk"); });
    }
  }
}

}  // namespace
}  // namespace cuzk::groth16
