// SPDX-License-Identifier: MIT OR Apache-2.0
// The scalar field of BLS12-381 (groth16.md G16-101..104), which is the field of all circuits and
// transforms.
//
// r - 1 = 2^32 * t with t odd, so there are roots of unity of every order 2^k, k <= 32. Which of
// them is used is part of the parameter files: 7^t and its squares (G16-103). r has 255 bits; its
// lowest 32-bit limbs are 1 and 2^32 - 1.
#pragma once

#include "field/prime_field.h"

namespace cuzk::field {

struct FrModulus {
  static constexpr Limbs<4> kModulus = {0xffffffff00000001, 0x53bda402fffe5bfe, 0x3339d80809a1d805,
                                        0x73eda753299d7d48};
};

using Fr = PrimeField<FrModulus>;

inline constexpr unsigned kFrTwoAdicity = 32;

CUZK_HOST_DEVICE constexpr Fr multiplicative_generator() { return Fr::from_u64(7); }

namespace derive {

constexpr Fr root_of_unity_max() {
  Limbs<4> odd_part = shifted_right(FrModulus::kModulus, kFrTwoAdicity);
  return multiplicative_generator().pow(odd_part);
}

}  // namespace derive

// The root of unity of order 2^log_n: (7^t)^(2^(32 - log_n)). Requires: log_n <= 32.
CUZK_HOST_DEVICE constexpr Fr root_of_unity(unsigned log_n) {
  constexpr Fr root_max = derive::root_of_unity_max();
  Fr root = root_max;
  for (unsigned k = kFrTwoAdicity; k > log_n; --k) root = root.square();
  return root;
}

static_assert(sizeof(Fr) == 32);

}  // namespace cuzk::field
