// SPDX-License-Identifier: MIT OR Apache-2.0
// For tests of plans: query forms with the counts of a WindowPoSt partition (post.md POST-40 to
// POST-45), without a circuit. All sectors have the same densities; where in a sector the variables
// of A, of B and the bits are is made up, evenly.
// The counts of points are exactly those of the page, so plans of these forms are plans of the real
// partition but for the order of variables within a sector, which no plan looks at.
#pragma once

#include <algorithm>

#include "groth16/made_up_forms_testing.h"

namespace cuzk::groth16 {

// Of one sector. Each of ten inclusion proofs has ten levels of three bits and their two products.
struct PostSector {
  uint64_t aux, of_a, of_b, bits, inputs;
};
inline constexpr PostSector kPostSector32 = {54'024, 40'945, 39'134, 500, 11};
inline constexpr uint64_t kPostSectors32 = 2'349;
// The packed vanilla proofs of a partition.
inline constexpr uint64_t kPostInputBytes = 59'000'000;

// `count` of `all` bits, evenly.
inline base::BitVector spread(uint64_t all, uint64_t count) {
  base::BitVector out(all);
  for (uint64_t i = 0; i < all; ++i) {
    if ((i + 1) * count / all > i * count / all) out.set(i);
  }
  return out;
}

inline base::BitVector repeated(const base::BitVector& bits, uint64_t times) {
  base::BitVector out;
  for (uint64_t i = 0; i < times; ++i) {
    for (uint64_t first = 0; first < bits.size(); first += 64) {
      out.append(bits.words()[first / 64],
                 static_cast<unsigned>(std::min<uint64_t>(64, bits.size() - first)));
    }
  }
  return out;
}

inline MadeUpForms post_forms(const PostSector& sector, uint64_t sectors) {
  const uint64_t inputs = 1 + sector.inputs * sectors;
  const auto of_all = [&](uint64_t count) { return repeated(spread(sector.aux, count), sectors); };
  return {{base::BitVector(inputs), spread(inputs, inputs), spread(inputs, 1), of_all(sector.aux),
           of_all(sector.of_a), of_all(sector.of_b), of_all(sector.aux - sector.bits)},
          kPostInputBytes};
}

}  // namespace cuzk::groth16
