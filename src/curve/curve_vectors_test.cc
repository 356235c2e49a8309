// SPDX-License-Identifier: MIT OR Apache-2.0
// Group operations and pairings against values of another implementation:
// tests/vectors/reference/vectors/curves.json, made by blstrs 0.7.1 (tests/vectors/README.md tells
// how).
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "base/bytes.h"
#include "curve/curve_samples.h"
#include "curve/encoding.h"
#include "curve/pairing.h"

namespace cuzk::curve {
namespace {

using nlohmann::json;

json read_vectors() {
  std::ifstream file(CUZK_VECTORS "/reference/vectors/curves.json");
  return json::parse(file);
}

std::vector<uint8_t> bytes(const json& text) {
  return base::from_hex(text.get<std::string>()).value();
}
Fr fr(const json& text) { return Fr::from_bytes_le(bytes(text)).value(); }
Fp fp(const json& text) { return Fp::from_bytes_be(bytes(text)).value(); }

// Decodes both encodings, which must agree and come back on encoding.
template <class F>
Affine<F> point(const json& encodings) {
  std::vector<uint8_t> compressed = bytes(encodings["compressed"]);
  std::vector<uint8_t> uncompressed = bytes(encodings["uncompressed"]);
  Affine<F> p;
  Affine<F> q;
  PointStatus p_status = decode_compressed(std::span<const uint8_t, sizeof(F)>(compressed), p);
  PointStatus q_status =
      decode_uncompressed(std::span<const uint8_t, 2 * sizeof(F)>(uncompressed), q);
  EXPECT_EQ(p_status, q_status);
  EXPECT_TRUE(p_status == PointStatus::kOk || p_status == PointStatus::kInfinity);
  EXPECT_EQ(p, q);
  EXPECT_TRUE(std::ranges::equal(encode_compressed(p), compressed));
  EXPECT_TRUE(std::ranges::equal(encode_uncompressed(p), uncompressed));
  return p;
}

template <class F>
void group_vectors(const json& list) {
  ASSERT_EQ(list.size(), 100u);
  for (const json& v : list) {
    Affine<F> p = point<F>(v["p"]);
    Affine<F> q = point<F>(v["q"]);
    Jacobian<F> p_jacobian = Jacobian<F>::from_affine(p);
    EXPECT_EQ(add_mixed(p_jacobian, q).to_affine(), point<F>(v["p_plus_q"]));
    EXPECT_EQ(add_mixed(p_jacobian, q.negated()).to_affine(), point<F>(v["p_minus_q"]));
    EXPECT_EQ(p_jacobian.doubled().to_affine(), point<F>(v["double_p"]));
    EXPECT_EQ(Xyzz<F>::from_affine(p).doubled().to_affine(), point<F>(v["double_p"]));
    EXPECT_EQ(add_mixed(Xyzz<F>::from_affine(p), q).to_affine(), point<F>(v["p_plus_q"]));
  }
}

TEST(CurveVectorsTest, SumsAndMultiples) {
  json vectors = read_vectors();
  group_vectors<Fp>(vectors["g1"]);
  group_vectors<Fp2>(vectors["g2"]);
  for (size_t i = 0; i < vectors["g1"].size(); ++i) {
    const json& v = vectors["g1"][i];
    const json& w = vectors["g2"][i];
    Fr k = fr(v["k"]);
    Fr l = fr(v["l"]);
    EXPECT_EQ(multiply(g1_generator(), k).to_affine(), point<Fp>(v["p"]));
    EXPECT_EQ(multiply(g2_generator(), k).to_affine(), point<Fp2>(w["p"]));
    EXPECT_EQ(multiply(point<Fp>(v["p"]), l).to_affine(), point<Fp>(v["l_times_p"]));
    EXPECT_EQ(multiply(point<Fp2>(w["p"]), l).to_affine(), point<Fp2>(w["l_times_p"]));
  }
}

TEST(CurveVectorsTest, EdgeScalars) {
  json vectors = read_vectors();
  ASSERT_EQ(vectors["edge"].size(), 5u);
  for (const json& v : vectors["edge"]) {
    std::string name = v["scalar"];
    const std::map<std::string, Fr> scalars = {{"zero", Fr::zero()},
                                               {"one", Fr::one()},
                                               {"two", Fr::from_u64(2)},
                                               {"minus_one", -Fr::one()},
                                               {"half", Fr::from_u64(2).inverse()}};
    Fr k = scalars.at(name);
    EXPECT_EQ(multiply(g1_generator(), k).to_affine(), point<Fp>(v["g1"])) << name;
    EXPECT_EQ(multiply(g2_generator(), k).to_affine(), point<Fp2>(v["g2"])) << name;
  }
}

template <class F>
Affine<F> sum_of_products(const json& list, const json& scalars) {
  Jacobian<F> sum = Jacobian<F>::infinity();
  for (size_t i = 0; i < list.size(); ++i) {
    sum = add(sum, multiply(point<F>(list[i]["p"]), fr(scalars[i]["l"])));
  }
  return sum.to_affine();
}

TEST(CurveVectorsTest, SumOfProducts) {
  json vectors = read_vectors();
  const json& expected = vectors["msm_sum_of_l_times_k_g"];
  EXPECT_EQ(sum_of_products<Fp>(vectors["g1"], vectors["g1"]), point<Fp>(expected["g1"]));
  EXPECT_EQ(sum_of_products<Fp2>(vectors["g2"], vectors["g1"]), point<Fp2>(expected["g2"]));
}

TEST(CurveVectorsTest, Pairings) {
  json vectors = read_vectors();
  ASSERT_EQ(vectors["pairings"].size(), 8u);
  for (const json& v : vectors["pairings"]) {
    const json& list = v["pairing_of_k_g1_and_l_g2"]["coefficients"];
    std::array<Fp2, 6> coefficients;
    for (size_t i = 0; i < 6; ++i) coefficients[i] = {fp(list[i][0]), fp(list[i][1])};
    Gt expected = Gt::from_coefficients(coefficients);
    Fr k = fr(v["k"]);
    Fr l = fr(v["l"]);
    G1Affine p = multiply(g1_generator(), k).to_affine();
    G2Affine q = multiply(g2_generator(), l).to_affine();
    EXPECT_EQ(pairing(p, q), expected);
    EXPECT_EQ(pairing(g1_generator(), g2_generator()).pow(k * l), expected);
  }
}

}  // namespace
}  // namespace cuzk::curve
