// SPDX-License-Identifier: MIT OR Apache-2.0
// The laws of a group, for G1 and G2 in Jacobian and XYZZ coordinates, with equal, opposite and
// infinite operands in every representation of the same point.
#include "curve/group.h"

#include <gtest/gtest.h>

#include <vector>

#include "curve/curve_samples.h"

namespace cuzk::curve {
namespace {

template <class Point>
class GroupTest : public testing::Test {
 protected:
  using Coordinate = typename Point::Field;

  // Each sample point as it comes and with other coordinates.
  GroupTest() {
    std::mt19937_64 engine(2);
    for (const Affine<Coordinate>& p : affine_) {
      points_.push_back(Point::from_affine(p));
      points_.push_back(rescaled(points_.back(), field::sample_random<Coordinate>(engine)));
    }
  }

  std::vector<Affine<Coordinate>> affine_ = sample_points<Coordinate>(12);
  std::vector<Point> points_;
};
using AllGroups = testing::Types<G1Jacobian, G1Xyzz, G2Jacobian, G2Xyzz>;
TYPED_TEST_SUITE(GroupTest, AllGroups);

TYPED_TEST(GroupTest, AdditionIsACommutativeGroup) {
  using Point = TypeParam;
  const Point infinity = Point::infinity();
  const Point c = this->points_.back();
  EXPECT_TRUE(infinity.is_infinity());
  EXPECT_TRUE(add(infinity, infinity).is_infinity());
  EXPECT_TRUE(infinity.doubled().is_infinity());
  EXPECT_TRUE(infinity.negated().is_infinity());
  for (const Point& a : this->points_) {
    EXPECT_EQ(add(a, infinity), a);
    EXPECT_EQ(add(infinity, a), a);
    EXPECT_TRUE(add(a, a.negated()).is_infinity());
    EXPECT_EQ(add(a, a), a.doubled());
    EXPECT_EQ(a.negated().negated(), a);
    for (const Point& b : this->points_) {
      EXPECT_EQ(add(a, b), add(b, a));
      EXPECT_EQ(add(add(a, b), c), add(a, add(b, c)));
      EXPECT_EQ(add(add(a, b), b.negated()), a);
      EXPECT_EQ(add(a, b).doubled(), add(a.doubled(), b.doubled()));
      EXPECT_EQ(add(a, b).negated(), add(a.negated(), b.negated()));
    }
  }
}

TYPED_TEST(GroupTest, MixedAdditionEqualsAddition) {
  using Point = TypeParam;
  for (const Point& a : this->points_) {
    for (const auto& b : this->affine_) {
      EXPECT_EQ(add_mixed(a, b), add(a, Point::from_affine(b)));
      EXPECT_EQ(add_mixed(a, b.negated()), add(a, Point::from_affine(b).negated()));
    }
  }
}

TYPED_TEST(GroupTest, EqualityIsOfPoints) {
  for (size_t i = 0; i < this->points_.size(); ++i) {
    for (size_t j = 0; j < this->points_.size(); ++j) {
      EXPECT_EQ(this->points_[i] == this->points_[j], i / 2 == j / 2) << i << " " << j;
    }
  }
}

TYPED_TEST(GroupTest, ConversionsToAffine) {
  using Point = TypeParam;
  using F = typename Point::Field;
  std::vector<Affine<F>> batch(this->points_.size());
  batch_to_affine<Point>(this->points_, batch);
  for (size_t i = 0; i < batch.size(); ++i) {
    EXPECT_EQ(this->points_[i].to_affine(), this->affine_[i / 2]);
    EXPECT_EQ(batch[i], this->affine_[i / 2]);
    EXPECT_TRUE(is_on_curve(batch[i]));
  }
}

TYPED_TEST(GroupTest, OrderIsR) {
  using Point = TypeParam;
  for (const Point& p : this->points_) {
    EXPECT_TRUE(multiply_plain(p, Fr::M::kModulus).is_infinity());
    auto below = field::derive::minus(Fr::M::kModulus, field::Limbs<4>{1});
    EXPECT_EQ(multiply_plain(p, below), p.negated());
  }
}

template <class F>
void xyzz_to_jacobian_keeps_points() {
  std::mt19937_64 engine(3);
  for (const Affine<F>& p : sample_points<F>(10)) {
    Xyzz<F> xyzz = rescaled(Xyzz<F>::from_affine(p), field::sample_random<F>(engine));
    EXPECT_EQ(xyzz.to_jacobian(), Jacobian<F>::from_affine(p));
  }
}

TEST(XyzzTest, ToJacobianKeepsPoints) {
  xyzz_to_jacobian_keeps_points<Fp>();
  xyzz_to_jacobian_keeps_points<Fp2>();
}

TEST(GroupTest, FormulasAreConstantExpressions) {
  constexpr G1Affine p = {Fp::from_u64(0), Fp::from_u64(2)};
  constexpr G1Jacobian twice = G1Jacobian::from_affine(p).doubled();
  // (0, 2) has order 3.
  static_assert(add_mixed(twice, p).is_infinity());
  static_assert(twice == G1Jacobian::from_affine(p).negated());
  EXPECT_TRUE(is_on_curve(p));
}

}  // namespace
}  // namespace cuzk::curve
