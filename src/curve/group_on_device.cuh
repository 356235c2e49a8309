// SPDX-License-Identifier: MIT OR Apache-2.0
// The device test of one group, instantiated for G1 and for G2 in a file each, because the device
// compiler needs minutes for G2: every group operation gives the very coordinates that it gives on
// the host.
//
// The operands are all pairs of points that include equal, opposite and infinite ones, in Jacobian
// and XYZZ form, each point with plain and with other coordinates.
#pragma once

#include <gtest/gtest.h>

#include <vector>

#include "curve/curve_samples.h"
#include "field/device_apply.cuh"

namespace cuzk::curve {

struct Add {
  template <class Point>
  CUZK_HOST_DEVICE Point operator()(const Point& a, const Point& b) const {
    return add(a, b);
  }
};
struct AddMixed {
  template <class Point>
  CUZK_HOST_DEVICE Point operator()(const Point& a, const Affine<typename Point::Field>& b) const {
    return add_mixed(a, b);
  }
};
struct DoubleAndNegate {
  template <class Point>
  CUZK_HOST_DEVICE Point operator()(const Point& a, const Point&) const {
    return a.doubled().negated();
  }
};
struct ToAffine {
  template <class Point>
  CUZK_HOST_DEVICE Affine<typename Point::Field> operator()(const Point& a, const Point&) const {
    return a.to_affine();
  }
};
struct Compare {
  template <class Point>
  CUZK_HOST_DEVICE int operator()(const Point& a, const Point& b) const {
    return (a == b ? 1 : 0) + (a.is_infinity() ? 2 : 0);
  }
};
struct OnCurve {
  template <class F>
  CUZK_HOST_DEVICE int operator()(const Affine<F>& a, const Affine<F>& b) const {
    return (is_on_curve(a) ? 1 : 0) + (is_on_curve(Affine<F>{a.x, b.y}) ? 2 : 0);
  }
};
struct ToJacobian {
  template <class F>
  CUZK_HOST_DEVICE Jacobian<F> operator()(const Xyzz<F>& a, const Xyzz<F>&) const {
    return a.to_jacobian();
  }
};

template <class F>
bool same_coordinates(const Affine<F>& a, const Affine<F>& b) {
  return a.x == b.x && a.y == b.y;
}
template <class F>
bool same_coordinates(const Jacobian<F>& a, const Jacobian<F>& b) {
  return a.x == b.x && a.y == b.y && a.z == b.z;
}
template <class F>
bool same_coordinates(const Xyzz<F>& a, const Xyzz<F>& b) {
  return a.x == b.x && a.y == b.y && a.zz == b.zz && a.zzz == b.zzz;
}
inline bool same_coordinates(int a, int b) { return a == b; }

template <class Function, class A, class B>
void expect_same_on_device(const Function& function, const std::vector<A>& a,
                           const std::vector<B>& b) {
  auto out = field::device_apply(function, a, b);
  for (size_t i = 0; i < a.size(); ++i) {
    for (size_t j = 0; j < b.size(); ++j) {
      ASSERT_TRUE(same_coordinates(out[i * b.size() + j], function(a[i], b[j]))) << i << " " << j;
    }
  }
}

// Each sample point as it comes and with other coordinates.
template <class Point>
std::vector<Point> in_two_forms(const std::vector<Affine<typename Point::Field>>& points) {
  std::mt19937_64 engine(2);
  std::vector<Point> out;
  for (const auto& p : points) {
    out.push_back(Point::from_affine(p));
    out.push_back(rescaled(out.back(), field::sample_random<typename Point::Field>(engine)));
  }
  return out;
}

template <class Point>
void expect_group_on_device() {
  using F = typename Point::Field;
  std::vector<Affine<F>> affine = sample_points<F>(40);
  std::vector<Point> points = in_two_forms<Point>(affine);
  std::vector<Point> infinity = {Point::infinity()};
  expect_same_on_device(Add{}, points, points);
  expect_same_on_device(AddMixed{}, points, affine);
  expect_same_on_device(Compare{}, points, points);
  expect_same_on_device(DoubleAndNegate{}, points, infinity);
  expect_same_on_device(ToAffine{}, points, infinity);
}

template <class F>
void expect_affine_on_device() {
  std::vector<Affine<F>> affine = sample_points<F>(40);
  std::vector<Xyzz<F>> points = in_two_forms<Xyzz<F>>(affine);
  expect_same_on_device(OnCurve{}, affine, affine);
  expect_same_on_device(ToJacobian{}, points, std::vector<Xyzz<F>>{Xyzz<F>::infinity()});
}

}  // namespace cuzk::curve
