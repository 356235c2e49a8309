// SPDX-License-Identifier: MIT OR Apache-2.0
// Every field operation on the device gives the very limbs that it gives on the host, over all
// pairs of extreme and random operands, for Fr, Fp and Fp2. Lazy values come in both of their
// states.
#include <gtest/gtest.h>

#include <vector>

#include "field/device_apply.cuh"
#include "field/field_samples.h"
#include "field/lazy_fr.h"

namespace cuzk::field {
namespace {

struct Add {
  template <class F>
  CUZK_HOST_DEVICE F operator()(const F& a, const F& b) const {
    return a + b;
  }
};
struct Subtract {
  template <class F>
  CUZK_HOST_DEVICE F operator()(const F& a, const F& b) const {
    return a - b;
  }
};
struct Multiply {
  template <class F>
  CUZK_HOST_DEVICE F operator()(const F& a, const F& b) const {
    return a * b;
  }
};
// Compound assignment, where result and operand are one object.
struct Accumulate {
  template <class F>
  CUZK_HOST_DEVICE F operator()(const F& a, const F& b) const {
    F value = a;
    value *= b;
    value += a;
    value -= b;
    value *= value;
    return value;
  }
};
struct Square {
  template <class F>
  CUZK_HOST_DEVICE F operator()(const F& a, const F&) const {
    return a.square();
  }
};
struct NegateAndDouble {
  template <class F>
  CUZK_HOST_DEVICE F operator()(const F& a, const F&) const {
    return (-a).doubled();
  }
};
struct Inverse {
  template <class F>
  CUZK_HOST_DEVICE F operator()(const F& a, const F&) const {
    return a.inverse();
  }
};
struct Compare {
  template <class F>
  CUZK_HOST_DEVICE int operator()(const F& a, const F& b) const {
    return (a == b ? 1 : 0) + (a.is_zero() ? 2 : 0) + (a.is_one() ? 4 : 0);
  }
};
struct ThroughCanonical {
  template <class F>
  CUZK_HOST_DEVICE typename F::Canonical operator()(const F& a, const F&) const {
    return (F::from_canonical(a.canonical()) + F::from_u64(5)).canonical();
  }
};
struct Power {
  template <class F>
  CUZK_HOST_DEVICE F operator()(const F& a, const F& b) const {
    return a.pow(b.canonical()) + a.pow(uint64_t{77});
  }
};
struct RootOfUnity {
  CUZK_HOST_DEVICE Fr operator()(const unsigned& log_n, const unsigned&) const {
    return root_of_unity(log_n) * multiplicative_generator();
  }
};

template <class Function, class A, class B = A>
void expect_same_on_device(const Function& function, const std::vector<A>& a,
                           const std::vector<B>& b) {
  auto out = device_apply(function, a, b);
  ASSERT_EQ(out.size(), a.size() * b.size());
  for (size_t i = 0; i < a.size(); ++i) {
    for (size_t j = 0; j < b.size(); ++j) {
      ASSERT_EQ(out[i * b.size() + j], function(a[i], b[j])) << i << " " << j;
    }
  }
}

struct LazyAdd {
  CUZK_HOST_DEVICE Fr operator()(const Fr& a, const Fr& b) const {
    return (LazyFr::from_unreduced(a) + LazyFr::from_unreduced(b)).unreduced();
  }
};
struct LazySubtract {
  CUZK_HOST_DEVICE Fr operator()(const Fr& a, const Fr& b) const {
    return (LazyFr::from_unreduced(a) - LazyFr::from_unreduced(b)).unreduced();
  }
};
struct LazyMultiply {
  CUZK_HOST_DEVICE Fr operator()(const Fr& a, const Fr& twiddle) const {
    return (LazyFr::from_unreduced(a) * twiddle).unreduced();
  }
};
struct LazyDivide {
  CUZK_HOST_DEVICE Fr operator()(const Fr& a, const unsigned& exponent) const {
    return LazyFr::from_unreduced(a).divided_by_power_of_two(exponent).unreduced();
  }
};
struct LazyReduce {
  CUZK_HOST_DEVICE Fr operator()(const Fr& a, const Fr&) const {
    return LazyFr::from_unreduced(a).reduced();
  }
};

template <class F>
class FieldDeviceTest : public testing::Test {
 protected:
  std::vector<F> values_ = samples<F>(300);
  std::vector<F> one_ = {F::one()};
};
using AllFields = testing::Types<Fr, Fp, Fp2>;
TYPED_TEST_SUITE(FieldDeviceTest, AllFields);

TYPED_TEST(FieldDeviceTest, PairsOfOperands) {
  expect_same_on_device(Add{}, this->values_, this->values_);
  expect_same_on_device(Subtract{}, this->values_, this->values_);
  expect_same_on_device(Multiply{}, this->values_, this->values_);
  expect_same_on_device(Accumulate{}, this->values_, this->values_);
  expect_same_on_device(Compare{}, this->values_, this->values_);
}

TYPED_TEST(FieldDeviceTest, SingleOperands) {
  expect_same_on_device(Square{}, this->values_, this->one_);
  expect_same_on_device(NegateAndDouble{}, this->values_, this->one_);
  expect_same_on_device(Inverse{}, this->values_, this->one_);
}

template <class F>
void prime_field_operations() {
  std::vector<F> values = samples<F>(60);
  expect_same_on_device(ThroughCanonical{}, values, {F::one()});
  expect_same_on_device(Power{}, values, {values[0], values[1], values[2], values.back()});
}

TEST(PrimeFieldDeviceTest, CanonicalFormAndPowers) {
  prime_field_operations<Fr>();
  prime_field_operations<Fp>();
}

TEST(LazyFrDeviceTest, HostAndDeviceAgreeInBothStates) {
  std::vector<Fr> twiddles = samples<Fr>(100);
  std::vector<Fr> states = lazy_states(twiddles);
  expect_same_on_device(LazyAdd{}, states, states);
  expect_same_on_device(LazySubtract{}, states, states);
  expect_same_on_device(LazyMultiply{}, states, twiddles);
  expect_same_on_device(LazyReduce{}, states, {Fr::one()});
  expect_same_on_device(LazyDivide{}, states, std::vector<unsigned>{0, 1, 17, 31, 32, 33, 85});
}

TEST(PrimeFieldDeviceTest, RootsOfUnity) {
  std::vector<unsigned> exponents;
  for (unsigned log_n = 0; log_n <= kFrTwoAdicity; ++log_n) exponents.push_back(log_n);
  expect_same_on_device(RootOfUnity{}, exponents, {0u});
}

}  // namespace
}  // namespace cuzk::field
