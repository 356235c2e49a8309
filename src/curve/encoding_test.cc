// SPDX-License-Identifier: MIT OR Apache-2.0
// The four encodings: the published multiples of the generators (G16-125), round trips, and every
// refusal of G16-122..124 with its own status, for G1 and G2 alike.
#include "curve/encoding.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/file.h"
#include "curve/curve_samples.h"

namespace cuzk::curve {
namespace {

template <class F>
class EncodingTest : public testing::Test {
 protected:
  static constexpr size_t kCompressed = sizeof(F);
  static constexpr size_t kUncompressed = 2 * sizeof(F);
  using Compressed = std::array<uint8_t, kCompressed>;
  using Uncompressed = std::array<uint8_t, kUncompressed>;

  static PointStatus status(const Compressed& bytes) {
    Affine<F> p;
    return decode_compressed(bytes, p);
  }
  static PointStatus status(const Uncompressed& bytes) {
    Affine<F> p;
    return decode_uncompressed(bytes, p);
  }

  const Affine<F> g_ = generator<F>();
  const Compressed compressed_ = encode_compressed(g_);
  const Uncompressed uncompressed_ = encode_uncompressed(g_);
};
using Fields = testing::Types<Fp, Fp2>;
TYPED_TEST_SUITE(EncodingTest, Fields);

std::array<uint8_t, 48> modulus_bytes() {
  auto bytes = (-Fp::one()).to_bytes_be();
  bytes[47] = static_cast<uint8_t>(bytes[47] + 1);
  return bytes;
}

TYPED_TEST(EncodingTest, RoundTrip) {
  using F = TypeParam;
  for (const Affine<F>& p : sample_points<F>(40)) {
    PointStatus expected = p.is_infinity() ? PointStatus::kInfinity : PointStatus::kOk;
    Affine<F> decoded;
    EXPECT_EQ(decode_compressed(encode_compressed(p), decoded), expected);
    EXPECT_EQ(decoded, p);
    EXPECT_EQ(decode_uncompressed(encode_uncompressed(p), decoded), expected);
    EXPECT_EQ(decoded, p);
  }
}

TYPED_TEST(EncodingTest, SignBitTellsTheLargerY) {
  using F = TypeParam;
  for (const Affine<F>& p : sample_points<F>(20)) {
    if (p.is_infinity()) continue;
    auto bytes = encode_compressed(p);
    EXPECT_EQ((bytes[0] & 0x20) != 0, p.y.is_above_half());
    bytes[0] ^= 0x20;
    Affine<F> decoded;
    EXPECT_EQ(decode_compressed(bytes, decoded), PointStatus::kOk);
    EXPECT_EQ(decoded, p.negated());
  }
}

TYPED_TEST(EncodingTest, Infinity) {
  using F = TypeParam;
  auto compressed = encode_compressed(Affine<F>::infinity());
  auto uncompressed = encode_uncompressed(Affine<F>::infinity());
  EXPECT_EQ(compressed[0], 0xc0);
  EXPECT_EQ(uncompressed[0], 0x40);
  EXPECT_TRUE(
      std::all_of(compressed.begin() + 1, compressed.end(), [](uint8_t b) { return b == 0; }));
  EXPECT_TRUE(
      std::all_of(uncompressed.begin() + 1, uncompressed.end(), [](uint8_t b) { return b == 0; }));
}

TYPED_TEST(EncodingTest, InfinityWithAnyOtherBitIsRefused) {
  using F = TypeParam;
  auto compressed = encode_compressed(Affine<F>::infinity());
  for (size_t bit = 0; bit < 8 * compressed.size(); ++bit) {
    auto altered = compressed;
    altered[bit / 8] ^= static_cast<uint8_t>(0x80 >> (bit % 8));
    if (bit == 1) continue;  // without the infinity flag it is x = 0
    EXPECT_EQ(this->status(altered), PointStatus::kBadFlags) << bit;
  }
  auto uncompressed = encode_uncompressed(Affine<F>::infinity());
  for (size_t bit = 0; bit < 8 * uncompressed.size(); ++bit) {
    auto altered = uncompressed;
    altered[bit / 8] ^= static_cast<uint8_t>(0x80 >> (bit % 8));
    if (bit == 1) continue;
    EXPECT_EQ(this->status(altered), PointStatus::kBadFlags) << bit;
  }
}

TYPED_TEST(EncodingTest, ZeroBytesAreNoPoint) {
  typename TestFixture::Uncompressed zeros{};
  EXPECT_EQ(this->status(zeros), PointStatus::kNotOnCurve);
  typename TestFixture::Compressed without_flag{};
  EXPECT_EQ(this->status(without_flag), PointStatus::kBadFlags);
}

TYPED_TEST(EncodingTest, FlagsOfTheOtherEncodingAreRefused) {
  for (int flags : {0x80, 0x20, 0xa0, 0xc0, 0x60, 0xe0}) {
    auto altered = this->uncompressed_;
    altered[0] = static_cast<uint8_t>(altered[0] | flags);
    EXPECT_EQ(this->status(altered), PointStatus::kBadFlags) << flags;
  }
  // A compressed point at the front of an uncompressed buffer (G16-124 b).
  typename TestFixture::Uncompressed buffer{};
  std::copy(this->compressed_.begin(), this->compressed_.end(), buffer.begin());
  EXPECT_EQ(this->status(buffer), PointStatus::kBadFlags);

  for (int flags : {0x00, 0x20, 0x40, 0x60}) {
    auto altered = this->compressed_;
    altered[0] = static_cast<uint8_t>((altered[0] & 0x1f) | flags);
    EXPECT_EQ(this->status(altered), PointStatus::kBadFlags) << flags;
  }
  auto infinity_with_sign = encode_compressed(Affine<TypeParam>::infinity());
  infinity_with_sign[0] = 0xe0;
  EXPECT_EQ(this->status(infinity_with_sign), PointStatus::kBadFlags);
}

TYPED_TEST(EncodingTest, CoordinatesNotBelowTheModulusAreRefused) {
  auto modulus = modulus_bytes();
  for (size_t offset = 0; offset < TestFixture::kUncompressed; offset += Fp::kBytes) {
    auto altered = this->uncompressed_;
    std::copy(modulus.begin(), modulus.end(), altered.begin() + static_cast<long>(offset));
    EXPECT_EQ(this->status(altered), PointStatus::kNotCanonical) << offset;
    std::fill_n(altered.begin() + static_cast<long>(offset), Fp::kBytes, uint8_t{0xff});
    altered[0] &= 0x1f;
    EXPECT_EQ(this->status(altered), PointStatus::kNotCanonical) << offset;
  }
  for (size_t offset = 0; offset < TestFixture::kCompressed; offset += Fp::kBytes) {
    auto altered = this->compressed_;
    std::copy(modulus.begin(), modulus.end(), altered.begin() + static_cast<long>(offset));
    altered[0] = static_cast<uint8_t>(altered[0] | 0x80);
    EXPECT_EQ(this->status(altered), PointStatus::kNotCanonical) << offset;
    altered[0] = static_cast<uint8_t>(altered[0] | 0x20);
    EXPECT_EQ(this->status(altered), PointStatus::kNotCanonical) << offset;
  }
}

TYPED_TEST(EncodingTest, PointsOffTheCurveAreRefused) {
  using F = TypeParam;
  for (size_t i = 0; i < TestFixture::kUncompressed; ++i) {
    auto altered = this->uncompressed_;
    altered[i] ^= 1;
    EXPECT_EQ(this->status(altered), PointStatus::kNotOnCurve) << i;
  }
  int refused = 0;
  for (uint64_t x = 1; x <= 64; ++x) {
    Affine<F> p = {F::from_u64(x), F::zero()};
    PointStatus status = this->status(encode_compressed(p));
    EXPECT_TRUE(status == PointStatus::kNotOnCurve || status == PointStatus::kOk);
    if (status == PointStatus::kNotOnCurve) ++refused;
  }
  EXPECT_GT(refused, 16);
  EXPECT_LT(refused, 48);
}

// G16-124 (c): blst calls (0, 2) "not in group"; here it is a point of the curve and the subgroup
// test refuses it.
TEST(EncodingG1Test, PointOutsideTheSubgroupDecodes) {
  G1Affine p = {Fp::zero(), Fp::from_u64(2)};
  G1Affine decoded;
  EXPECT_EQ(decode_uncompressed(encode_uncompressed(p), decoded), PointStatus::kOk);
  EXPECT_EQ(decoded, p);
  EXPECT_EQ(decode_compressed(encode_compressed(p), decoded), PointStatus::kOk);
  EXPECT_EQ(decoded, p);
  EXPECT_FALSE(is_in_subgroup(decoded));
}

TEST(EncodingTest, EveryStatusHasText) {
  for (int status = 0; status <= static_cast<int>(PointStatus::kInfinity); ++status) {
    EXPECT_NE(std::string(point_status_text(static_cast<PointStatus>(status))),
              "an unknown status");
  }
}

// The file holds the encodings of [0]G, [1]G, ..., [999]G one after another.
template <class F, size_t kBytes>
void published_multiples(const std::string& name, auto decode, auto encode) {
  const std::vector<uint8_t> file =
      base::read_file(std::string(CUZK_VECTORS "/public/bls12_381/") + name, 1 << 20);
  ASSERT_EQ(file.size(), 1000 * kBytes);
  Jacobian<F> multiple = Jacobian<F>::infinity();
  for (size_t k = 0; k < 1000; ++k) {
    std::span<const uint8_t, kBytes> bytes(file.data() + k * kBytes, kBytes);
    Affine<F> decoded;
    ASSERT_EQ(decode(bytes, decoded), k == 0 ? PointStatus::kInfinity : PointStatus::kOk) << k;
    ASSERT_EQ(Jacobian<F>::from_affine(decoded), multiple) << k;
    auto again = encode(decoded);
    ASSERT_TRUE(std::equal(again.begin(), again.end(), bytes.begin())) << k;
    multiple = add_mixed(multiple, generator<F>());
  }
}

TEST(PublishedMultiplesTest, AllFourEncodings) {
  auto decode_short = [](auto bytes, auto& p) { return decode_compressed(bytes, p); };
  auto decode_long = [](auto bytes, auto& p) { return decode_uncompressed(bytes, p); };
  auto encode_short = [](const auto& p) { return encode_compressed(p); };
  auto encode_long = [](const auto& p) { return encode_uncompressed(p); };
  published_multiples<Fp, 48>("g1_compressed_valid_test_vectors.dat", decode_short, encode_short);
  published_multiples<Fp, 96>("g1_uncompressed_valid_test_vectors.dat", decode_long, encode_long);
  published_multiples<Fp2, 96>("g2_compressed_valid_test_vectors.dat", decode_short, encode_short);
  published_multiples<Fp2, 192>("g2_uncompressed_valid_test_vectors.dat", decode_long, encode_long);
}

}  // namespace
}  // namespace cuzk::curve
