// SPDX-License-Identifier: MIT OR Apache-2.0
// What only prime fields have: products against a plain reference by doubling and adding, byte
// forms and their refusals, wide reduction, square roots, and the constants of groth16.md
// G16-101..104.
#include "field/prime_field.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "field/field_samples.h"

namespace cuzk::field {
namespace {

template <size_t kCount>
std::string hex(const Limbs<kCount>& limbs) {
  std::vector<uint8_t> bytes(8 * kCount);
  for (size_t i = 0; i < kCount; ++i) base::store_be(&bytes[8 * (kCount - 1 - i)], limbs[i]);
  return base::to_hex(bytes);
}

template <class F>
F from_hex(const std::string& text) {
  std::string padded(2 * F::kBytes - text.size(), '0');
  return F::from_bytes_be(base::from_hex(padded + text).value()).value();
}

// a + b and a * b mod the modulus on canonical limbs, without Montgomery form.
template <class M>
Limbs<M::kLimbs> plain_add(const Limbs<M::kLimbs>& a, const Limbs<M::kLimbs>& b) {
  Limbs<M::kLimbs> to_modulus = derive::minus(M::kModulus, b);
  if (!derive::is_less(a, to_modulus)) return derive::minus(a, to_modulus);
  return derive::minus(M::kModulus, derive::minus(to_modulus, a));
}

template <class M>
Limbs<M::kLimbs> plain_multiply(const Limbs<M::kLimbs>& a, const Limbs<M::kLimbs>& b) {
  Limbs<M::kLimbs> sum{};
  for (size_t i = 64 * M::kLimbs; i-- > 0;) {
    sum = plain_add<M>(sum, sum);
    if ((b[i / 64] >> (i % 64) & 1) != 0) sum = plain_add<M>(sum, a);
  }
  return sum;
}

template <class F>
class PrimeFieldTest : public testing::Test {
 protected:
  std::vector<F> values_ = samples<F>(100);
};
using PrimeFields = testing::Types<Fr, Fp>;
TYPED_TEST_SUITE(PrimeFieldTest, PrimeFields);

TYPED_TEST(PrimeFieldTest, SumsAndProductsEqualThePlainReference) {
  using F = TypeParam;
  for (const F& a : this->values_) {
    for (const F& b : this->values_) {
      ASSERT_EQ((a + b).canonical(), plain_add<typename F::M>(a.canonical(), b.canonical()));
    }
    const F& b = this->values_[this->values_.size() - 1 - (&a - this->values_.data())];
    ASSERT_EQ((a * b).canonical(), plain_multiply<typename F::M>(a.canonical(), b.canonical()));
  }
}

TYPED_TEST(PrimeFieldTest, RunTimeEqualsConstantExpression) {
  using F = TypeParam;
  constexpr F a = -F::from_u64(0x123456789abcdef);
  constexpr F sum = a + a.square();
  constexpr F difference = F::one() - a;
  constexpr F product = a * a * difference;
  constexpr typename F::Canonical canonical = product.canonical();
  F b = -F::from_u64(0x123456789abcdef);
  EXPECT_EQ(b + b.square(), sum);
  EXPECT_EQ(F::one() - b, difference);
  EXPECT_EQ(b * b * (F::one() - b), product);
  EXPECT_EQ(product.canonical(), canonical);
}

TYPED_TEST(PrimeFieldTest, ByteFormsRoundTrip) {
  using F = TypeParam;
  for (const F& a : this->values_) {
    auto little = a.to_bytes_le();
    auto big = a.to_bytes_be();
    EXPECT_EQ(F::from_bytes_le(little), a);
    EXPECT_EQ(F::from_bytes_be(big), a);
    std::reverse(big.begin(), big.end());
    EXPECT_EQ(little, big);
    EXPECT_EQ(F::from_canonical(a.canonical()), a);
    EXPECT_EQ(F::from_montgomery(a.montgomery_limbs()), a);
  }
}

TYPED_TEST(PrimeFieldTest, BytesAtOrAboveTheModulusAreRefused) {
  using F = TypeParam;
  auto largest = (-F::one()).to_bytes_le();
  EXPECT_TRUE(F::from_bytes_le(largest));
  auto modulus = largest;
  modulus[0] = static_cast<uint8_t>(modulus[0] + 1);
  EXPECT_FALSE(F::from_bytes_le(modulus));
  std::reverse(modulus.begin(), modulus.end());
  EXPECT_FALSE(F::from_bytes_be(modulus));
  for (size_t i = 0; i < F::kBytes; ++i) {
    auto larger = largest;
    if (larger[i] == 0xff) continue;
    larger[i] = 0xff;
    std::fill(larger.begin(), larger.begin() + static_cast<long>(i), uint8_t{0});
    EXPECT_FALSE(F::from_bytes_le(larger)) << i;
  }
  typename F::Bytes ones;
  ones.fill(0xff);
  EXPECT_FALSE(F::from_bytes_le(ones));
}

TYPED_TEST(PrimeFieldTest, BytesOfAnotherLengthAreRefused) {
  using F = TypeParam;
  std::vector<uint8_t> bytes(F::kBytes + 1, 0);
  std::span<const uint8_t> all(bytes);
  EXPECT_FALSE(F::from_bytes_le(all));
  EXPECT_FALSE(F::from_bytes_be(all));
  EXPECT_FALSE(F::from_bytes_le(all.first(F::kBytes - 1)));
  EXPECT_FALSE(F::from_bytes_be(all.first(0)));
  EXPECT_TRUE(F::from_bytes_le(all.first(F::kBytes)));
}

TYPED_TEST(PrimeFieldTest, WideBytesAreReduced) {
  using F = TypeParam;
  std::vector<uint8_t> bytes;
  F expected = F::zero();
  F weight = F::one();
  EXPECT_EQ(F::from_bytes_le_wide(bytes), expected);
  for (size_t i = 0; i < 64; ++i) {
    bytes.push_back(static_cast<uint8_t>(255 - i % 3));
    expected += weight * F::from_u64(bytes.back());
    weight *= F::from_u64(256);
    EXPECT_EQ(F::from_bytes_le_wide(bytes), expected) << i;
  }
}

TYPED_TEST(PrimeFieldTest, ExactlyOneOfAValueAndItsNegativeIsAboveHalf) {
  using F = TypeParam;
  for (const F& a : this->values_) {
    EXPECT_EQ(a.is_above_half() != (-a).is_above_half(), !a.is_zero());
  }
  EXPECT_FALSE(F::one().is_above_half());
}

TYPED_TEST(PrimeFieldTest, InverseEqualsThePower) {
  using F = TypeParam;
  constexpr auto exponent = derive::minus(F::M::kModulus, typename F::Canonical{2});
  for (const F& a : samples<F>(2000)) ASSERT_EQ(a.inverse(), a.pow(exponent));
  for (unsigned bit = 0; bit < F::kBits; ++bit) {
    F power = F::from_u64(2).pow(uint64_t{bit});
    ASSERT_EQ(power.inverse(), power.pow(exponent)) << bit;
    ASSERT_EQ((-power).inverse(), -power.pow(exponent)) << bit;
  }
  constexpr F constant = F::from_u64(12345).inverse();
  EXPECT_TRUE((constant * F::from_u64(12345)).is_one());
}

TEST(FpTest, SquareRoots) {
  for (const Fp& a : samples<Fp>(60)) {
    std::optional<Fp> root = a.square().sqrt();
    ASSERT_TRUE(root.has_value());
    EXPECT_TRUE(*root == a || *root == -a);
    EXPECT_EQ((-a.square()).sqrt().has_value(), a.is_zero());
  }
}

TEST(FieldConstantsTest, ModuliFollowFromTheCurveParameter) {
  EXPECT_EQ(hex(Fp::M::kModulus),
            "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf"
            "6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab");
  EXPECT_EQ(hex(Fr::M::kModulus),
            "73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001");
  constexpr uint64_t kMinusZ = 0xd201000000010000;
  Fr z = -Fr::from_u64(kMinusZ);
  EXPECT_TRUE((z.pow(4) - z.square() + Fr::one()).is_zero());
  Fp z_p = -Fp::from_u64(kMinusZ);
  Fp r_p = from_hex<Fp>(hex(Fr::M::kModulus));
  EXPECT_TRUE(((z_p - Fp::one()).square() * r_p * Fp::from_u64(3).inverse() + z_p).is_zero());
  EXPECT_EQ(Fr::kBits, 255u);
  EXPECT_EQ(Fp::kBits, 381u);
}

TEST(FieldConstantsTest, MontgomeryConstants) {
  EXPECT_EQ(hex(Fr::M::kR), "1824b159acc5056f998c4fefecbc4ff55884b7fa0003480200000001fffffffe");
  EXPECT_EQ(hex(Fr::M::kR2), "0748d9d99f59ff1105d314967254398f2b6cedcb87925c23c999e990f3f29c6d");
  EXPECT_EQ(Fr::M::kNegatedInverse64, 0xfffffffeffffffff);
  EXPECT_EQ(Fr::M::kNegatedInverse32, 0xffffffff);
  EXPECT_EQ(hex(Fp::M::kR),
            "15f65ec3fa80e4935c071a97a256ec6d77ce5853705257455f48985753c758baebf4000bc40c0002"
            "760900000002fffd");
  EXPECT_EQ(hex(Fp::M::kR2),
            "11988fe592cae3aa9a793e85b519952d67eb88a9939d83c08de5476c4c95b6d50a76e6a609d104f1"
            "f4df1f341c341746");
  EXPECT_EQ(Fp::M::kNegatedInverse64, 0x89f3fffcfffcfffd);
  EXPECT_EQ(Fp::M::kNegatedInverse32, 0xfffcfffd);
  EXPECT_EQ(hex(multiplicative_generator().montgomery_limbs()),
            "351332208fc5a8c4ff9c57876f8457b017e363d300189c0f0000000efffffff1");
  EXPECT_EQ(multiplicative_generator().inverse(),
            from_hex<Fr>("211f5460e751918257c7624b7077624aaa362edc49241a48db6db6db24924925"));
}

TEST(FieldConstantsTest, RootsOfUnity) {
  EXPECT_EQ(root_of_unity(32),
            from_hex<Fr>("16a2a19edfe81f20d09b681922c813b4b63683508c2280b93829971f439f0d2b"));
  EXPECT_EQ(hex(root_of_unity(32).montgomery_limbs()),
            "5bf3adda19e9b27b0af53ae352a31e645b1b4c801819d7ecb9b58d8c5f0e466a");
  EXPECT_EQ(root_of_unity(27),
            from_hex<Fr>("23397a9300f8f98bece8ea224f31d25db94f1101b1d7a628e2d0a7869f0319ed"));
  EXPECT_EQ(root_of_unity(19),
            from_hex<Fr>("520e587a724a6955df625e80d0adef90ad8e16e84419c750194e8c62ecb38d9d"));
  EXPECT_EQ(root_of_unity(3),
            from_hex<Fr>("345766f603fa66e78c0625cd70d77ce2b38b21c28713b7007228fd3397743f7a"));
  EXPECT_EQ(root_of_unity(2), from_hex<Fr>("8d51ccce760304d0ec030002760300000001000000000000"));
  EXPECT_EQ(root_of_unity(1), -Fr::one());
  EXPECT_EQ(root_of_unity(0), Fr::one());
  for (unsigned log_n = 1; log_n <= kFrTwoAdicity; ++log_n) {
    EXPECT_EQ(root_of_unity(log_n).pow(uint64_t{1} << (log_n - 1)), -Fr::one());
  }
  // 7 generates: it is no square, so no smaller power of two kills the odd part's power of it.
  EXPECT_EQ(multiplicative_generator().pow(derive::shifted_right(Fr::M::kModulus, 1)), -Fr::one());
}

}  // namespace
}  // namespace cuzk::field
