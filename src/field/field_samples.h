// SPDX-License-Identifier: MIT OR Apache-2.0
// Operands for the tests of `field` and `curve`, on host and device: the values at which limb code
// tends to break (0, 1, -1, limbs of all ones, single bits at limb borders, values next to the
// modulus) and pseudo-random ones from a fixed seed, so that a failure repeats.
//
// What is extreme is the Montgomery form, because that is what the primitives see; the values that
// these limbs stand for look random.
#pragma once

#include <array>
#include <cstdint>
#include <random>
#include <vector>

#include "field/fp2.h"
#include "field/fr.h"

namespace cuzk::field {

template <class F>
F sample_random(std::mt19937_64& engine) {
  std::array<uint8_t, 64> bytes;
  for (uint8_t& byte : bytes) byte = static_cast<uint8_t>(engine());
  return F::from_bytes_le_wide(bytes);
}

template <>
inline Fp2 sample_random<Fp2>(std::mt19937_64& engine) {
  Fp c0 = sample_random<Fp>(engine);
  Fp c1 = sample_random<Fp>(engine);
  return {c0, c1};
}

// Values whose Montgomery limbs, which are what the primitives see, are extreme.
template <class F>
std::vector<F> sample_extremes() {
  using M = typename F::M;
  constexpr size_t kLimbs = F::kLimbs;
  std::vector<F> out = {F::zero(), F::one(), -F::one(), F::from_u64(2), F::from_u64(~uint64_t{0})};
  Limbs<kLimbs> ones;
  ones.fill(~uint64_t{0});
  ones[kLimbs - 1] = M::kModulus[kLimbs - 1] - 1;
  out.push_back(F::from_montgomery(ones));
  for (uint64_t distance = 1; distance <= 3; ++distance) {
    out.push_back(F::from_montgomery(derive::minus(M::kModulus, Limbs<kLimbs>{distance})));
    out.push_back(F::from_montgomery(Limbs<kLimbs>{distance}));
  }
  for (size_t i = 0; i < kLimbs; ++i) {
    Limbs<kLimbs> limb{};
    limb[i] = i + 1 < kLimbs ? ~uint64_t{0} : M::kModulus[i] - 1;
    out.push_back(F::from_montgomery(limb));
    limb[i] = 1;
    out.push_back(F::from_montgomery(limb));
  }
  return out;
}

template <>
inline std::vector<Fp2> sample_extremes<Fp2>() {
  std::vector<Fp2> out;
  std::vector<Fp> coordinates = sample_extremes<Fp>();
  for (size_t i = 0; i < coordinates.size(); ++i) {
    out.push_back({coordinates[i], Fp::zero()});
    out.push_back({Fp::zero(), coordinates[i]});
    out.push_back({coordinates[i], coordinates[(7 * i + 3) % coordinates.size()]});
  }
  return out;
}

// Each value in both states that lazy_fr.h allows: its limbs, and its limbs plus r. The results are
// for LazyFr::from_unreduced only.
inline std::vector<Fr> lazy_states(const std::vector<Fr>& values) {
  std::vector<Fr> out;
  for (const Fr& value : values) {
    Limbs<4> limbs = value.montgomery_limbs();
    host::Carry carry = 0;
    for (size_t i = 0; i < limbs.size(); ++i) {
      limbs[i] = host::add_with_carry(limbs[i], Fr::M::kModulus[i], carry);
    }
    out.push_back(value);
    out.push_back(Fr::from_montgomery(limbs));
  }
  return out;
}

// The extreme values, then random ones up to `count` in all.
template <class F>
std::vector<F> samples(size_t count, uint64_t seed = 1) {
  std::mt19937_64 engine(seed);
  std::vector<F> out = sample_extremes<F>();
  while (out.size() < count) out.push_back(sample_random<F>(engine));
  return out;
}

}  // namespace cuzk::field
