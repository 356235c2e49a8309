// SPDX-License-Identifier: MIT OR Apache-2.0
// The facts of groth16.md 1.2: generators, orders and cofactors, endomorphisms, and the subgroup
// tests, which must agree with [r]P = O on points inside and outside the subgroups.
#include "curve/curve.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "curve/curve_samples.h"
#include "curve/encoding.h"

namespace cuzk::curve {
namespace {

std::vector<uint64_t> limbs_from_hex(std::string text) {
  while (text.size() % 16 != 0) text.insert(text.begin(), '0');
  std::vector<uint8_t> bytes = base::from_hex(text).value();
  std::vector<uint64_t> limbs;
  for (size_t i = bytes.size(); i > 0; i -= 8) {
    limbs.push_back(base::load_be<uint64_t>(&bytes[i - 8]));
  }
  return limbs;
}

Fp fp(std::string text) {
  text.insert(0, 2 * Fp::kBytes - text.size(), '0');
  return Fp::from_bytes_be(base::from_hex(text).value()).value();
}

const std::string kH1 = "396c8c005555e1568c00aaab0000aaab";
const std::string kH2 =
    "5d543a95414e7f1091d50792876a202cd91de4547085abaa68a205b2e5a7ddfa628f1cb4d9e82ef2"
    "1537e293a6691ae1616ec6e786f0c70cf1c38e31c7238e5";

// A point of the curve with a random x; it lies in the subgroup with negligible probability.
template <class F>
Affine<F> random_curve_point(std::mt19937_64& engine) {
  for (;;) {
    std::array<uint8_t, sizeof(F)> bytes;
    for (uint8_t& byte : bytes) byte = static_cast<uint8_t>(engine());
    bytes[0] = 0x80 | (bytes[0] & 0x2f);
    Affine<F> p;
    if (decode_compressed(bytes, p) == PointStatus::kOk) return p;
  }
}

template <class F>
bool has_order_r(const Affine<F>& p) {
  return multiply_plain(p, Fr::M::kModulus).is_infinity();
}

template <class F>
void expect_subgroup_tests_agree(const Affine<F>& p) {
  ASSERT_TRUE(is_on_curve(p));
  EXPECT_EQ(is_in_subgroup(p), has_order_r(p));
}

TEST(CurveTest, Generators) {
  EXPECT_EQ(g1_generator().x, fp("17f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905"
                                 "a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb"));
  EXPECT_EQ(g1_generator().y, fp("08b3f481e3aaa0f1a09e30ed741d8ae4fcf5e095d5d00af6"
                                 "00db18cb2c04b3edd03cc744a2888ae40caa232946c5e7e1"));
  EXPECT_EQ(g2_generator().x.c0, fp("024aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02"
                                    "b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8"));
  EXPECT_EQ(g2_generator().x.c1, fp("13e02b6052719f607dacd3a088274f65596bd0d09920b61a"
                                    "b5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7e"));
  EXPECT_EQ(g2_generator().y.c0, fp("0ce5d527727d6e118cc9cdc6da2e351aadfd9baa8cbdd3a7"
                                    "6d429a695160d12c923ac9cc3baca289e193548608b82801"));
  EXPECT_EQ(g2_generator().y.c1, fp("0606c4a02ea734cc32acd2b02bc28b99cb3e287e85a763af"
                                    "267492ab572e99ab3f370d275cec1da1aaa9075ff05f79be"));
  EXPECT_TRUE(is_on_curve(g1_generator()) && has_order_r(g1_generator()));
  EXPECT_TRUE(is_on_curve(g2_generator()) && has_order_r(g2_generator()));
}

TEST(CurveTest, PointsOffTheCurve) {
  EXPECT_TRUE(is_on_curve(G1Affine::infinity()));
  EXPECT_TRUE(is_on_curve(G2Affine::infinity()));
  EXPECT_FALSE(is_on_curve(G1Affine{Fp::one(), Fp::one()}));
  EXPECT_FALSE(is_on_curve(G1Affine{g1_generator().x, g1_generator().y + Fp::one()}));
  EXPECT_FALSE(is_on_curve(G2Affine{g2_generator().y, g2_generator().x}));
}

TEST(SubgroupTest, PointsInside) {
  for (const G1Affine& p : sample_points<Fp>(20)) EXPECT_TRUE(is_in_subgroup(p) && has_order_r(p));
  for (const G2Affine& p : sample_points<Fp2>(20)) EXPECT_TRUE(is_in_subgroup(p) && has_order_r(p));
}

TEST(SubgroupTest, KnownPointsOutside) {
  G1Affine stated = {Fp::from_u64(4), fp("0a989badd40d6212b33cffc3f3763e9bc760f988c9926b26"
                                         "da9dd85e928483446346b8ed00e1de5d5ea93e354abe706c")};
  expect_subgroup_tests_agree(stated);
  EXPECT_FALSE(is_in_subgroup(stated));
  for (const Fp& y : {Fp::from_u64(2), -Fp::from_u64(2)}) {
    G1Affine order_3 = {Fp::zero(), y};
    expect_subgroup_tests_agree(order_3);
    EXPECT_FALSE(is_in_subgroup(order_3));
  }
}

TEST(SubgroupTest, PointsOfEachSmallPrimeOrderInG1) {
  std::mt19937_64 engine(4);
  std::vector<uint64_t> h1 = limbs_from_hex(kH1);
  for (uint64_t prime : {3ul, 11ul, 10177ul, 859267ul, 52437899ul}) {
    unsigned __int128 rest = static_cast<unsigned __int128>(h1[1]) << 64 | h1[0];
    ASSERT_EQ(static_cast<uint64_t>(rest % prime), 0u);
    while (rest % prime == 0) rest /= prime;
    std::vector<uint64_t> scalar = {static_cast<uint64_t>(rest), static_cast<uint64_t>(rest >> 64)};
    std::vector<uint64_t> order = {prime};
    G1Jacobian p = G1Jacobian::infinity();
    while (p.is_infinity()) {
      p = multiply_plain(multiply_plain(random_curve_point<Fp>(engine), Fr::M::kModulus), scalar);
    }
    // The order of p is a power of the prime; go down to the prime itself.
    while (!multiply_plain(p, order).is_infinity()) p = multiply_plain(p, order);
    expect_subgroup_tests_agree(p.to_affine());
    expect_subgroup_tests_agree(add_mixed(p, g1_generator()).to_affine());
    EXPECT_FALSE(is_in_subgroup(add_mixed(p, g1_generator()).to_affine()));
  }
}

template <class F>
void random_points_and_cofactor(const std::string& cofactor) {
  std::mt19937_64 engine(5);
  for (int i = 0; i < 20; ++i) {
    Affine<F> p = random_curve_point<F>(engine);
    expect_subgroup_tests_agree(p);
    Jacobian<F> cleared = multiply_plain(p, limbs_from_hex(cofactor));
    EXPECT_TRUE(is_in_subgroup(cleared.to_affine()) && has_order_r(cleared.to_affine()));
    Jacobian<F> rest = multiply_plain(p, Fr::M::kModulus);
    EXPECT_TRUE(multiply_plain(rest, limbs_from_hex(cofactor)).is_infinity());
    EXPECT_EQ(is_in_subgroup(rest.to_affine()), rest.is_infinity());
  }
}

TEST(SubgroupTest, RandomPointsAndCofactors) {
  random_points_and_cofactor<Fp>(kH1);
  random_points_and_cofactor<Fp2>(kH2);
}

template <class F>
void multiply_equals_plain() {
  std::mt19937_64 engine(6);
  std::vector<Fr> scalars = {Fr::zero(), Fr::one(), -Fr::one(), Fr::from_u64(2),
                             Fr::from_u64(~uint64_t{0})};
  for (int i = 0; i < 5; ++i) scalars.push_back(field::sample_random<Fr>(engine));
  for (const Affine<F>& p : sample_points<F>(8)) {
    for (const Fr& scalar : scalars) {
      Jacobian<F> product = multiply(p, scalar);
      EXPECT_EQ(product, multiply_plain(p, scalar.canonical()));
      Jacobian<F> other = rescaled(Jacobian<F>::from_affine(p), field::sample_random<F>(engine));
      EXPECT_EQ(multiply(other, scalar), product);
    }
  }
}

TEST(MultiplyTest, EqualsDoublingAndAdding) {
  multiply_equals_plain<Fp>();
  multiply_equals_plain<Fp2>();
}

// G16-113: (beta x, y) = [lambda](x, y), for both pairs.
TEST(EndomorphismTest, CubeRootOfOneActsOnG1) {
  Fp beta_1 =
      fp("1a0111ea397fe699ec02408663d4de85aa0d857d89759ad4"
         "897d29650fb85f9b409427eb4f49fffd8bfd00000000aaac");
  Fp beta_2 =
      fp("00000000000000005f19672fdf76ce51ba69c6076a0f77ea"
         "ddb3a93be6f89688de17d813620a00022e01fffffffefffe");
  auto lambda_1 = limbs_from_hex("ac45a4010001a40200000000ffffffff");
  auto lambda_2 =
      limbs_from_hex("73eda753299d7d483339d80809a1d804a7780001fffcb7fcfffffffe00000001");
  const field::Limbs<6> montgomery = {0xcd03c9e48671f071, 0x5dab22461fcda5d2, 0x587042afd3851b95,
                                      0x8eb60ebe01bacb9e, 0x03f97d6e83d050d2, 0x18f0206554638741};
  EXPECT_EQ(beta_1.montgomery_limbs(), montgomery);
  for (const G1Affine& p : sample_points<Fp>(8)) {
    EXPECT_EQ(multiply_plain(p, lambda_1).to_affine(), (G1Affine{beta_1 * p.x, p.y}));
    EXPECT_EQ(multiply_plain(p, lambda_2).to_affine(), (G1Affine{beta_2 * p.x, p.y}));
  }
}

// G16-114: psi(Q) = [z]Q with the negative curve parameter z.
TEST(EndomorphismTest, FrobeniusActsOnG2) {
  Fp2 c_x = {Fp::zero(), fp("1a0111ea397fe699ec02408663d4de85aa0d857d89759ad4"
                            "897d29650fb85f9b409427eb4f49fffd8bfd00000000aaad")};
  Fp2 c_y = {fp("135203e60180a68ee2e9c448d77a2cd91c3dedd930b1cf60"
                "ef396489f61eb45e304466cf3e67fa0af1ee7b04121bdea2"),
             fp("06af0e0437ff400b6831e36d6bd17ffe48395dabc2d3435e"
                "77f76e17009241c5ee67992f72ec05f4c81084fbede3cc09")};
  for (const G2Affine& p : sample_points<Fp2>(8)) {
    G2Affine psi = {c_x * p.x.conjugate(), c_y * p.y.conjugate()};
    EXPECT_EQ(multiply_plain(p, std::vector<uint64_t>{0xd201000000010000}).negated().to_affine(),
              psi);
  }
}

}  // namespace
}  // namespace cuzk::curve
