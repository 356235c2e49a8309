// SPDX-License-Identifier: MIT OR Apache-2.0
// For tests of plans: query forms as dense as those of a PoRep partition, without a circuit. Nearly
// all variables are in A, a quarter in B, one in a hundred is wide. With the number of variables of
// a 32 GiB partition the counts of points are within a few percent of the real ones (residency.md
// RS-101).
//
// Which variables these are repeats every few words, as the blocks of the challenges do.
#pragma once

#include "groth16/made_up_forms_testing.h"

namespace cuzk::groth16 {

inline constexpr uint64_t kPorep32Aux = 130'169'893, kPorep64Aux = 131'076'643;
inline constexpr uint64_t kPorepInputs = 36;
// The packed values of a partition.
inline constexpr uint64_t kPorepInputBytes = 800'000;

inline MadeUpForms porep_forms(uint64_t aux) {
  base::BitVector l(aux), a(aux), b(aux), wide(aux), every_input;
  for (uint64_t w = 0; w + 1 < l.words().size(); ++w) {
    l.words()[w] = ~uint64_t{0};
    a.words()[w] = w % 5 == 0 ? ~uint64_t{1} : ~uint64_t{0};
    b.words()[w] = uint64_t{0x1111111111111111} << w % 4;
    wide.words()[w] = w % 3 == 0 ? 0 : uint64_t{16} << w % 3;
  }
  every_input.append((uint64_t{1} << kPorepInputs) - 1, static_cast<unsigned>(kPorepInputs));
  const base::BitVector none(kPorepInputs);
  return {{none, every_input, none, l, a, b, wide}, kPorepInputBytes};
}

}  // namespace cuzk::groth16
