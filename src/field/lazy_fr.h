// SPDX-License-Identifier: MIT OR Apache-2.0
// Elements of Fr that are known modulo 2 r only, for chains of butterflies, where the subtraction
// at the end of every product would cost a tenth of the time on the device.
//
// Invariant: the Montgomery limbs are any number below 2 r; two states stand for each value. A
// reduced element is such a number already. Between the passes of a transform an array of Fr holds
// lazy values: `from_unreduced` and `unreduced` say so by name, and `reduced` ends that state.
// There is no comparison.
//
// A product takes one factor below r, a twiddle. The running sum of the product (limbs_host.h,
// limbs_device.h) then stays below 2 r in each row, whatever the other factor is, and so does the
// result. Products of two lazy values and sums modulo 4 r are not offered: 4 r is above 2^256.
//
// Cost on the device: a product 112 wide multiplications and about 66 other instructions, a sum 25,
// a difference 17, a division by a power of two 8 wide multiplications and about 25 others.
#pragma once

#include "field/fr.h"

namespace cuzk::field {

class LazyFr {
 public:
  LazyFr() = default;
  CUZK_HOST_DEVICE constexpr LazyFr(const Fr& reduced) : limbs_(reduced.montgomery_limbs()) {}

  // For what `unreduced` gave. There is no other right use of such an Fr.
  CUZK_HOST_DEVICE static constexpr LazyFr from_unreduced(const Fr& unreduced) {
    return LazyFr(unreduced);
  }
  CUZK_HOST_DEVICE constexpr Fr unreduced() const { return Fr::from_montgomery(limbs_); }

  CUZK_HOST_DEVICE constexpr Fr reduced() const {
    Limbs<4> out{};
    target::reduce_once<Fr::M>(out, limbs_);
    return Fr::from_montgomery(out);
  }

  CUZK_HOST_DEVICE friend constexpr LazyFr operator+(const LazyFr& a, const LazyFr& b) {
    LazyFr out;
    target::add_lazy<Fr::M>(out.limbs_, a.limbs_, b.limbs_);
    return out;
  }
  CUZK_HOST_DEVICE friend constexpr LazyFr operator-(const LazyFr& a, const LazyFr& b) {
    LazyFr out;
    target::subtract_lazy<Fr::M>(out.limbs_, a.limbs_, b.limbs_);
    return out;
  }
  // Requires: `twiddle` is reduced.
  CUZK_HOST_DEVICE friend constexpr LazyFr operator*(const LazyFr& a, const Fr& twiddle) {
    LazyFr out;
    target::multiply_lazy<Fr::M>(out.limbs_, twiddle.montgomery_limbs(), a.limbs_);
    return out;
  }
  CUZK_HOST_DEVICE constexpr LazyFr divided_by_power_of_two(unsigned exponent) const {
    LazyFr out = *this;
    while (exponent > 0) {
      unsigned count = exponent < 32 ? exponent : 32;
      out = out.shifted_right(count);
      exponent -= count;
    }
    return out;
  }

 private:
  // *this / 2^count: a row of a Montgomery reduction with `count` bits of the quotient digit. Since
  // r is 1 modulo 2^32, the digit is the negated low limb. The result is below r + 2 r / 2^count.
  // Requires: 1 <= count <= 32.
  CUZK_HOST_DEVICE constexpr LazyFr shifted_right(unsigned count) const {
    constexpr Limbs<4> modulus = Fr::M::kModulus;
    constexpr uint64_t kLow = 0xffffffff;
    const uint64_t digit = (uint64_t{0} - limbs_[0]) & ((uint64_t{1} << count) - 1);
    uint64_t words[9] = {};
    for (unsigned i = 0; i < 8; ++i) {
      const unsigned shift = 32 * (i % 2);
      uint64_t sum =
          (modulus[i / 2] >> shift & kLow) * digit + words[i] + (limbs_[i / 2] >> shift & kLow);
      words[i] = sum & kLow;
      words[i + 1] = sum >> 32;
    }
    LazyFr out;
    for (unsigned i = 0; i < 4; ++i) {
      uint64_t low = words[2 * i] | words[2 * i + 1] << 32;
      out.limbs_[i] = low >> count | words[2 * i + 2] << (64 - count);
    }
    return out;
  }

  Limbs<4> limbs_;
};

}  // namespace cuzk::field
