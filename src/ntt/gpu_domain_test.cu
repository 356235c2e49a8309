// SPDX-License-Identifier: MIT OR Apache-2.0
// Transforms and quotient on the device against those of the host, limb by limb, for all sizes up
// to 2^20: each number of passes and of skipped levels occurs. Larger sizes by properties: values
// at some points by the definition of a polynomial, and that there and back is the factor m.
#include "ntt/gpu_domain.h"

#include <gtest/gtest.h>

#include <string>

#include "field/field_samples.h"
#include "ntt/gpu_quotient.h"
#include "ntt/gpu_vector.cuh"
#include "ntt/quotient.h"

namespace cuzk::ntt {
namespace {

constexpr Ring kRings[] = {Ring::kCyclic, Ring::kNegacyclic};

struct GpuTest : testing::Test {
  gpu::Device device{0};
  gpu::Stream stream{device};
};

enum class Content : uint8_t { kRandom, kExtreme, kLargest };

std::vector<Fr> make_vector(uint64_t count, Content content, uint64_t seed) {
  static const std::vector<Fr> random = field::samples<Fr>(5000);
  static const std::vector<Fr> extreme = field::sample_extremes<Fr>();
  std::mt19937_64 engine(seed);
  const Fr largest = Fr::from_montgomery(field::derive::minus(Fr::M::kModulus, field::Limbs<4>{1}));
  std::vector<Fr> out(count, largest);
  for (Fr& value : out) {
    if (content == Content::kRandom) {
      value = random[engine() % random.size()] + random[engine() % random.size()];
    } else if (content == Content::kExtreme) {
      value = extreme[engine() % extreme.size()];
    }
  }
  return out;
}

uint64_t reversed(uint64_t value, unsigned bits) {
  uint64_t out = 0;
  for (unsigned i = 0; i < bits; ++i) out |= (value >> i & 1) << (bits - 1 - i);
  return out;
}

uint64_t first_difference(const std::vector<Fr>& a, const std::vector<Fr>& b) {
  for (uint64_t i = 0; i < a.size(); ++i) {
    if (a[i] != b[i]) return i;
  }
  return a.size();
}

class EqualsHost : public GpuTest, public testing::WithParamInterface<unsigned> {};

TEST_P(EqualsHost, BothRingsAndDirections) {
  const unsigned log_n = GetParam();
  Domain host(log_n);
  DeviceVector table(stream, host.size());
  GpuDomain domain(stream, log_n, table.data());
  // The guard behind the vector must stay as it is.
  const uint64_t guard = 2048;
  DeviceVector vector(stream, host.size() + guard);
  for (Content content : {Content::kRandom, Content::kExtreme, Content::kLargest}) {
    const std::vector<Fr> input = make_vector(host.size(), content, log_n);
    for (Ring ring : kRings) {
      for (bool down : {true, false}) {
        std::vector<Fr> expected = input;
        vector.poison(stream);
        const std::vector<Fr> untouched = vector.to_host(stream);
        vector.assign(stream, input);
        if (down) {
          host.to_values(expected, ring);
          domain.to_values(stream, vector.data(), ring);
        } else {
          host.to_coefficients(expected, ring);
          domain.to_coefficients(stream, vector.data(), ring);
        }
        const std::vector<Fr> result = vector.to_host(stream);
        ASSERT_EQ(first_difference(expected, result), host.size())
            << "ring " << static_cast<int>(ring) << " down " << down << " content "
            << static_cast<int>(content);
        for (uint64_t i = host.size(); i < result.size(); ++i) ASSERT_EQ(result[i], untouched[i]);
      }
    }
  }
}

TEST_P(EqualsHost, BitReversal) {
  const unsigned log_n = GetParam();
  std::vector<Fr> values = make_vector(uint64_t{1} << log_n, Content::kRandom, log_n);
  DeviceVector in(stream, values.size());
  DeviceVector out(stream, values.size());
  in.assign(stream, values);
  enqueue_bit_reversal(stream, out.data(), in.data(), log_n);
  reverse_bits(values);
  EXPECT_EQ(first_difference(values, out.to_host(stream)), values.size());
}

INSTANTIATE_TEST_SUITE_P(GpuDomain, EqualsHost, testing::Range(0u, 21u));

class QuotientEqualsHost : public GpuTest, public testing::WithParamInterface<unsigned> {};

TEST_P(QuotientEqualsHost, OfRandomAndExtremeRows) {
  const unsigned log_n = GetParam();
  Domain host(log_n);
  DeviceVector table(stream, host.size());
  GpuDomain domain(stream, log_n, table.data());
  DeviceVector rows(stream, host.size());
  DeviceVector first(stream, host.size());
  DeviceVector second(stream, host.size());
  for (Content content : {Content::kRandom, Content::kExtreme}) {
    std::vector<Fr> a = make_vector(host.size(), content, log_n);
    std::vector<Fr> b = make_vector(host.size(), content, 100 + log_n);
    std::vector<Fr> products(host.size());
    for (uint64_t i = 0; i < host.size(); ++i) products[i] = a[i] * b[i];
    rows.assign(stream, a);
    enqueue_bit_reversal(stream, first.data(), rows.data(), log_n);
    rows.assign(stream, b);
    enqueue_bit_reversal(stream, second.data(), rows.data(), log_n);
    enqueue_negacyclic_product(stream, domain, first.data(), second.data());
    second.poison(stream);
    rows.assign(stream, products);
    enqueue_bit_reversal(stream, second.data(), rows.data(), log_n);
    enqueue_quotient(stream, domain, first.data(), second.data());
    std::vector<Fr> expected = quotient(host, a, b);
    expected.push_back(Fr::zero());
    ASSERT_EQ(first_difference(expected, first.to_host(stream)), host.size())
        << static_cast<int>(content);
  }
}

INSTANTIATE_TEST_SUITE_P(GpuQuotient, QuotientEqualsHost,
                         testing::Values(0, 1, 2, 5, 9, 10, 11, 13, 15, 18, 19));

class LargeSizes : public GpuTest, public testing::WithParamInterface<unsigned> {};

TEST_P(LargeSizes, ValuesAtSomePointsAndBackAgain) {
  const unsigned log_n = GetParam();
  const uint64_t size = uint64_t{1} << log_n;
  if (device.free_bytes() < 3 * size * sizeof(Fr) + (uint64_t{1} << 28)) {
    GTEST_SKIP() << "needs " << 3 * size * sizeof(Fr) << " bytes of device memory";
  }
  DeviceVector table(stream, size);
  GpuDomain domain(stream, log_n, table.data());
  DeviceVector coefficients(stream, size);
  DeviceVector vector(stream, size);
  fill_pseudo_random(stream, coefficients, log_n);
  const Fr root = field::root_of_unity(log_n);
  for (Ring ring : kRings) {
    const Fr shift = ring == Ring::kCyclic ? Fr::one() : field::root_of_unity(log_n + 1);
    stream.copy(vector.data(), static_cast<const Fr*>(coefficients.data()), size);
    domain.to_values(stream, vector.data(), ring);
    for (uint64_t j : {uint64_t{0}, uint64_t{1}, size / 2 + 77, size / 3, size - 1}) {
      EXPECT_EQ(vector.at(stream, reversed(j, log_n)),
                evaluate_on_device(stream, coefficients, shift * root.pow(j)))
          << j;
    }
    domain.to_coefficients(stream, vector.data(), ring);
    EXPECT_EQ(count_different(stream, vector, coefficients, Fr::from_u64(size)), 0u);
  }
}

INSTANTIATE_TEST_SUITE_P(GpuDomain, LargeSizes, testing::Values(22, 25, 26, 27, 28));

// (X^k) has the values w^(j k); its transform back has one coefficient.
TEST_F(GpuTest, PowerOfX) {
  const unsigned log_n = 21;
  const uint64_t size = uint64_t{1} << log_n;
  const uint64_t k = 1234567;
  DeviceVector table(stream, size);
  GpuDomain domain(stream, log_n, table.data());
  DeviceVector vector(stream, size);
  std::vector<Fr> values(size, Fr::zero());
  values[k] = Fr::one();
  vector.assign(stream, values);
  domain.to_values(stream, vector.data(), Ring::kCyclic);
  const Fr ratio = field::root_of_unity(log_n).pow(k);
  const std::vector<Fr> result = vector.to_host(stream);
  Fr expected = Fr::one();
  for (uint64_t j = 0; j < size; ++j) {
    ASSERT_EQ(result[reversed(j, log_n)], expected) << j;
    expected *= ratio;
  }
}

}  // namespace
}  // namespace cuzk::ntt
