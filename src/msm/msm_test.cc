// SPDX-License-Identifier: MIT OR Apache-2.0
// Every MSM on the host against blst's single multiplications and additions, in both groups,
// with the operands at which sums of affine points break: infinity, equal and opposite points,
// extreme and equal scalars.
#include <gtest/gtest.h>

#include "msm/bucket_msm.h"
#include "msm/fixed_base.h"
#include "msm/msm_samples.h"
#include "msm/subset_sum.h"

namespace cuzk::msm {
namespace {

template <class F>
class Msm : public testing::Test {
 protected:
  static Jacobian<F> msm_reference(const std::vector<Affine<F>>& points,
                                   const std::vector<Fr>& scalars) {
    Jacobian<F> sum = Jacobian<F>::infinity();
    for (size_t i = 0; i < points.size(); ++i) {
      if (points[i].is_infinity()) continue;
      sum = curve::add(sum, curve::multiply(points[i], scalars[i]));
    }
    return sum;
  }
};

using Fields = testing::Types<field::Fp, field::Fp2>;
TYPED_TEST_SUITE(Msm, Fields);

TYPED_TEST(Msm, BucketMsmEqualsSingleMultiplications) {
  for (size_t count : {0, 1, 2, 3, 31, 64, 65, 500, 1000}) {
    auto points = mixed_points<TypeParam>(count);
    auto scalars = mixed_scalars(count);
    EXPECT_EQ(scalar_sum<TypeParam>(points, scalars), this->msm_reference(points, scalars))
        << count;
  }
}

TYPED_TEST(Msm, BucketMsmTakesChunks) {
  auto points = mixed_points<TypeParam>(300);
  auto scalars = mixed_scalars(300);
  BucketMsm<TypeParam> msm(10);
  for (size_t first = 0; first < points.size(); first += 100) {
    msm.add(std::span<const Affine<TypeParam>>(points).subspan(first, 100),
            std::span<const Fr>(scalars).subspan(first, 100));
  }
  EXPECT_EQ(msm.total(), this->msm_reference(points, scalars));
}

// All points fall into the same buckets, so nearly all of them have to wait for one.
TYPED_TEST(Msm, BucketMsmWithEqualScalars) {
  for (const Fr& scalar : {Fr::zero(), Fr::one(), -Fr::one(), Fr::from_u64(0xabcdef)}) {
    auto points = mixed_points<TypeParam>(5000);
    std::vector<Fr> scalars(points.size(), scalar);
    Jacobian<TypeParam> sum = Jacobian<TypeParam>::infinity();
    for (const auto& point : points) sum = curve::add_mixed(sum, point);
    EXPECT_EQ(scalar_sum<TypeParam>(points, scalars), curve::multiply(sum, scalar));
  }
}

TYPED_TEST(Msm, BucketMsmOfOnePointManyTimes) {
  std::vector<Affine<TypeParam>> points(3000, curve::generator<TypeParam>());
  auto scalars = mixed_scalars(points.size());
  Fr total = Fr::zero();
  for (const Fr& scalar : scalars) total += scalar;
  EXPECT_EQ(scalar_sum<TypeParam>(points, scalars),
            curve::multiply(curve::generator<TypeParam>(), total));
}

TYPED_TEST(Msm, BucketMsmCancels) {
  auto points = mixed_points<TypeParam>(1000);
  auto scalars = mixed_scalars(1000);
  auto twice = points;
  auto both = scalars;
  for (const auto& point : points) twice.push_back(point.negated());
  both.insert(both.end(), scalars.begin(), scalars.end());
  EXPECT_TRUE(scalar_sum<TypeParam>(twice, both).is_infinity());
}

TYPED_TEST(Msm, SubsetSumEqualsAdditions) {
  for (size_t count : {0, 1, 63, 64, 65, 1000, 4097}) {
    auto points = mixed_points<TypeParam>(count);
    std::mt19937_64 engine(count);
    base::BitVector selected(count);
    Jacobian<TypeParam> expected = Jacobian<TypeParam>::infinity();
    for (size_t i = 0; i < count; ++i) {
      if (engine() % 3 == 0) continue;
      selected.set(i);
      expected = curve::add_mixed(expected, points[i]);
    }
    EXPECT_EQ(subset_sum<TypeParam>(points, selected), expected) << count;
  }
}

TYPED_TEST(Msm, SubsetSumOfOnePointManyTimes) {
  for (size_t count : {2, 1024, 5000}) {
    std::vector<Affine<TypeParam>> points(count, curve::generator<TypeParam>());
    base::BitVector selected(count);
    for (size_t i = 0; i < count; ++i) selected.set(i);
    EXPECT_EQ(subset_sum<TypeParam>(points, selected),
              curve::multiply(curve::generator<TypeParam>(), Fr::from_u64(count)));
  }
}

TYPED_TEST(Msm, FixedBaseEqualsSingleMultiplications) {
  for (size_t count : {0, 1, 100, 1025}) {
    auto scalars = mixed_scalars(count);
    FixedBase<TypeParam> table(curve::generator<TypeParam>(), count);
    std::vector<Affine<TypeParam>> out(count);
    table.multiply(scalars, out);
    for (size_t i = 0; i < count; ++i) {
      ASSERT_EQ(out[i], curve::multiply(curve::generator<TypeParam>(), scalars[i]).to_affine())
          << i;
    }
  }
}

// Windows of all widths cut extreme scalars right.
TEST(SignedDigits, AddUpToTheScalar) {
  for (unsigned bits = 2; bits <= 24; ++bits) {
    SignedDigits digits(bits);
    for (const Fr& scalar : field::samples<Fr>(200)) {
      auto prepared = digits.prepare(scalar);
      Fr sum = Fr::zero();
      for (unsigned window = digits.windows(); window-- > 0;) {
        int32_t digit = digits.digit(prepared, window);
        uint64_t size = static_cast<uint64_t>(digit < 0 ? -digit : digit);
        ASSERT_LE(size, digits.digit_max());
        sum = sum * Fr::from_u64(uint64_t{1} << bits);
        sum = digit < 0 ? sum - Fr::from_u64(size) : sum + Fr::from_u64(size);
      }
      ASSERT_EQ(sum, scalar) << bits;
    }
  }
}

TEST(BatchAdder, SharesOneInversionAmongAllKindsOfPairs) {
  auto g = curve::g1_generator();
  auto twice = curve::multiply(g, Fr::from_u64(2)).to_affine();
  auto thrice = curve::multiply(g, Fr::from_u64(3)).to_affine();
  auto none = curve::G1Affine::infinity();
  std::vector<curve::G1Affine> targets = {g, g, g, none, none, twice};
  std::vector<curve::G1Affine> points = {g, g.negated(), none, g, none, g};
  std::vector<curve::G1Affine> expected = {twice, none, g, g, none, thrice};
  BatchAdder<field::Fp> adder;
  for (size_t i = 0; i < targets.size(); ++i) adder.add(targets[i], points[i]);
  adder.flush();
  EXPECT_EQ(targets, expected);
}

}  // namespace
}  // namespace cuzk::msm
