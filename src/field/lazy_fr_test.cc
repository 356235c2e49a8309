// SPDX-License-Identifier: MIT OR Apache-2.0
// Lazy operations keep their invariant and give the values of the plain ones, over all pairs of
// extreme and random operands in both states.
#include "field/lazy_fr.h"

#include <gtest/gtest.h>

#include "field/field_samples.h"

namespace cuzk::field {
namespace {

void expect_state_of(const LazyFr& lazy, const Fr& value) {
  ASSERT_TRUE(derive::is_less(lazy.unreduced().montgomery_limbs(), Fr::M::kTwice));
  ASSERT_EQ(lazy.reduced(), value);
}

TEST(LazyFr, SumsAndDifferences) {
  std::vector<Fr> states = lazy_states(samples<Fr>(100));
  for (const Fr& a_state : states) {
    for (const Fr& b_state : states) {
      LazyFr a = LazyFr::from_unreduced(a_state);
      LazyFr b = LazyFr::from_unreduced(b_state);
      expect_state_of(a + b, a.reduced() + b.reduced());
      expect_state_of(a - b, a.reduced() - b.reduced());
    }
  }
}

TEST(LazyFr, Products) {
  std::vector<Fr> values = samples<Fr>(100);
  for (const Fr& state : lazy_states(values)) {
    LazyFr a = LazyFr::from_unreduced(state);
    for (const Fr& twiddle : values) expect_state_of(a * twiddle, a.reduced() * twiddle);
  }
}

TEST(LazyFr, DivisionByPowersOfTwo) {
  for (unsigned exponent : {0u, 1u, 2u, 31u, 32u, 33u, 64u, 85u}) {
    const Fr power = Fr::from_u64(2).pow(exponent);
    for (const Fr& state : lazy_states(samples<Fr>(100))) {
      LazyFr a = LazyFr::from_unreduced(state);
      LazyFr quotient = a.divided_by_power_of_two(exponent);
      expect_state_of(quotient, a.reduced() * power.inverse());
    }
  }
}

TEST(LazyFr, ReducedElementsAreTheirOwnState) {
  for (const Fr& value : samples<Fr>(100)) {
    EXPECT_EQ(LazyFr(value).unreduced(), value);
    EXPECT_EQ(LazyFr(value).reduced(), value);
  }
}

}  // namespace
}  // namespace cuzk::field
