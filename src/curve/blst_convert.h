// SPDX-License-Identifier: MIT OR Apache-2.0
// blst's types and ours share one layout: Montgomery form with the same R, little-endian 64-bit
// limbs, c0 before c1, X Y Z in this order. So a pointer to one serves as a pointer to the other,
// and nothing is copied. The casts break the letter of the aliasing rule; they are safe because
// blst is a library of its own that the compiler cannot see into, and because both types are plain
// arrays of uint64_t.
//
// Private to `curve`: no other header of the project includes it, so blst stays replaceable.
#pragma once

#include <blst.h>

#include <array>
#include <type_traits>

#include "curve/curve.h"

namespace cuzk::curve {

template <class Ours>
struct BlstType;
template <>
struct BlstType<Fr> {
  using Type = blst_fr;
};
template <>
struct BlstType<Fp> {
  using Type = blst_fp;
};
template <>
struct BlstType<Fp2> {
  using Type = blst_fp2;
};
template <>
struct BlstType<std::array<Fp2, 6>> {
  using Type = blst_fp12;
};
template <>
struct BlstType<G1Affine> {
  using Type = blst_p1_affine;
};
template <>
struct BlstType<G2Affine> {
  using Type = blst_p2_affine;
};
template <>
struct BlstType<G1Jacobian> {
  using Type = blst_p1;
};
template <>
struct BlstType<G2Jacobian> {
  using Type = blst_p2;
};

template <class Ours>
inline constexpr bool kSameLayout =
    sizeof(Ours) == sizeof(typename BlstType<Ours>::Type) &&
    alignof(Ours) == alignof(typename BlstType<Ours>::Type) &&
    std::is_standard_layout_v<Ours>&& std::is_trivially_copyable_v<Ours>;

template <class Ours>
const typename BlstType<Ours>::Type* to_blst(const Ours* p) {
  static_assert(kSameLayout<Ours>);
  return reinterpret_cast<const typename BlstType<Ours>::Type*>(p);
}

template <class Ours>
typename BlstType<Ours>::Type* to_blst(Ours* p) {
  static_assert(kSameLayout<Ours>);
  return reinterpret_cast<typename BlstType<Ours>::Type*>(p);
}

}  // namespace cuzk::curve
