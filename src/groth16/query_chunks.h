// SPDX-License-Identifier: MIT OR Apache-2.0
// A query's layout (query_scalars.h) in the form in which the device reads it, and its cuts into
// chunks of consecutive points.
//
// Variables stand in words of 64 bits, as in the assignment. A variable has a point if its bit in
// `density` is set; ranks[w] points of variables stand before those of word w, and `inputs` points
// of inputs before all of them. How many of the points belong to inputs and wide values decides
// which of two forms a query has:
//
//   mostly bits: a variable's point is added as it stands where its bits in `mask` and in the
//     assignment are set; the points in `references`, ascending, have scalars of their own,
//     `sources` says which: input i has the number i, the wide value i the number num_inputs + i.
//   mostly wide (residency.md RS-103): every point has a scalar of its own, a bit's is 0 or 1. They
//     are written chunk by chunk from density and ranks (point_scalars.h); `mask` and `references`
//     are empty, and `sources` has the inputs alone.
//
// A chunk takes whole words, the first one the inputs too. 20 bytes a word and 8 a wide value for
// mostly bits, 12 a word for mostly wide and 12 for all such queries of a circuit together; built
// once for a circuit, immutable.
#pragma once

#include <cstdint>
#include <vector>

#include "groth16/query_scalars.h"

namespace cuzk::groth16 {

struct QueryChunk {
  uint64_t first_word, words;
  uint32_t first_point, points;
  uint64_t first_scalar, scalars;  // of the points that have scalars of their own
};

struct QueryForm {
  explicit QueryForm(const QueryLayout& layout);
  // A bit for each input and for each variable; `wide_aux` as in QueryLayout.
  QueryForm(const base::BitVector& input_density, const base::BitVector& aux_density,
            const base::BitVector& wide_aux);

  uint64_t words() const { return density.size(); }
  uint32_t points() const { return inputs + ranks.back(); }

  // Chunks of at most `points_max` points. Requires: points_max >= 64 + inputs.
  std::vector<QueryChunk> chunks(uint64_t points_max) const;

  bool is_mostly_wide = false;
  uint32_t inputs = 0;
  std::vector<uint64_t> density, mask;
  std::vector<uint32_t> ranks;  // one more than words
  std::vector<uint32_t> references, sources;

 private:
  void refer_to_wide(const std::vector<uint64_t>& wide, uint32_t first_source);
  uint64_t scalars_before(uint32_t point) const;
};

// Which variables are wide, and how many are before each word.
struct WideWords {
  WideWords() = default;
  explicit WideWords(const base::BitVector& wide_aux);

  std::vector<uint64_t> words;
  std::vector<uint32_t> ranks;
};

// Of a circuit; B1 and B2 have the same one.
struct QueryForms {
  explicit QueryForms(const r1cs::Circuit& circuit);
  explicit QueryForms(const QueryLayouts& layouts);

  QueryForm l, a, b;
  WideWords wide;  // empty unless a form is mostly wide
};

}  // namespace cuzk::groth16
