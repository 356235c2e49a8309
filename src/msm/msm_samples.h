// SPDX-License-Identifier: MIT OR Apache-2.0
// Points and scalars for the tests of MSMs, on host and device: the operands at which additions of
// affine points break, in any number.
//
// Points repeat, stand beside their opposites, and are infinity in between; scalars are 0, 1, r - 1
// and other extreme values among random ones. Everything is determined by the count, so that a
// failure can be repeated.
#pragma once

#include <algorithm>
#include <random>
#include <vector>

#include "curve/curve_samples.h"

namespace cuzk::msm {

using curve::Affine;
using curve::Jacobian;
using field::Fr;

template <class F>
std::vector<Affine<F>> mixed_points(size_t count) {
  std::vector<Jacobian<F>> points(count);
  const Affine<F>& generator = curve::generator<F>();
  Jacobian<F> point = curve::multiply(generator, Fr::from_u64(77));
  for (size_t i = 0; i < count; ++i) {
    switch (i % 11) {
      case 3: points[i] = points[i - 1]; break;
      case 5: points[i] = points[i - 1].negated(); break;
      case 7: points[i] = Jacobian<F>::infinity(); break;
      default: points[i] = point; point = curve::add_mixed(point.doubled(), generator);
    }
  }
  return curve::batch_to_affine(points);
}

inline std::vector<Fr> mixed_scalars(size_t count) {
  std::vector<Fr> out = field::samples<Fr>(count, count);
  std::shuffle(out.begin(), out.end(), std::mt19937_64(count));
  out.resize(count);
  return out;
}

}  // namespace cuzk::msm
