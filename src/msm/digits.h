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

  unsigned windows() const { return windows_; }
  uint64_t digit_max() const { return uint64_t{1} << (bits_ - 1); }

  Prepared prepare(const Fr& scalar) const {
    Prepared k = scalar.canonical();
    bool negate = field::derive::is_less(kHalf, k);
    if (negate) k = field::derive::minus(Fr::M::kModulus, k);
    unsigned __int128 sum = 0;
    for (int i = 0; i < 4; ++i) {
      sum += static_cast<unsigned __int128>(k[i]) + offset_[i];
      k[i] = static_cast<uint64_t>(sum);
      sum >>= 64;
    }
    if (negate) k[3] |= kNegated;
    return k;
  }

  int32_t digit(const Prepared& k, unsigned window) const {
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
  static constexpr std::array<uint64_t, 4> kHalf = field::derive::shifted_right(Fr::M::kModulus, 1);

  unsigned bits_;
  unsigned windows_;
  std::array<uint64_t, 4> offset_{};
};

}  // namespace cuzk::msm
