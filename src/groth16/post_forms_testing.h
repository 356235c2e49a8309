// SPDX-License-Identifier: MIT OR Apache-2.0
// For tests of plans: query forms with the counts of a WindowPoSt partition (post.md POST-40 to
// POST-45), without a circuit. All sectors have the same densities; where in a sector the variables
// of A, of B and the bits are is made up, evenly.
//
// Takes about 150 MB and half a second. A shape refers to its forms, which outlive it.
#pragma once

#include "groth16/gpu_plan.h"

namespace cuzk::groth16 {

// Of one sector. Each of ten inclusion proofs has ten levels of three bits and their two products.
struct PostSector {
  uint64_t aux, of_a, of_b, bits, inputs;
};
inline constexpr PostSector kPostSector32 = {54'024, 40'945, 39'134, 500, 11};
inline constexpr uint64_t kPostSectors32 = 2'349;
// The packed vanilla proofs of a partition.
inline constexpr uint64_t kPostInputBytes = 59'000'000;

class PostForms {
 public:
  PostForms(const PostSector& sector, uint64_t sectors)
      : PostForms(Bits(sector, sectors), 1 + sector.inputs * sectors) {}

  CircuitShape shape() const {
    return {27,
            inputs_,
            words_,
            wide_,
            {(uint64_t{1} << 27) - 1, l_.points(), a_.points(), b_.points(), b_.points()},
            &l_,
            &a_,
            &b_,
            kPostInputBytes};
  }

 private:
  struct Bits {
    Bits(const PostSector& sector, uint64_t sectors) {
      const base::BitVector all = spread(sector.aux, sector.aux);
      const base::BitVector of_a = spread(sector.aux, sector.of_a);
      const base::BitVector of_b = spread(sector.aux, sector.of_b);
      const base::BitVector of_wide = spread(sector.aux, sector.aux - sector.bits);
      for (uint64_t i = 0; i < sectors; ++i) {
        append(l, all);
        append(a, of_a);
        append(b, of_b);
        append(wide, of_wide);
      }
    }

    // `count` of `all` bits, evenly.
    static base::BitVector spread(uint64_t all, uint64_t count) {
      base::BitVector out(all);
      for (uint64_t i = 0; i < all; ++i) {
        if ((i + 1) * count / all > i * count / all) out.set(i);
      }
      return out;
    }
    static void append(base::BitVector& out, const base::BitVector& bits) {
      for (uint64_t first = 0; first < bits.size(); first += 64) {
        out.append(bits.words()[first / 64],
                   static_cast<unsigned>(std::min<uint64_t>(64, bits.size() - first)));
      }
    }

    base::BitVector l, a, b, wide;
  };

  PostForms(const Bits& bits, uint64_t inputs)
      : l_(base::BitVector(inputs), bits.l, bits.wide),
        a_(Bits::spread(inputs, inputs), bits.a, bits.wide),
        b_(Bits::spread(inputs, 1), bits.b, bits.wide),
        inputs_(inputs),
        words_(bits.l.words().size()),
        wide_(bits.wide.popcount()) {}

  QueryForm l_, a_, b_;
  uint64_t inputs_, words_, wide_;
};

}  // namespace cuzk::groth16
