// SPDX-License-Identifier: MIT OR Apache-2.0
// The quotient against long division by X^m - 1 and against the textbook way of groth16.md G16-510.
#include "ntt/quotient.h"

#include <gtest/gtest.h>

#include "field/field_samples.h"

namespace cuzk::ntt {
namespace {

std::vector<Fr> random_rows(uint64_t count, uint64_t seed) {
  std::mt19937_64 engine(seed);
  std::vector<Fr> out(count);
  for (Fr& value : out) value = field::sample_random<Fr>(engine);
  return out;
}

// (A B - C) / (X^m - 1) in the monomial basis.
std::vector<Fr> quotient_by_division(const Domain& domain, std::vector<Fr> a, std::vector<Fr> b) {
  uint64_t m = domain.size();
  a.resize(m);
  b.resize(m);
  std::vector<Fr> c(m);
  for (size_t i = 0; i < m; ++i) c[i] = a[i] * b[i];
  for (std::vector<Fr>* x : {&a, &b, &c}) domain.inverse(*x);
  std::vector<Fr> rest(2 * m, Fr::zero());
  for (size_t i = 0; i < m; ++i) {
    rest[i] -= c[i];
    for (size_t j = 0; j < m; ++j) rest[i + j] += a[i] * b[j];
  }
  std::vector<Fr> h(rest.begin() + static_cast<ptrdiff_t>(m), rest.end());
  for (size_t i = 0; i < m; ++i) EXPECT_TRUE((rest[i] + h[i]).is_zero());
  EXPECT_TRUE(h.back().is_zero());
  h.pop_back();
  return h;
}

// Seven transforms with the coset of 7.
std::vector<Fr> quotient_by_coset(const Domain& domain, std::vector<Fr> a, std::vector<Fr> b) {
  const Fr shift = field::multiplicative_generator();
  a.resize(domain.size());
  b.resize(domain.size());
  std::vector<Fr> c(domain.size());
  for (size_t i = 0; i < c.size(); ++i) c[i] = a[i] * b[i];
  for (std::vector<Fr>* x : {&a, &b, &c}) {
    domain.inverse(*x);
    domain.forward_coset(*x, shift);
  }
  const Fr divisor = (shift.pow(domain.size()) - Fr::one()).inverse();
  for (size_t i = 0; i < a.size(); ++i) a[i] = (a[i] * b[i] - c[i]) * divisor;
  domain.inverse_coset(a, shift);
  EXPECT_TRUE(a.back().is_zero());
  a.pop_back();
  return a;
}

TEST(Quotient, EqualsLongDivision) {
  for (unsigned log_n = 0; log_n < 8; ++log_n) {
    Domain domain(log_n);
    for (uint64_t rows : {domain.size(), domain.size() / 2 + 1, uint64_t{1}}) {
      std::vector<Fr> a = random_rows(rows, rows);
      std::vector<Fr> b = random_rows(rows, rows + 1);
      EXPECT_EQ(quotient(domain, a, b), quotient_by_division(domain, a, b)) << log_n << " " << rows;
    }
  }
}

TEST(Quotient, EqualsTheSevenTransforms) {
  Domain domain(15);
  std::vector<Fr> a = random_rows(domain.size() - 100, 1);
  std::vector<Fr> b = random_rows(domain.size() - 100, 2);
  EXPECT_EQ(quotient(domain, a, b), quotient_by_coset(domain, a, b));
}

TEST(Quotient, EachTransformCanEndIt) {
  const Domain domain(4);
  std::vector<uint64_t> reports;
  (void)quotient(domain, {}, {}, [&](std::string_view stage, uint64_t done, uint64_t total) {
    EXPECT_EQ(stage, "quotient");
    EXPECT_EQ(total, 6u);
    reports.push_back(done);
  });
  EXPECT_EQ(reports, (std::vector<uint64_t>{0, 1, 2, 3, 4, 5, 6}));
  for (uint64_t last : reports) {
    const auto stop = [&](std::string_view, uint64_t done, uint64_t) {
      if (done == last) throw last;
    };
    EXPECT_THROW((void)quotient(domain, {}, {}, stop), uint64_t);
  }
}

TEST(Quotient, OfZeroRowsIsZero) {
  Domain domain(4);
  EXPECT_EQ(quotient(domain, {}, {}), std::vector<Fr>(domain.size() - 1, Fr::zero()));
}

}  // namespace
}  // namespace cuzk::ntt
