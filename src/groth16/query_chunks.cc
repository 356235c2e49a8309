// SPDX-License-Identifier: MIT OR Apache-2.0
#include "groth16/query_chunks.h"

#include <algorithm>
#include <bit>

#include "base/check.h"

namespace cuzk::groth16 {

QueryForm::QueryForm(const QueryLayout& layout)
    : QueryForm(layout.input_density(), layout.aux_density(), layout.wide_aux()) {}

QueryForm::QueryForm(const base::BitVector& input_density, const base::BitVector& aux_density,
                     const base::BitVector& wide_aux) {
  for (uint64_t i = 0; i < input_density.size(); ++i) {
    if (!input_density.get(i)) continue;
    references.push_back(inputs++);
    sources.push_back(static_cast<uint32_t>(i));
  }
  density = aux_density.words();
  const std::vector<uint64_t>& wide = wide_aux.words();
  uint32_t source = static_cast<uint32_t>(input_density.size());
  uint32_t rank = 0;
  for (size_t w = 0; w < density.size(); ++w) {
    mask.push_back(density[w] & ~wide[w]);
    ranks.push_back(rank);
    for (uint64_t left = wide[w]; left != 0; left &= left - 1, ++source) {
      uint64_t bit = left & (~left + 1);
      if ((density[w] & bit) == 0) continue;
      uint32_t before = static_cast<uint32_t>(std::popcount(density[w] & (bit - 1)));
      references.push_back(inputs + rank + before);
      sources.push_back(source);
    }
    rank += static_cast<uint32_t>(std::popcount(density[w]));
  }
  ranks.push_back(rank);
}

QueryForms::QueryForms(const r1cs::Circuit& circuit) : QueryForms(QueryLayouts(circuit)) {}
QueryForms::QueryForms(const QueryLayouts& layouts) : l(layouts.l), a(layouts.a), b(layouts.b) {}

std::vector<QueryChunk> QueryForm::chunks(uint64_t points_max) const {
  base::check(points_max >= 64 + uint64_t{inputs}, "a chunk holds a word");
  std::vector<QueryChunk> out;
  uint64_t word = 0;
  uint32_t point = 0;
  uint64_t scalar = 0;
  do {
    // The last word boundary that is not too far.
    auto end = std::upper_bound(ranks.begin() + static_cast<ptrdiff_t>(word), ranks.end(),
                                point + points_max - inputs);
    uint64_t end_word = static_cast<uint64_t>(end - ranks.begin()) - 1;
    uint32_t end_point = inputs + ranks[end_word];
    uint64_t end_scalar = static_cast<uint64_t>(
        std::lower_bound(references.begin(), references.end(), end_point) - references.begin());
    out.push_back({word, end_word - word, point, end_point - point, scalar, end_scalar - scalar});
    word = end_word;
    point = end_point;
    scalar = end_scalar;
  } while (word < words());
  return out;
}

}  // namespace cuzk::groth16
