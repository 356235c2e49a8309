// SPDX-License-Identifier: MIT OR Apache-2.0
#include "groth16/query_chunks.h"

#include <algorithm>
#include <bit>

#include "base/check.h"

namespace cuzk::groth16 {
namespace {

uint64_t common_bits(const std::vector<uint64_t>& a, const std::vector<uint64_t>& b) {
  uint64_t sum = 0;
  for (size_t w = 0; w < a.size(); ++w) {
    sum += static_cast<uint64_t>(std::popcount(a[w] & b[w]));
  }
  return sum;
}

// How many bits are set before each word.
std::vector<uint32_t> ranks_of(const std::vector<uint64_t>& words) {
  std::vector<uint32_t> out;
  out.reserve(words.size() + 1);
  uint32_t rank = 0;
  for (uint64_t word : words) {
    out.push_back(rank);
    rank += static_cast<uint32_t>(std::popcount(word));
  }
  return out;
}

}  // namespace

QueryForm::QueryForm(const QueryLayout& layout)
    : QueryForm(layout.input_density(), layout.aux_density(), layout.wide_aux()) {}

QueryForm::QueryForm(const base::BitVector& input_density, const base::BitVector& aux_density,
                     const base::BitVector& wide_aux) {
  for (uint64_t i = 0; i < input_density.size(); ++i) {
    if (!input_density.get(i)) continue;
    ++inputs;
    sources.push_back(static_cast<uint32_t>(i));
  }
  density = aux_density.words();
  ranks = ranks_of(density);
  ranks.push_back(static_cast<uint32_t>(aux_density.popcount()));
  is_mostly_wide = 2 * (inputs + common_bits(density, wide_aux.words())) > points();
  if (!is_mostly_wide) {
    refer_to_wide(wide_aux.words(), static_cast<uint32_t>(input_density.size()));
  }
}

void QueryForm::refer_to_wide(const std::vector<uint64_t>& wide, uint32_t first_source) {
  for (uint32_t i = 0; i < inputs; ++i) references.push_back(i);
  uint32_t source = first_source;
  for (size_t w = 0; w < density.size(); ++w) {
    mask.push_back(density[w] & ~wide[w]);
    for (uint64_t left = wide[w]; left != 0; left &= left - 1, ++source) {
      uint64_t bit = left & (~left + 1);
      if ((density[w] & bit) == 0) continue;
      uint32_t before = static_cast<uint32_t>(std::popcount(density[w] & (bit - 1)));
      references.push_back(inputs + ranks[w] + before);
      sources.push_back(source);
    }
  }
}

WideWords::WideWords(const base::BitVector& wide_aux)
    : words(wide_aux.words()), ranks(ranks_of(words)) {}

QueryForms::QueryForms(const r1cs::Circuit& circuit) : QueryForms(QueryLayouts(circuit)) {}
QueryForms::QueryForms(const QueryLayouts& layouts) : l(layouts.l), a(layouts.a), b(layouts.b) {
  if (l.is_mostly_wide || a.is_mostly_wide || b.is_mostly_wide) {
    wide = WideWords(layouts.l.wide_aux());
  }
}

uint64_t QueryForm::scalars_before(uint32_t point) const {
  return static_cast<uint64_t>(std::lower_bound(references.begin(), references.end(), point) -
                               references.begin());
}

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
    uint64_t end_scalar = is_mostly_wide ? end_point : scalars_before(end_point);
    out.push_back({word, end_word - word, point, end_point - point, scalar, end_scalar - scalar});
    word = end_word;
    point = end_point;
    scalar = end_scalar;
  } while (word < words());
  return out;
}

}  // namespace cuzk::groth16
