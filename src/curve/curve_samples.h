// SPDX-License-Identifier: MIT OR Apache-2.0
// Points for the tests of `curve`, on host and device, and the plain multiplication that they are
// made with.
//
// The samples begin with infinity, G, -G, 2G and -2G, so that all pairs of them contain every
// exceptional case of an addition: equal, opposite and infinite operands. `rescaled` gives the same
// point other coordinates, as sums in a computation have them.
#pragma once

#include <cstdint>
#include <random>
#include <span>
#include <vector>

#include "curve/curve.h"
#include "field/field_samples.h"

namespace cuzk::curve {

template <class F>
const Affine<F>& generator();
template <>
inline const G1Affine& generator<Fp>() {
  return g1_generator();
}
template <>
inline const G2Affine& generator<Fp2>() {
  return g2_generator();
}

// [scalar]p by doubling and adding with the formulas of group.h, for scalars of any length
// (little-endian limbs).
template <class Point>
Point multiply_plain(const Point& p, std::span<const uint64_t> scalar) {
  Point sum = Point::infinity();
  for (size_t i = 64 * scalar.size(); i-- > 0;) {
    sum = sum.doubled();
    if ((scalar[i / 64] >> (i % 64) & 1) != 0) sum = add(sum, p);
  }
  return sum;
}

template <class F>
Jacobian<F> multiply_plain(const Affine<F>& p, std::span<const uint64_t> scalar) {
  return multiply_plain(Jacobian<F>::from_affine(p), scalar);
}

// The same point with other coordinates. Requires: scale is not zero.
template <class F>
Jacobian<F> rescaled(const Jacobian<F>& p, const F& scale) {
  return {p.x * scale.square(), p.y * scale.square() * scale, p.z * scale};
}
template <class F>
Xyzz<F> rescaled(const Xyzz<F>& p, const F& scale) {
  F squared = scale.square();
  F cubed = squared * scale;
  return {p.x * squared, p.y * cubed, p.zz * squared, p.zzz * cubed};
}

// Infinity, [1]G, [-1]G, [2]G, [-2]G, [3]G and random multiples.
template <class F>
std::vector<Affine<F>> sample_points(size_t count, uint64_t seed = 1) {
  std::mt19937_64 engine(seed);
  const Affine<F>& g = generator<F>();
  std::vector<Jacobian<F>> points = {Jacobian<F>::infinity(), Jacobian<F>::from_affine(g)};
  points.push_back(points[1].negated());
  points.push_back(points[1].doubled());
  points.push_back(points[3].negated());
  points.push_back(add(points[3], points[1]));
  while (points.size() < count) {
    points.push_back(multiply(g, field::sample_random<Fr>(engine)));
  }
  return batch_to_affine(points);
}

}  // namespace cuzk::curve
