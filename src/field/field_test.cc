// SPDX-License-Identifier: MIT OR Apache-2.0
// The laws of a field, for Fr, Fp and Fp2, over extreme and random operands.
#include <gtest/gtest.h>

#include <vector>

#include "field/batch_inverse.h"
#include "field/field_samples.h"

namespace cuzk::field {
namespace {

template <class F>
class FieldTest : public testing::Test {
 protected:
  std::vector<F> values_ = samples<F>(100);
};
using AllFields = testing::Types<Fr, Fp, Fp2>;
TYPED_TEST_SUITE(FieldTest, AllFields);

TYPED_TEST(FieldTest, AdditionIsACommutativeGroup) {
  using F = TypeParam;
  const F c = this->values_.back();
  for (const F& a : this->values_) {
    EXPECT_EQ(a + F::zero(), a);
    EXPECT_EQ(a - a, F::zero());
    EXPECT_EQ(a + (-a), F::zero());
    EXPECT_EQ(-(-a), a);
    EXPECT_EQ(a.doubled(), a + a);
    for (const F& b : this->values_) {
      EXPECT_EQ(a + b, b + a);
      EXPECT_EQ((a + b) - b, a);
      EXPECT_EQ(a - b, -(b - a));
      EXPECT_EQ((a + b) + c, a + (b + c));
    }
  }
}

TYPED_TEST(FieldTest, MultiplicationIsCommutativeAssociativeAndDistributive) {
  using F = TypeParam;
  const F c = this->values_.back();
  for (const F& a : this->values_) {
    EXPECT_EQ(a * F::one(), a);
    EXPECT_EQ(a * F::zero(), F::zero());
    EXPECT_EQ(a * -F::one(), -a);
    EXPECT_EQ(a.square(), a * a);
    for (const F& b : this->values_) {
      EXPECT_EQ(a * b, b * a);
      EXPECT_EQ((a * b) * c, a * (b * c));
      EXPECT_EQ((a + b) * c, a * c + b * c);
      EXPECT_EQ((a - b) * (a + b), a.square() - b.square());
    }
  }
}

TYPED_TEST(FieldTest, CompoundAssignmentEqualsTheOperator) {
  using F = TypeParam;
  const F b = this->values_.back();
  for (const F& a : this->values_) {
    F sum = a;
    F difference = a;
    F product = a;
    EXPECT_EQ(sum += b, a + b);
    EXPECT_EQ(difference -= b, a - b);
    EXPECT_EQ(product *= b, a * b);
    F self = a;
    EXPECT_EQ(self += self, a.doubled());
    self = a;
    EXPECT_EQ(self *= self, a.square());
    self = a;
    EXPECT_EQ(self -= self, F::zero());
  }
}

TYPED_TEST(FieldTest, InverseTimesValueIsOne) {
  using F = TypeParam;
  EXPECT_EQ(F::zero().inverse(), F::zero());
  for (const F& a : this->values_) {
    EXPECT_EQ(a * a.inverse(), a.is_zero() ? F::zero() : F::one());
  }
}

TYPED_TEST(FieldTest, BatchInverseEqualsInverseAndKeepsZeros) {
  using F = TypeParam;
  std::vector<F> batch = this->values_;
  batch.push_back(F::zero());
  batch.insert(batch.begin(), F::zero());
  std::vector<F> expected = batch;
  for (F& a : expected) a = a.inverse();
  batch_inverse(std::span(batch));
  EXPECT_EQ(batch, expected);

  std::vector<F> zeros(3, F::zero());
  batch_inverse(std::span(zeros));
  EXPECT_EQ(zeros, std::vector<F>(3, F::zero()));
  batch_inverse(std::span<F>());
}

TYPED_TEST(FieldTest, PowerIsRepeatedMultiplication) {
  using F = TypeParam;
  const F a = this->values_.back();
  F product = F::one();
  for (uint64_t exponent = 0; exponent < 70; ++exponent) {
    EXPECT_EQ(a.pow(exponent), product);
    product *= a;
  }
  const std::vector<uint64_t> long_exponent = {5, 0, 1};
  EXPECT_EQ(a.pow(long_exponent),
            a.pow(5) * a.pow(uint64_t{1} << 63).pow(uint64_t{1} << 63).pow(4));
  EXPECT_TRUE(F::zero().pow(uint64_t{0}).is_one());
}

TYPED_TEST(FieldTest, SmallIntegersAddUp) {
  using F = TypeParam;
  EXPECT_EQ(F::from_u64(0), F::zero());
  EXPECT_EQ(F::from_u64(1), F::one());
  EXPECT_EQ(F::from_u64(3) * F::from_u64(5), F::from_u64(15));
  EXPECT_EQ(F::from_u64(~uint64_t{0}) + F::one(), F::from_u64(uint64_t{1} << 32).square());
}

TYPED_TEST(FieldTest, RandomValuesDiffer) {
  using F = TypeParam;
  EXPECT_NE(F::random(), F::random());
}

}  // namespace
}  // namespace cuzk::field
