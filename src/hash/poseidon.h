// SPDX-License-Identifier: MIT OR Apache-2.0
// Poseidon over Fr as Filecoin uses it: S-box x^5, width t = arity + 1, 8 full rounds, R_P partial
// rounds, the standard strength of Grassi et al., "Poseidon: A New Hash Function for Zero-Knowledge
// Proof Systems" (2019/458). The rules POS-1 to POS-6 of porep.md 2.5 say how the constants
// follow from the arity; they are made at the first use, nothing is pasted. `constants`,
// `pre_sparse` and `sparse` belong to the optimised form of the paper's appendix B, which the
// circuit and the function below share; it equals the textbook form (the test says so).
//
// The constants are plain arrays in Montgomery form, one block of bytes without pointers, so a
// kernel can take them as they are. Making them costs 2 to 10 ms for an arity; it happens once,
// under the lock of a static, and every function here may be called by any thread. A hash costs
// 8 t^2 + (2t - 1) R_P + 3 (8t + R_P) multiplications: 2,000 for arity 8.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "field/fr.h"

namespace cuzk::hash {

using field::Fr;

// R_P by arity, from the security analysis at 128 bits with the usual margin.
constexpr unsigned poseidon_partial_rounds(unsigned arity) {
  return arity == 2 ? 55 : arity == 4 ? 56 : 57;
}

template <unsigned kArity>
struct PoseidonConstants {
  static_assert(kArity == 2 || kArity == 4 || kArity == 8 || kArity == 11);

  static constexpr unsigned kWidth = kArity + 1;
  static constexpr unsigned kFullRounds = 8;
  static constexpr unsigned kPartialRounds = poseidon_partial_rounds(kArity);

  using Row = std::array<Fr, kWidth>;
  using Matrix = std::array<Row, kWidth>;
  using RoundConstants = std::array<Fr, kWidth*(kFullRounds + kPartialRounds)>;

  // The sparse matrix with first column `column` and, beside its head, first row `row`; identity
  // elsewhere.
  struct Sparse {
    Row column;
    std::array<Fr, kWidth - 1> row;
  };

  // Element 0 of the state for a Merkle tree: 2^arity - 1.
  Fr domain_tag;
  // Compressed round constants in order of use (POS-4).
  std::array<Fr, kFullRounds * kWidth + kPartialRounds> constants;
  // Mixing is state <- state * matrix with the state as a row vector (POS-2, POS-3).
  Matrix mds;
  // Mixes the last of the first four full rounds; then one sparse matrix follows each partial round
  // (POS-5).
  Matrix pre_sparse;
  std::array<Sparse, kPartialRounds> sparse;
};

template <unsigned kArity>
const PoseidonConstants<kArity>& poseidon_constants();

// The hash with the domain tag of a Merkle tree: element 1 of the permuted (tag, inputs) (POS-6).
template <unsigned kArity>
Fr poseidon(std::span<const Fr, kArity> inputs);

// The same with another tag: other uses of the function differ in nothing else.
template <unsigned kArity>
Fr poseidon_tagged(const Fr& domain_tag, std::span<const Fr, kArity> inputs);

// The tag of arity 2 where Filecoin draws randomness from a hash (update.md UPD-10): that of
// neptune's first custom type.
inline constexpr uint64_t kRandomnessTag = uint64_t{1} << 40;

// Requires: 2, 4, 8 or 11 inputs.
Fr poseidon(std::span<const Fr> inputs);

// The round constants before compression, in order of rounds (POS-1): kWidth for each of the full
// and partial rounds.
template <unsigned kArity>
typename PoseidonConstants<kArity>::RoundConstants poseidon_round_constants();

}  // namespace cuzk::hash
