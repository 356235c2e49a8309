// SPDX-License-Identifier: MIT OR Apache-2.0
// The base field of BLS12-381 (groth16.md G16-101), the coordinates of G1.
//
// p has 381 bits, so three bits of the top limb are free. p is 3 modulo 4: a square root is the
// power (p + 1) / 4, and -1 is no square, so that Fp2 adjoins its root. p is 1 modulo 3, which
// gives the cube roots of one behind the endomorphism of G1 (G16-113).
#pragma once

#include "field/prime_field.h"

namespace cuzk::field {

struct FpModulus {
  static constexpr Limbs<6> kModulus = {0xb9feffffffffaaab, 0x1eabfffeb153ffff, 0x6730d2a0f6b0f624,
                                        0x64774b84f38512bf, 0x4b1ba7b6434bacd7, 0x1a0111ea397fe69a};
};

using Fp = PrimeField<FpModulus>;

static_assert(sizeof(Fp) == 48);

}  // namespace cuzk::field
