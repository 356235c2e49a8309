// SPDX-License-Identifier: MIT OR Apache-2.0
// For tests: a circuit of mostly wide values, as those of a WindowPoSt are: zero, one, minus one,
// one value over and over, and values without a pattern.
//
// Products leave holes of two variables in the densities of A and B, and each block has a hole of
// two words and a few bits. More bits, which occur in A alone, leave B alone mostly wide.
#pragma once

#include "groth16/sample_circuits.h"

namespace cuzk::groth16 {

struct WideDefinition {
  uint32_t blocks = 7;
  uint32_t bit_groups = 0;  // of a block, 31 bits each
  uint64_t seed = 1;

  template <class B>
  void operator()(B& b) const {
    Fr state = Fr::from_u64(seed + 1000);
    auto next = [&state, count = uint64_t{0}]() mutable {
      state = state.square() + Fr::from_u64(77);
      switch (count++ % 9) {
        case 1: return Fr::zero();
        case 2: return Fr::one();
        case 4: return -Fr::one();
        case 5:
        case 6: return Fr::from_u64(0x123456789);
        default: return state;
      }
    };
    const auto wide = [&](const Fr& value) { return b.alloc(typename B::Value(value)); };
    const auto factor = Fr::from_u64(seed + 5);
    const auto y = b.alloc_input(typename B::Value(factor));
    for (uint32_t i = 0; i < blocks; ++i) {
      for (uint32_t k = 0; k < 70 + i % 37; ++k) {
        const Fr left = next(), right = k % 5 == 0 ? factor : next();
        const auto x1 = wide(left);
        const auto x2 = k % 5 == 0 ? y : wide(right);
        const auto x3 = wide(left * right);
        b.enforce("product", [&](auto& ra, auto& rb, auto& rc) {
          ra.add(x1);
          rb.add(x2);
          rc.add(x3);
        });
      }
      const Fr held = next();
      const auto both = wide(held);
      for (uint32_t k = 0; k < 130; ++k) {
        const auto only_c = wide(held * held);
        b.enforce("square", [&](auto& ra, auto& rb, auto& rc) {
          ra.add(both);
          rb.add(both);
          rc.add(only_c);
        });
      }
      add_bits(b, 0x1f, i, true);
      for (uint32_t k = 0; k < bit_groups; ++k) add_bits(b, 0x7fffffff, i + k, false);
    }
  }

 private:
  template <class B>
  void add_bits(B& b, uint32_t mask, uint32_t number, bool are_in_b) const {
    const auto bits =
        b.alloc_lanes(mask, typename B::Bits((0x9e3779b9u * (number + 3) ^ (number << 9)) & mask));
    b.enforce_lanes("bit", mask, [&](unsigned lane, auto& ra, auto& rb, auto& rc) {
      ra.add_lane(bits, lane, Fr::one());
      if (are_in_b) {
        rb.add_lane(bits, lane, Fr::one());
      } else {
        rb.add_one(Fr::one());
      }
      rc.add_lane(bits, lane, Fr::one());
    });
  }
};

}  // namespace cuzk::groth16
