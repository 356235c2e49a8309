// SPDX-License-Identifier: MIT OR Apache-2.0
// Bilinearity of the pairing and the group laws of Gt.
#include "curve/pairing.h"

#include <gtest/gtest.h>

#include <vector>

#include "curve/curve_samples.h"

namespace cuzk::curve {
namespace {

const Gt& base_value() {
  static const Gt value = pairing(g1_generator(), g2_generator());
  return value;
}

G1Affine g1(const Fr& k) { return multiply(g1_generator(), k).to_affine(); }
G2Affine g2(const Fr& k) { return multiply(g2_generator(), k).to_affine(); }

TEST(PairingTest, IsBilinearAndNotDegenerate) {
  std::mt19937_64 engine(7);
  Fr a = field::sample_random<Fr>(engine);
  Fr b = field::sample_random<Fr>(engine);
  EXPECT_FALSE(base_value().is_one());
  EXPECT_EQ(pairing(g1(a), g2(b)), base_value().pow(a * b));
  EXPECT_EQ(pairing(g1(a), g2(b)), pairing(g1(b), g2(a)));
  EXPECT_EQ(pairing(g1(a + b), g2_generator()),
            pairing(g1(a), g2_generator()) * pairing(g1(b), g2_generator()));
}

TEST(PairingTest, InfinityOnEitherSideGivesOne) {
  EXPECT_TRUE(pairing(G1Affine::infinity(), g2_generator()).is_one());
  EXPECT_TRUE(pairing(g1_generator(), G2Affine::infinity()).is_one());
  EXPECT_TRUE(multi_pairing({}).is_one());
  EXPECT_TRUE(pairing_product_is_one({}));
}

TEST(PairingTest, ProductOfManyTermsEqualsTheProductOfPairings) {
  std::mt19937_64 engine(8);
  std::vector<PairingTerm> terms;
  Gt product = Gt::one();
  Fr exponent = Fr::zero();
  for (int i = 0; i < 19; ++i) {
    Fr a = i == 5 ? Fr::zero() : field::sample_random<Fr>(engine);
    Fr b = field::sample_random<Fr>(engine);
    terms.push_back({g1(a), g2(b)});
    product = product * pairing(terms.back().g1, terms.back().g2);
    exponent += a * b;
    EXPECT_EQ(multi_pairing(terms), product) << i;
  }
  EXPECT_EQ(product, base_value().pow(exponent));
  EXPECT_FALSE(pairing_product_is_one(terms));
  terms.push_back({g1(-exponent), g2_generator()});
  EXPECT_TRUE(pairing_product_is_one(terms));
}

TEST(GtTest, PowersFollowTheLawsOfExponents) {
  std::mt19937_64 engine(9);
  Fr a = field::sample_random<Fr>(engine);
  Fr b = field::sample_random<Fr>(engine);
  const Gt& g = base_value();
  EXPECT_TRUE(g.pow(Fr::zero()).is_one());
  EXPECT_EQ(g.pow(Fr::one()), g);
  EXPECT_EQ(g.pow(Fr::from_u64(3)), g * g * g);
  EXPECT_EQ(g.pow(-Fr::one()), g.inverse());
  EXPECT_TRUE((g * g.inverse()).is_one());
  EXPECT_EQ(g.pow(a) * g.pow(b), g.pow(a + b));
  EXPECT_EQ(g.pow(a).pow(b), g.pow(a * b));
}

}  // namespace
}  // namespace cuzk::curve
