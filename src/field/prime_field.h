// SPDX-License-Identifier: MIT OR Apache-2.0
// The prime fields Fr and Fp, one template for host and device.
//
// An element is kept in Montgomery form, x * R mod modulus with R = 2^(64 * kLimbs), as
// little-endian limbs that are always reduced, so equality is equality of limbs. The bytes in
// memory are the same on host and device and the same as those of blst's blst_fr and blst_fp. A
// default-constructed element is uninitialised (arrays of 2^27 elements and shared memory want
// that); `F{}` is zero.
//
// Sums and products do not branch on values; nothing here is meant to hide secrets from somebody
// who can measure time. Everything except `random` works in constant expressions.
//
// Cost: a product 2 n^2 + n limb products; an inverse about 60 products on the host and, for a lone
// warp of the device, the time of 60 to 90 dependent ones, so many of them belong into
// batch_inverse.h.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "base/host_device.h"
#include "base/random.h"
#include "field/limbs_device.h"
#include "field/modulus.h"

namespace cuzk::field {

template <class Description>
class PrimeField {
 public:
  using M = Montgomery<Description>;
  static constexpr size_t kLimbs = M::kLimbs;
  static constexpr size_t kBytes = 8 * kLimbs;
  static constexpr unsigned kBits = M::kBits;
  using Canonical = Limbs<kLimbs>;
  using Bytes = std::array<uint8_t, kBytes>;

  PrimeField() = default;

  CUZK_HOST_DEVICE static constexpr PrimeField zero() { return PrimeField{}; }

  CUZK_HOST_DEVICE static constexpr PrimeField one() {
    constexpr Canonical one = M::kR;
    return PrimeField(one);
  }

  CUZK_HOST_DEVICE static constexpr PrimeField from_u64(uint64_t value) {
    return from_canonical(Canonical{value});
  }

  // Requires: limbs < modulus.
  CUZK_HOST_DEVICE static constexpr PrimeField from_montgomery(const Canonical& limbs) {
    return PrimeField(limbs);
  }

  // The value of any limbs modulo the modulus; for limbs below it, the element that they state.
  CUZK_HOST_DEVICE static constexpr PrimeField from_canonical(const Canonical& limbs) {
    constexpr Canonical r2 = M::kR2;
    PrimeField out;
    target::multiply<M>(out.limbs_, r2, limbs);
    return out;
  }

  CUZK_HOST_DEVICE constexpr Canonical canonical() const {
    Canonical out{};
    target::divide_by_r<M>(out, limbs_);
    return out;
  }
  CUZK_HOST_DEVICE constexpr const Canonical& montgomery_limbs() const { return limbs_; }

  // Absent unless there are exactly kBytes bytes that state a value below the modulus.
  static constexpr std::optional<PrimeField> from_bytes_le(std::span<const uint8_t> bytes) {
    if (bytes.size() != kBytes) return std::nullopt;
    Canonical limbs{};
    for (size_t i = 0; i < kBytes; ++i) limbs[i / 8] |= uint64_t{bytes[i]} << (8 * (i % 8));
    return from_limbs_checked(limbs);
  }

  static constexpr std::optional<PrimeField> from_bytes_be(std::span<const uint8_t> bytes) {
    if (bytes.size() != kBytes) return std::nullopt;
    Canonical limbs{};
    for (size_t i = 0; i < kBytes; ++i) {
      limbs[i / 8] |= uint64_t{bytes[kBytes - 1 - i]} << (8 * (i % 8));
    }
    return from_limbs_checked(limbs);
  }

  // A little-endian number of at most 64 bytes, reduced modulo the modulus.
  // Requires: bytes.size() <= 64.
  static constexpr PrimeField from_bytes_le_wide(std::span<const uint8_t> bytes) {
    Canonical low{};
    Canonical high{};
    for (size_t i = 0; i < bytes.size(); ++i) {
      Canonical& half = i < kBytes ? low : high;
      half[i % kBytes / 8] |= uint64_t{bytes[i]} << (8 * (i % 8));
    }
    PrimeField out;
    target::multiply<M>(out.limbs_, M::kR3, high);
    return out += from_canonical(low);
  }

  constexpr Bytes to_bytes_le() const {
    Canonical limbs = canonical();
    Bytes out{};
    for (size_t i = 0; i < kBytes; ++i)
      out[i] = static_cast<uint8_t>(limbs[i / 8] >> (8 * (i % 8)));
    return out;
  }

  constexpr Bytes to_bytes_be() const {
    Canonical limbs = canonical();
    Bytes out{};
    for (size_t i = 0; i < kBytes; ++i) {
      out[kBytes - 1 - i] = static_cast<uint8_t>(limbs[i / 8] >> (8 * (i % 8)));
    }
    return out;
  }

  // Uniform but for a bias below 2^-128, from the operating system's cryptographic generator.
  static PrimeField random() {
    std::array<uint8_t, 64> bytes;
    base::fill_random(bytes);
    return from_bytes_le_wide(bytes);
  }

  CUZK_HOST_DEVICE constexpr bool is_zero() const {
    uint64_t bits = 0;
    for (size_t i = 0; i < kLimbs; ++i) bits |= limbs_[i];
    return bits == 0;
  }

  CUZK_HOST_DEVICE constexpr bool is_one() const { return *this == one(); }

  CUZK_HOST_DEVICE friend constexpr bool operator==(const PrimeField& a, const PrimeField& b) {
    uint64_t difference = 0;
    for (size_t i = 0; i < kLimbs; ++i) difference |= a.limbs_[i] ^ b.limbs_[i];
    return difference == 0;
  }

  CUZK_HOST_DEVICE friend constexpr PrimeField operator+(const PrimeField& a, const PrimeField& b) {
    PrimeField out;
    target::add<M>(out.limbs_, a.limbs_, b.limbs_);
    return out;
  }
  CUZK_HOST_DEVICE friend constexpr PrimeField operator-(const PrimeField& a, const PrimeField& b) {
    PrimeField out;
    target::subtract<M>(out.limbs_, a.limbs_, b.limbs_);
    return out;
  }
  CUZK_HOST_DEVICE friend constexpr PrimeField operator*(const PrimeField& a, const PrimeField& b) {
    PrimeField out;
    target::multiply<M>(out.limbs_, a.limbs_, b.limbs_);
    return out;
  }
  CUZK_HOST_DEVICE constexpr PrimeField operator-() const { return zero() - *this; }

  CUZK_HOST_DEVICE constexpr PrimeField& operator+=(const PrimeField& b) {
    target::add<M>(limbs_, limbs_, b.limbs_);
    return *this;
  }
  CUZK_HOST_DEVICE constexpr PrimeField& operator-=(const PrimeField& b) {
    target::subtract<M>(limbs_, limbs_, b.limbs_);
    return *this;
  }
  CUZK_HOST_DEVICE constexpr PrimeField& operator*=(const PrimeField& b) {
    target::multiply<M>(limbs_, limbs_, b.limbs_);
    return *this;
  }

  CUZK_HOST_DEVICE constexpr PrimeField square() const {
    PrimeField out;
    target::square<M>(out.limbs_, limbs_);
    return out;
  }
  CUZK_HOST_DEVICE constexpr PrimeField doubled() const { return *this + *this; }

  // Left to right, a square for each bit of the exponent and a product for each bit that is set.
  template <size_t kCount>
  CUZK_HOST_DEVICE constexpr PrimeField pow(const Limbs<kCount>& exponent) const {
    return pow_limbs(exponent.data(), kCount);
  }
  constexpr PrimeField pow(std::span<const uint64_t> exponent) const {
    return pow_limbs(exponent.data(), exponent.size());
  }
  CUZK_HOST_DEVICE constexpr PrimeField pow(uint64_t exponent) const {
    return pow_limbs(&exponent, 1);
  }

  // 1 / *this, and 0 for 0.
  CUZK_HOST_DEVICE constexpr PrimeField inverse() const {
    PrimeField out;
    target::inverse<M>(out.limbs_, limbs_);
    return out;
  }

  // A square root, absent where there is none. Only for primes that are 3 modulo 4.
  constexpr std::optional<PrimeField> sqrt() const requires(M::kModulus[0] % 4 == 3) {
    constexpr Canonical exponent = [] {
      Canonical quarter = derive::shifted_right(M::kModulus, 2);
      quarter[0] += 1;
      return quarter;
    }();
    PrimeField root = pow(exponent);
    if (root.square() != *this) return std::nullopt;
    return root;
  }

  // Whether the canonical value is above (modulus - 1) / 2, so that of x and -x exactly one is,
  // unless x = 0.
  constexpr bool is_above_half() const {
    constexpr Canonical half = derive::shifted_right(M::kModulus, 1);
    return derive::is_less(half, canonical());
  }

 private:
  CUZK_HOST_DEVICE explicit constexpr PrimeField(const Canonical& limbs) : limbs_(limbs) {}

  static constexpr std::optional<PrimeField> from_limbs_checked(const Canonical& limbs) {
    if (!derive::is_less(limbs, M::kModulus)) return std::nullopt;
    return from_canonical(limbs);
  }

  CUZK_HOST_DEVICE constexpr PrimeField pow_limbs(const uint64_t* exponent, size_t count) const {
    PrimeField power = one();
    bool started = false;
    for (size_t i = 64 * count; i-- > 0;) {
      if (started) power = power.square();
      if ((exponent[i / 64] >> (i % 64) & 1) != 0) {
        power = started ? power * *this : *this;
        started = true;
      }
    }
    return power;
  }

  Canonical limbs_;
};

}  // namespace cuzk::field
