// SPDX-License-Identifier: MIT OR Apache-2.0
// Points of y^2 = x^3 + b over a field F in three representations, for host and device.
//
//   Affine    x, y                     infinity is x = y = 0 (not on either curve, as b is not 0)
//   Jacobian  X/Z^2, Y/Z^3             infinity is Z = 0
//   Xyzz      X/ZZ, Y/ZZZ, ZZ^3 = ZZZ^2  infinity is ZZ = ZZZ = 0
//
// All functions are complete: equal, opposite and infinite operands give the right sum, at the
// price of a comparison. b does not occur in the formulas, so they hold for G1, G2 and every other
// curve with a = 0. Formulas from the Explicit-Formulas Database (Bernstein, Lange), "short
// Weierstrass curves, a = 0":
//
//   function                           formula         products + squares
//   Jacobian::doubled                  dbl-2009-l      2 + 5
//   add(Jacobian, Jacobian)            add-2007-bl     11 + 5
//   add_mixed(Jacobian, Affine)        madd-2007-bl    7 + 4
//   Xyzz::doubled                      dbl-2008-s-1    6 + 3 (with M = 3 X^2)
//   add(Xyzz, Xyzz)                    add-2008-s      12 + 2
//   add_mixed(Xyzz, Affine)            madd-2008-s     8 + 2
//
// Sums of many affine points are cheapest in Xyzz; results that leave a computation are Jacobian,
// as in blst.
#pragma once

#include "base/host_device.h"

namespace cuzk::curve {

template <class F>
struct Affine {
  using Field = F;
  F x;
  F y;

  CUZK_HOST_DEVICE static constexpr Affine infinity() { return {F::zero(), F::zero()}; }
  CUZK_HOST_DEVICE constexpr bool is_infinity() const { return x.is_zero() && y.is_zero(); }
  CUZK_HOST_DEVICE constexpr Affine negated() const { return {x, -y}; }
  CUZK_HOST_DEVICE friend constexpr bool operator==(const Affine& a, const Affine& b) {
    return a.x == b.x && a.y == b.y;
  }
};

template <class F>
struct Jacobian {
  using Field = F;
  F x;
  F y;
  F z;

  CUZK_HOST_DEVICE static constexpr Jacobian infinity() { return {F::one(), F::one(), F::zero()}; }
  CUZK_HOST_DEVICE static constexpr Jacobian from_affine(const Affine<F>& p) {
    if (p.is_infinity()) return infinity();
    return {p.x, p.y, F::one()};
  }

  CUZK_HOST_DEVICE constexpr bool is_infinity() const { return z.is_zero(); }
  CUZK_HOST_DEVICE constexpr Jacobian negated() const { return {x, -y, z}; }

  CUZK_HOST_DEVICE constexpr Jacobian doubled() const {
    F xx = x.square();
    F yy = y.square();
    F yyyy = yy.square();
    F d = ((x + yy).square() - xx - yyyy).doubled();
    F e = xx.doubled() + xx;
    F x_out = e.square() - d.doubled();
    F y_out = e * (d - x_out) - yyyy.doubled().doubled().doubled();
    return {x_out, y_out, (y * z).doubled()};
  }

  // One inversion; batch_to_affine shares it among many points.
  CUZK_HOST_DEVICE constexpr Affine<F> to_affine() const { return to_affine(z.inverse()); }
  CUZK_HOST_DEVICE constexpr const F& denominator() const { return z; }
  CUZK_HOST_DEVICE constexpr Affine<F> to_affine(const F& denominator_inverse) const {
    if (is_infinity()) return Affine<F>::infinity();
    F inverse_squared = denominator_inverse.square();
    return {x * inverse_squared, y * (inverse_squared * denominator_inverse)};
  }

  // Equality of the points, not of the coordinates.
  CUZK_HOST_DEVICE friend constexpr bool operator==(const Jacobian& a, const Jacobian& b) {
    if (a.is_infinity() || b.is_infinity()) return a.is_infinity() && b.is_infinity();
    F a_zz = a.z.square();
    F b_zz = b.z.square();
    return a.x * b_zz == b.x * a_zz && a.y * (b_zz * b.z) == b.y * (a_zz * a.z);
  }
};

template <class F>
struct Xyzz {
  using Field = F;
  F x;
  F y;
  F zz;
  F zzz;

  CUZK_HOST_DEVICE static constexpr Xyzz infinity() {
    return {F::zero(), F::zero(), F::zero(), F::zero()};
  }
  CUZK_HOST_DEVICE static constexpr Xyzz from_affine(const Affine<F>& p) {
    if (p.is_infinity()) return infinity();
    return {p.x, p.y, F::one(), F::one()};
  }

  CUZK_HOST_DEVICE constexpr bool is_infinity() const { return zz.is_zero(); }
  CUZK_HOST_DEVICE constexpr Xyzz negated() const { return {x, -y, zz, zzz}; }

  CUZK_HOST_DEVICE constexpr Xyzz doubled() const {
    F u = y.doubled();
    F v = u.square();
    F w = u * v;
    F s = x * v;
    F xx = x.square();
    F m = xx.doubled() + xx;
    F x_out = m.square() - s.doubled();
    return {x_out, m * (s - x_out) - w * y, v * zz, w * zzz};
  }

  // With z = ZZ: X * ZZ / ZZ^2 and Y * ZZZ / ZZ^3, as ZZ^3 = ZZZ^2.
  CUZK_HOST_DEVICE constexpr Jacobian<F> to_jacobian() const {
    if (is_infinity()) return Jacobian<F>::infinity();
    return {x * zz, y * zzz, zz};
  }

  CUZK_HOST_DEVICE constexpr Affine<F> to_affine() const { return to_affine(zzz.inverse()); }
  CUZK_HOST_DEVICE constexpr const F& denominator() const { return zzz; }
  CUZK_HOST_DEVICE constexpr Affine<F> to_affine(const F& denominator_inverse) const {
    if (is_infinity()) return Affine<F>::infinity();
    F z_inverse = zz * denominator_inverse;
    return {x * z_inverse.square(), y * denominator_inverse};
  }

  CUZK_HOST_DEVICE friend constexpr bool operator==(const Xyzz& a, const Xyzz& b) {
    if (a.is_infinity() || b.is_infinity()) return a.is_infinity() && b.is_infinity();
    return a.x * b.zz == b.x * a.zz && a.y * b.zzz == b.y * a.zzz;
  }
};

template <class F>
CUZK_HOST_DEVICE constexpr Jacobian<F> add(const Jacobian<F>& a, const Jacobian<F>& b) {
  if (a.is_infinity()) return b;
  if (b.is_infinity()) return a;
  F a_zz = a.z.square();
  F b_zz = b.z.square();
  F u1 = a.x * b_zz;
  F u2 = b.x * a_zz;
  F s1 = a.y * b.z * b_zz;
  F s2 = b.y * a.z * a_zz;
  F h = u2 - u1;
  F r = (s2 - s1).doubled();
  if (h.is_zero()) return r.is_zero() ? a.doubled() : Jacobian<F>::infinity();
  F i = h.doubled().square();
  F j = h * i;
  F v = u1 * i;
  F x_out = r.square() - j - v.doubled();
  F y_out = r * (v - x_out) - (s1 * j).doubled();
  F z_out = ((a.z + b.z).square() - a_zz - b_zz) * h;
  return {x_out, y_out, z_out};
}

template <class F>
CUZK_HOST_DEVICE constexpr Jacobian<F> add_mixed(const Jacobian<F>& a, const Affine<F>& b) {
  if (b.is_infinity()) return a;
  if (a.is_infinity()) return Jacobian<F>::from_affine(b);
  F zz = a.z.square();
  F h = b.x * zz - a.x;
  F r = (b.y * a.z * zz - a.y).doubled();
  if (h.is_zero()) return r.is_zero() ? a.doubled() : Jacobian<F>::infinity();
  F hh = h.square();
  F i = hh.doubled().doubled();
  F j = h * i;
  F v = a.x * i;
  F x_out = r.square() - j - v.doubled();
  F y_out = r * (v - x_out) - (a.y * j).doubled();
  F z_out = (a.z + h).square() - zz - hh;
  return {x_out, y_out, z_out};
}

template <class F>
CUZK_HOST_DEVICE constexpr Xyzz<F> add(const Xyzz<F>& a, const Xyzz<F>& b) {
  if (a.is_infinity()) return b;
  if (b.is_infinity()) return a;
  F u1 = a.x * b.zz;
  F s1 = a.y * b.zzz;
  F p = b.x * a.zz - u1;
  F r = b.y * a.zzz - s1;
  if (p.is_zero()) return r.is_zero() ? a.doubled() : Xyzz<F>::infinity();
  F pp = p.square();
  F ppp = p * pp;
  F q = u1 * pp;
  F x_out = r.square() - ppp - q.doubled();
  F y_out = r * (q - x_out) - s1 * ppp;
  return {x_out, y_out, a.zz * b.zz * pp, a.zzz * b.zzz * ppp};
}

template <class F>
CUZK_HOST_DEVICE constexpr Xyzz<F> add_mixed(const Xyzz<F>& a, const Affine<F>& b) {
  if (b.is_infinity()) return a;
  if (a.is_infinity()) return Xyzz<F>::from_affine(b);
  F p = b.x * a.zz - a.x;
  F r = b.y * a.zzz - a.y;
  if (p.is_zero()) return r.is_zero() ? a.doubled() : Xyzz<F>::infinity();
  F pp = p.square();
  F ppp = p * pp;
  F q = a.x * pp;
  F x_out = r.square() - ppp - q.doubled();
  F y_out = r * (q - x_out) - a.y * ppp;
  return {x_out, y_out, a.zz * pp, a.zzz * ppp};
}

}  // namespace cuzk::curve
