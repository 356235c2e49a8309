// SPDX-License-Identifier: MIT OR Apache-2.0
// The two groups of BLS12-381 (groth16.md G16-110..115): G1 on y^2 = x^3 + 4 over Fp and G2 on
// y^2 = x^3 + 4 (1 + u) over Fp2, both of the prime order r. The point formulas are in group.h;
// here are the curves, their generators, the tests "on the curve" and "in the subgroup", and
// multiplication by a scalar.
//
// What runs once a point on the host (subgroup test, multiplication) is done by blst, whose types
// have the layout of ours. Many multiplications at once belong to `msm`.
#pragma once

#include <span>
#include <vector>

#include "curve/group.h"
#include "field/batch_inverse.h"
#include "field/fp2.h"
#include "field/fr.h"

namespace cuzk::curve {

using field::Fp;
using field::Fp2;
using field::Fr;

using G1Affine = Affine<Fp>;
using G1Jacobian = Jacobian<Fp>;
using G1Xyzz = Xyzz<Fp>;
using G2Affine = Affine<Fp2>;
using G2Jacobian = Jacobian<Fp2>;
using G2Xyzz = Xyzz<Fp2>;

// The constant term of the curve's equation.
template <class F>
CUZK_HOST_DEVICE constexpr F curve_b();
template <>
CUZK_HOST_DEVICE constexpr Fp curve_b<Fp>() {
  return Fp::from_u64(4);
}
template <>
CUZK_HOST_DEVICE constexpr Fp2 curve_b<Fp2>() {
  return {Fp::from_u64(4), Fp::from_u64(4)};
}

const G1Affine& g1_generator();
const G2Affine& g2_generator();

// True for infinity as well.
template <class F>
CUZK_HOST_DEVICE constexpr bool is_on_curve(const Affine<F>& p) {
  constexpr F b = curve_b<F>();
  return p.is_infinity() || p.y.square() == p.x.square() * p.x + b;
}

// Whether the order of p divides r, by the endomorphism tests of G16-115. True for infinity.
// Requires: is_on_curve(p).
bool is_in_subgroup(const G1Affine& p);
bool is_in_subgroup(const G2Affine& p);

// [scalar]p. Requires: p is in the subgroup.
G1Jacobian multiply(const G1Affine& p, const Fr& scalar);
G2Jacobian multiply(const G2Affine& p, const Fr& scalar);
G1Jacobian multiply(const G1Jacobian& p, const Fr& scalar);
G2Jacobian multiply(const G2Jacobian& p, const Fr& scalar);

// One inversion for all points: about 6 products a point and a field element of scratch.
// Requires: out.size() == points.size().
template <class Point>
void batch_to_affine(std::span<const Point> points, std::span<Affine<typename Point::Field>> out) {
  std::vector<typename Point::Field> denominators(points.size());
  for (size_t i = 0; i < points.size(); ++i) denominators[i] = points[i].denominator();
  field::batch_inverse(std::span(denominators));
  for (size_t i = 0; i < points.size(); ++i) out[i] = points[i].to_affine(denominators[i]);
}

template <class F>
std::vector<Affine<F>> batch_to_affine(std::span<const Jacobian<F>> points) {
  std::vector<Affine<F>> out(points.size());
  batch_to_affine<Jacobian<F>>(points, out);
  return out;
}

template <class F>
std::vector<Affine<F>> batch_to_affine(const std::vector<Jacobian<F>>& points) {
  return batch_to_affine(std::span<const Jacobian<F>>(points));
}

}  // namespace cuzk::curve
