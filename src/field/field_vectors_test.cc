// SPDX-License-Identifier: MIT OR Apache-2.0
// Field operations against values of another implementation:
// tests/vectors/reference/vectors/fields.json, made by blstrs 0.7.1 (tests/vectors/README.md tells
// how).
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "base/bytes.h"
#include "field/fp2.h"
#include "field/fr.h"

namespace cuzk::field {
namespace {

using nlohmann::json;

json read_vectors() {
  std::ifstream file(CUZK_VECTORS "/reference/vectors/fields.json");
  return json::parse(file);
}

Fr fr(const json& text) {
  return Fr::from_bytes_le(base::from_hex(text.get<std::string>()).value()).value();
}
Fp fp(const json& text) {
  return Fp::from_bytes_be(base::from_hex(text.get<std::string>()).value()).value();
}
Fp2 fp2(const json& pair) { return {fp(pair[0]), fp(pair[1])}; }

TEST(FieldVectorsTest, Fr) {
  json vectors = read_vectors();
  ASSERT_EQ(vectors["fr"].size(), 100u);
  for (const json& v : vectors["fr"]) {
    Fr a = fr(v["a"]);
    Fr b = fr(v["b"]);
    EXPECT_EQ(a + b, fr(v["add"]));
    EXPECT_EQ(a - b, fr(v["sub"]));
    EXPECT_EQ(a * b, fr(v["mul"]));
    EXPECT_EQ(-a, fr(v["neg"]));
    EXPECT_EQ(a.doubled(), fr(v["double"]));
    EXPECT_EQ(a.square(), fr(v["square"]));
    EXPECT_EQ(a.inverse(), fr(v["inverse"]));
    EXPECT_EQ(a.pow(5), fr(v["a_pow_5"]));
    Fr legendre = a.pow(derive::shifted_right(Fr::M::kModulus, 1));
    EXPECT_EQ(legendre.is_one(), v["a_has_square_root"].get<bool>());
  }
  EXPECT_EQ(multiplicative_generator(), fr(vectors["multiplicative_generator"]));
  EXPECT_EQ(root_of_unity(32), fr(vectors["root_of_unity_2_32"]));
  for (const json& transform : vectors["ntt"]) {
    EXPECT_EQ(root_of_unity(transform["log2"].get<unsigned>()), fr(transform["omega"]));
  }
}

TEST(FieldVectorsTest, Fp) {
  json vectors = read_vectors();
  ASSERT_EQ(vectors["fp"].size(), 100u);
  for (const json& v : vectors["fp"]) {
    Fp a = fp(v["a"]);
    Fp b = fp(v["b"]);
    EXPECT_EQ(a + b, fp(v["add"]));
    EXPECT_EQ(a - b, fp(v["sub"]));
    EXPECT_EQ(a * b, fp(v["mul"]));
    EXPECT_EQ(-a, fp(v["neg"]));
    EXPECT_EQ(a.square(), fp(v["square"]));
    EXPECT_EQ(a.inverse(), fp(v["inverse"]));
    EXPECT_EQ(a.sqrt().has_value(), v["a_has_square_root"].get<bool>());
    Fp root = a.square().sqrt().value();
    Fp expected = fp(v["sqrt_of_a_squared"]);
    EXPECT_TRUE(root == expected || root == -expected);
  }
}

TEST(FieldVectorsTest, Fp2) {
  json vectors = read_vectors();
  ASSERT_EQ(vectors["fp2"].size(), 100u);
  for (const json& v : vectors["fp2"]) {
    Fp2 a = fp2(v["a"]);
    Fp2 b = fp2(v["b"]);
    EXPECT_EQ(a + b, fp2(v["add"]));
    EXPECT_EQ(a - b, fp2(v["sub"]));
    EXPECT_EQ(a * b, fp2(v["mul"]));
    EXPECT_EQ(a.square(), fp2(v["square"]));
    EXPECT_EQ(a.inverse(), fp2(v["inverse"]));
  }
}

}  // namespace
}  // namespace cuzk::field
