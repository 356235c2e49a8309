// SPDX-License-Identifier: MIT OR Apache-2.0
// The versions of the product that a processor may take give the same limbs, for random operands
// and for those that make every carry: all versions are run here, whichever the program takes.
#include "field/limbs_host.h"

#include <gtest/gtest.h>

#include <vector>

#include "field/fp.h"
#include "field/fr.h"

namespace cuzk::field {
namespace {

template <class F>
struct LimbsHost : testing::Test {};

using Fields = testing::Types<Fr, Fp>;
TYPED_TEST_SUITE(LimbsHost, Fields);

// Any limbs of the second operand are allowed, the first is below the modulus.
template <class M>
std::vector<Limbs<M::kLimbs>> operands(bool below_modulus) {
  using Value = Limbs<M::kLimbs>;
  Value ones, top = M::kModulus, low{};
  ones.fill(~uint64_t{0});
  top[0] -= 1;
  low[0] = ~uint64_t{0};
  std::vector<Value> out = {Value{}, Value{1}, low, M::kR, M::kR2, top};
  for (size_t i = 0; i < M::kLimbs; ++i) {
    Value one{};
    one[i] = i + 1 < M::kLimbs ? ~uint64_t{0} : M::kModulus[i] - 1;
    out.push_back(one);
  }
  if (!below_modulus) out.push_back(ones);
  return out;
}

template <class M>
void expect_same(const Limbs<M::kLimbs>& whole, const Limbs<M::kLimbs>& scanned) {
  host::Sum<M> plain{}, native{};
  host::plain::multiply_rows<M>(plain, whole, scanned);
  host::native::multiply_rows<M>(native, whole, scanned);
  EXPECT_EQ(plain, native);
  if (!host::kHasAdx) return;
  host::Sum<M> adx{};
  host::adx::multiply_rows<M>(adx, whole, scanned);
  EXPECT_EQ(plain, adx);
}

TYPED_TEST(LimbsHost, ProductsOfAllVersionsAreTheSame) {
  using M = typename TypeParam::M;
  for (const auto& whole : operands<M>(true)) {
    for (const auto& scanned : operands<M>(false)) expect_same<M>(whole, scanned);
  }
  for (int i = 0; i < 10000; ++i) {
    expect_same<M>(TypeParam::random().montgomery_limbs(), TypeParam::random().montgomery_limbs());
  }
}

}  // namespace
}  // namespace cuzk::field
