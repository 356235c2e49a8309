// SPDX-License-Identifier: MIT OR Apache-2.0
// Scalars as signed digits: k = sum of digit_w * 2^(bits w), |digit_w| <= 2^(bits - 1), so that
// 2^(bits - 1) buckets or table entries serve a window and the sign falls on the point.
//
// The scalar is first replaced by -k where that is the smaller one, which leaves 254 bits; bit 255
// remembers it. Then half a window, 2^(bits w + bits - 1), is added for every window but the
// highest: afterwards each window can be read alone, digit = field - 2^(bits - 1), and no carry
// runs. The highest field is its digit.
#pragma once

#include <array>
#include <cstdint>

#include "field/fr.h"

namespace cuzk::msm {

using field::Fr;

// For host and device alike.
class SignedDigits {
 public:
  using Prepared = std::array<uint64_t, 4>;

  // Requires: 2 <= bits <= 24.
  explicit SignedDigits(unsigned bits) : bits_(bits), windows_((254 + bits) / bits) {
    for (unsigned w = 0; w + 1 < windows_; ++w) {
      unsigned position = bits_ * w + bits_ - 1;
      offset_[position / 64] |= uint64_t{1} << (position % 64);
    }
  }

  CUZK_HOST_DEVICE unsigned bits() const { return bits_; }
  CUZK_HOST_DEVICE unsigned windows() const { return windows_; }
  CUZK_HOST_DEVICE uint64_t digit_max() const { return uint64_t{1} << (bits_ - 1); }

  CUZK_HOST_DEVICE Prepared prepare(const Fr& scalar) const {
    constexpr Prepared modulus = Fr::M::kModulus;
    constexpr Prepared half = field::derive::shifted_right(modulus, 1);
    Prepared k = scalar.canonical();
    bool negate = field::derive::is_less(half, k);
    if (negate) k = field::derive::minus(modulus, k);
    unsigned __int128 sum = 0;
    for (int i = 0; i < 4; ++i) {
      sum += static_cast<unsigned __int128>(k[i]) + offset_[i];
      k[i] = static_cast<uint64_t>(sum);
      sum >>= 64;
    }
    if (negate) k[3] |= kNegated;
    return k;
  }

  CUZK_HOST_DEVICE int32_t digit(const Prepared& k, unsigned window) const {
    unsigned position = bits_ * window;
    unsigned limb = position / 64;
    unsigned shift = position % 64;
    uint64_t value = (limb == 3 ? k[3] & ~kNegated : k[limb]) >> shift;
    if (shift + bits_ > 64 && limb < 3) {
      uint64_t above = limb == 2 ? k[3] & ~kNegated : k[limb + 1];
      value |= above << (64 - shift);
    }
    int32_t field = static_cast<int32_t>(value & ((uint64_t{1} << bits_) - 1));
    int32_t digit = window + 1 == windows_ ? field : field - static_cast<int32_t>(digit_max());
    return (k[3] & kNegated) != 0 ? -digit : digit;
  }

 private:
  static constexpr uint64_t kNegated = uint64_t{1} << 63;

  unsigned bits_;
  unsigned windows_;
  std::array<uint64_t, 4> offset_{};
};

}  // namespace cuzk::msm
