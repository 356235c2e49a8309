// SPDX-License-Identifier: MIT OR Apache-2.0
// For tests of plans: query forms as dense as those of a PoRep partition, without a circuit. Nearly
// all variables are in A, a quarter in B, one in a hundred is wide; the domain has 2^27 rows. With
// the number of variables of a 32 GiB partition the counts of points are within a few percent of
// the real ones (residency.md RS-101).
//
// Takes about 150 MB and half a second. A shape refers to its forms, which outlive it.
#pragma once

#include "groth16/gpu_plan.h"

namespace cuzk::groth16 {

inline constexpr uint64_t kPorep32Aux = 130'169'893, kPorep64Aux = 131'076'643;
inline constexpr uint64_t kPorepInputs = 36;

class PorepForms {
 public:
  explicit PorepForms(uint64_t aux) : PorepForms(Bits(aux)) {}

  CircuitShape shape() const {
    return {27,
            kPorepInputs,
            words_,
            wide_,
            {(uint64_t{1} << 27) - 1, l_.points(), a_.points(), b_.points(), b_.points()},
            &l_,
            &a_,
            &b_,
            800'000};
  }

 private:
  struct Bits {
    explicit Bits(uint64_t aux) : l(aux), a(aux), b(aux), wide(aux) {
      for (uint64_t w = 0; w + 1 < l.words().size(); ++w) {
        l.words()[w] = ~uint64_t{0};
        a.words()[w] = w % 5 == 0 ? ~uint64_t{1} : ~uint64_t{0};
        b.words()[w] = uint64_t{0x1111111111111111} << w % 4;
        wide.words()[w] = w % 3 == 0 ? 0 : uint64_t{16} << w % 3;
      }
    }
    base::BitVector l, a, b, wide;
  };

  explicit PorepForms(const Bits& bits)
      : l_(base::BitVector(kPorepInputs), bits.l, bits.wide),
        a_(filled(kPorepInputs), bits.a, bits.wide),
        b_(base::BitVector(kPorepInputs), bits.b, bits.wide),
        words_(bits.l.words().size()),
        wide_(bits.wide.popcount()) {}

  static base::BitVector filled(uint64_t count) {
    base::BitVector out;
    out.append((uint64_t{1} << count) - 1, static_cast<unsigned>(count));
    return out;
  }

  QueryForm l_, a_, b_;
  uint64_t words_, wide_;
};

}  // namespace cuzk::groth16
