// SPDX-License-Identifier: MIT OR Apache-2.0
#include "msm/inverse.h"

#include <blst.h>

namespace cuzk::msm {

// The layouts are the same (curve/blst_convert.h).
curve::Fp fast_inverse(const curve::Fp& value) {
  static_assert(sizeof(curve::Fp) == sizeof(blst_fp));
  curve::Fp out;
  blst_fp_eucl_inverse(reinterpret_cast<blst_fp*>(&out), reinterpret_cast<const blst_fp*>(&value));
  return out;
}

curve::Fp2 fast_inverse(const curve::Fp2& value) {
  curve::Fp scale = fast_inverse(value.c0.square() + value.c1.square());
  return {value.c0 * scale, -(value.c1 * scale)};
}

}  // namespace cuzk::msm
