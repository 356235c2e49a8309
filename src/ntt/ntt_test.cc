// SPDX-License-Identifier: MIT OR Apache-2.0
// Transforms against the definition (sums of powers), against the reference's vectors and by
// properties: inverse, linearity, convolution. Sizes cross the block sizes of tuning.h, where the
// code takes other paths.
#include "ntt/ntt.h"

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "base/bytes.h"
#include "base/error.h"
#include "field/field_samples.h"

namespace cuzk::ntt {
namespace {

std::vector<Fr> random_vector(uint64_t count, uint64_t seed) {
  std::mt19937_64 engine(seed);
  std::vector<Fr> out(count);
  for (Fr& value : out) value = field::sample_random<Fr>(engine);
  return out;
}

Fr evaluate(const std::vector<Fr>& coefficients, const Fr& x) {
  Fr sum = Fr::zero();
  for (size_t i = coefficients.size(); i-- > 0;) sum = sum * x + coefficients[i];
  return sum;
}

// Values at shift * w^j by the definition: m^2 products.
std::vector<Fr> transform_reference(const std::vector<Fr>& coefficients, const Fr& shift,
                                    const Fr& root) {
  std::vector<Fr> out(coefficients.size());
  Fr x = shift;
  for (Fr& value : out) {
    value = evaluate(coefficients, x);
    x *= root;
  }
  return out;
}

class SmallSizes : public testing::TestWithParam<unsigned> {};

TEST_P(SmallSizes, ForwardEqualsTheDefinition) {
  Domain domain(GetParam());
  std::vector<Fr> coefficients = random_vector(domain.size(), GetParam());
  std::vector<Fr> values = coefficients;
  domain.forward(values);
  EXPECT_EQ(values, transform_reference(coefficients, Fr::one(), domain.root()));
}

TEST_P(SmallSizes, CosetEqualsTheDefinition) {
  Domain domain(GetParam());
  std::vector<Fr> coefficients = random_vector(domain.size(), GetParam());
  std::vector<Fr> values = coefficients;
  domain.forward_coset(values, field::multiplicative_generator());
  EXPECT_EQ(values,
            transform_reference(coefficients, field::multiplicative_generator(), domain.root()));
  domain.inverse_coset(values, field::multiplicative_generator());
  EXPECT_EQ(values, coefficients);
}

TEST_P(SmallSizes, NegacyclicValuesAreThoseAtTheOddPowers) {
  Domain domain(GetParam());
  std::vector<Fr> coefficients = random_vector(domain.size(), GetParam());
  std::vector<Fr> values = coefficients;
  domain.to_values(values, Ring::kNegacyclic);
  reverse_bits(values);
  Fr shift = field::root_of_unity(GetParam() + 1);
  EXPECT_EQ(values, transform_reference(coefficients, shift, domain.root()));
}

INSTANTIATE_TEST_SUITE_P(Ntt, SmallSizes, testing::Range(0u, 10u));

class AllSizes : public testing::TestWithParam<unsigned> {};

TEST_P(AllSizes, InverseUndoesForward) {
  Domain domain(GetParam());
  const std::vector<Fr> values = random_vector(domain.size(), 100 + GetParam());
  std::vector<Fr> changed = values;
  domain.forward(changed);
  domain.inverse(changed);
  EXPECT_EQ(changed, values);
  domain.inverse(changed);
  domain.forward(changed);
  EXPECT_EQ(changed, values);
}

TEST_P(AllSizes, ValuesAtSomePoints) {
  Domain domain(GetParam());
  const std::vector<Fr> coefficients = random_vector(domain.size(), 200 + GetParam());
  std::vector<Fr> values = coefficients;
  domain.forward(values);
  for (uint64_t j : {uint64_t{0}, uint64_t{1}, domain.size() / 3, domain.size() - 1}) {
    j %= domain.size();
    EXPECT_EQ(values[j], evaluate(coefficients, domain.root().pow(j))) << j;
  }
}

TEST_P(AllSizes, NegacyclicStepsUndoEachOther) {
  Domain domain(GetParam());
  const std::vector<Fr> coefficients = random_vector(domain.size(), 300 + GetParam());
  std::vector<Fr> changed = coefficients;
  domain.to_values(changed, Ring::kNegacyclic);
  domain.to_coefficients(changed, Ring::kNegacyclic);
  scale_by_powers(changed, domain.size_inverse(), Fr::one());
  EXPECT_EQ(changed, coefficients);
}

INSTANTIATE_TEST_SUITE_P(Ntt, AllSizes, testing::Values(0, 1, 2, 5, 8, 9, 12, 13, 14, 15, 16));

TEST(Ntt, IsLinear) {
  Domain domain(11);
  std::vector<Fr> x = random_vector(domain.size(), 1);
  std::vector<Fr> y = random_vector(domain.size(), 2);
  const Fr k = Fr::from_u64(12345);
  std::vector<Fr> combined(domain.size());
  for (size_t i = 0; i < x.size(); ++i) combined[i] = x[i] + k * y[i];
  domain.forward(x);
  domain.forward(y);
  domain.forward(combined);
  for (size_t i = 0; i < x.size(); ++i) ASSERT_EQ(combined[i], x[i] + k * y[i]);
}

TEST(Ntt, ProductOfValuesIsConvolution) {
  Domain domain(6);
  std::vector<Fr> x = random_vector(domain.size(), 1);
  std::vector<Fr> y = random_vector(domain.size(), 2);
  std::vector<Fr> expected(domain.size(), Fr::zero());
  for (size_t i = 0; i < x.size(); ++i) {
    for (size_t j = 0; j < y.size(); ++j) expected[(i + j) % domain.size()] += x[i] * y[j];
  }
  domain.forward(x);
  domain.forward(y);
  for (size_t i = 0; i < x.size(); ++i) x[i] *= y[i];
  domain.inverse(x);
  EXPECT_EQ(x, expected);
}

TEST(Ntt, ReverseBitsSwapsReversedIndices) {
  for (unsigned log_n : {0u, 1u, 3u, 7u, 8u, 9u, 12u}) {
    std::vector<Fr> values(uint64_t{1} << log_n);
    for (uint64_t i = 0; i < values.size(); ++i) values[i] = Fr::from_u64(i);
    reverse_bits(values);
    for (uint64_t i = 0; i < values.size(); ++i) {
      uint64_t j = 0;
      for (unsigned bit = 0; bit < log_n; ++bit) j |= (i >> bit & 1) << (log_n - 1 - bit);
      ASSERT_EQ(values[i], Fr::from_u64(j)) << log_n << " " << i;
    }
  }
}

TEST(Ntt, RefusesSizesBeyondTheLimit) {
  try {
    Domain domain(kLogSizeMax + 1);
    FAIL();
  } catch (const base::Error& error) {
    EXPECT_EQ(error.code(), base::ErrorCode::kNotSupported);
  }
}

std::vector<Fr> read_vector(const nlohmann::json& list) {
  std::vector<Fr> out;
  for (const auto& text : list) {
    out.push_back(*Fr::from_bytes_le(*base::bytes32_from_hex(text.get<std::string>())));
  }
  return out;
}

// reference/vectors/fields.json: values at w^j and at 7 w^j, made by the reference library.
TEST(Ntt, EqualsTheReferenceVectors) {
  std::ifstream file(CUZK_VECTORS "/reference/vectors/fields.json");
  auto cases = nlohmann::json::parse(file).at("ntt");
  ASSERT_FALSE(cases.empty());
  for (const auto& one : cases) {
    Domain domain(one.at("log2").get<unsigned>());
    EXPECT_EQ(domain.root(), read_vector(nlohmann::json::array({one.at("omega")})).front());
    std::vector<Fr> coefficients = read_vector(one.at("coefficients"));
    std::vector<Fr> values = coefficients;
    domain.forward(values);
    EXPECT_EQ(values, read_vector(one.at("at_omega_powers")));
    values = coefficients;
    domain.forward_coset(values, field::multiplicative_generator());
    EXPECT_EQ(values, read_vector(one.at("at_generator_times_omega_powers")));
  }
}

}  // namespace
}  // namespace cuzk::ntt
