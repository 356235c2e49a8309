// SPDX-License-Identifier: MIT OR Apache-2.0
// The form of a query for the device says the same as QueryScalars, whole and in chunks: of mostly
// bits, mostly wide, and of circuits that have queries of both forms.
#include "groth16/query_chunks.h"

#include <algorithm>
#include <random>

#include "groth16/point_scalars.h"
#include "groth16/wide_circuit_testing.h"

namespace cuzk::groth16 {
namespace {

// The scalars of all points, as the chunks describe them.
std::vector<Fr> scalars_by_chunks(const QueryForm& form, const std::vector<QueryChunk>& chunks,
                                  const r1cs::Assignment& assignment) {
  std::vector<Fr> out;
  uint64_t word = 0, scalar = 0;
  for (const QueryChunk& chunk : chunks) {
    EXPECT_EQ(chunk.first_word, word);
    EXPECT_EQ(chunk.first_point, out.size());
    EXPECT_EQ(chunk.first_scalar, scalar);
    out.resize(out.size() + chunk.points, Fr::zero());
    for (; word < chunk.first_word + chunk.words; ++word) {
      uint64_t ones = assignment.bits.words()[word] & form.mask[word];
      for (uint64_t left = form.density[word], next = form.inputs + form.ranks[word]; left != 0;
           left &= left - 1, ++next) {
        if ((ones & left & (~left + 1)) != 0) out.at(next) = Fr::one();
      }
    }
    for (; scalar < chunk.first_scalar + chunk.scalars; ++scalar) {
      uint32_t source = form.sources[scalar];
      size_t inputs = assignment.inputs.size();
      EXPECT_TRUE(form.references[scalar] >= chunk.first_point);
      out.at(form.references[scalar]) =
          source < inputs ? assignment.inputs[source] : assignment.wide[source - inputs];
    }
  }
  EXPECT_EQ(word, form.words());
  EXPECT_EQ(scalar, form.references.size());
  return out;
}

std::vector<Fr> scalars_expanded(const QueryScalars& scalars) {
  std::vector<Fr> out;
  size_t next = 0;
  for (uint64_t i = 0; i < scalars.booleans.size(); ++i) {
    out.push_back(scalars.wide.get(i)       ? scalars.values[next++]
                  : scalars.booleans.get(i) ? Fr::one()
                                            : Fr::zero());
  }
  return out;
}

// The scalars of a chunk's points as the device writes them: elements that nobody writes show.
std::vector<Fr> scalars_of_chunk(const QueryForm& form, const WideWords& wide,
                                 const QueryChunk& chunk, const r1cs::Assignment& assignment) {
  std::vector<Fr> out(chunk.points, Fr::from_u64(0xdead));
  if (chunk.first_point == 0) {
    for (size_t i = 0; i < form.inputs; ++i) out.at(i) = assignment.inputs[form.sources[i]];
  }
  const PointScalars scalars = {form.density.data(),
                                form.ranks.data(),
                                wide.words.data(),
                                wide.ranks.data(),
                                assignment.bits.words().data(),
                                assignment.wide.data()};
  for (uint64_t i = 0; i < 64 * chunk.words; ++i) {
    scalars.write(64 * chunk.first_word + i, form.inputs - chunk.first_point, out.data());
  }
  return out;
}

std::vector<Fr> wide_scalars_by_chunks(const QueryForm& form, const WideWords& wide,
                                       const std::vector<QueryChunk>& chunks,
                                       const r1cs::Assignment& assignment) {
  std::vector<Fr> out;
  uint64_t word = 0;
  for (const QueryChunk& chunk : chunks) {
    EXPECT_EQ(chunk.first_word, word);
    EXPECT_EQ(chunk.first_point, out.size());
    EXPECT_EQ(chunk.first_scalar, out.size());
    EXPECT_EQ(chunk.scalars, chunk.points);
    const std::vector<Fr> part = scalars_of_chunk(form, wide, chunk, assignment);
    out.insert(out.end(), part.begin(), part.end());
    word += chunk.words;
  }
  EXPECT_EQ(word, form.words());
  return out;
}

// Returns which of l, a and b are mostly wide.
template <class Definition>
std::vector<bool> expect_same_scalars(const Definition& text) {
  const r1cs::Circuit circuit = r1cs::record(text);
  const r1cs::Assignment assignment = assign(text);
  const QueryLayouts layouts(circuit);
  const QueryForms forms(layouts);
  std::vector<bool> out;
  for (auto [layout, form] : {std::pair{&layouts.l, &forms.l}, std::pair{&layouts.a, &forms.a},
                              std::pair{&layouts.b, &forms.b}}) {
    EXPECT_EQ(form->points(), layout->num_points());
    const QueryScalars scalars = layout->scalars(assignment);
    const std::vector<Fr> expected = scalars_expanded(scalars);
    EXPECT_EQ(form->is_mostly_wide, 2 * scalars.values.size() > expected.size());
    for (uint64_t points_max : {64 + form->inputs, 100u, 257u, 5000u}) {
      const std::vector<QueryChunk> chunks = form->chunks(points_max);
      for (const QueryChunk& chunk : chunks) EXPECT_LE(chunk.points, points_max);
      EXPECT_EQ(form->is_mostly_wide ? wide_scalars_by_chunks(*form, forms.wide, chunks, assignment)
                                     : scalars_by_chunks(*form, chunks, assignment),
                expected)
          << points_max;
    }
    EXPECT_EQ(form->chunks(10'000).size(), 1u);
    out.push_back(form->is_mostly_wide);
  }
  const bool has_wide = std::ranges::count(out, true) > 0;
  EXPECT_EQ(forms.wide.words.size(), has_wide ? forms.l.words() : 0);
  return out;
}

TEST(QueryForm, SaysWhatTheScalarsSay) {
  using Forms = std::vector<bool>;
  EXPECT_EQ(expect_same_scalars(GapsDefinition{40}), (Forms{false, false, false}));
  EXPECT_EQ(expect_same_scalars(TinyDefinition{}), (Forms{false, false, false}));
  EXPECT_EQ(expect_same_scalars(MixedDefinition{}), (Forms{true, true, true}));
  EXPECT_EQ(expect_same_scalars(WideDefinition{20}), (Forms{true, true, true}));
  EXPECT_EQ(expect_same_scalars(WideDefinition{8, 20}), (Forms{false, false, true}));
}

// No reference for any variable; twelve bytes a word of 64.
TEST(QueryForm, OfMostlyWideKeepsWordsOnly) {
  const QueryForms forms(r1cs::record(WideDefinition{20}));
  for (const QueryForm* form : {&forms.l, &forms.a, &forms.b}) {
    EXPECT_TRUE(form->references.empty());
    EXPECT_TRUE(form->mask.empty());
    EXPECT_EQ(form->sources.size(), form->inputs);
    EXPECT_EQ(form->ranks.size(), form->density.size() + 1);
  }
}

// A border falls where a word begins, whatever stands before it: full words, a word with a few
// points, and words with none.
TEST(QueryForm, BordersOfChunksAtHoles) {
  base::BitVector density, wide;
  for (uint64_t word : {~uint64_t{0}, ~uint64_t{0}, uint64_t{7}, uint64_t{0}, uint64_t{0},
                        ~uint64_t{0}, uint64_t{1} << 63, uint64_t{0}}) {
    density.append(word, 64);
    wide.append(~uint64_t{2}, 64);
  }
  base::BitVector inputs(3);
  inputs.set(0);
  inputs.set(2);
  const QueryForm form(inputs, density, wide);
  ASSERT_TRUE(form.is_mostly_wide);
  EXPECT_EQ(form.points(), 2u + 64 + 64 + 3 + 64 + 1);
  const auto borders = [&](uint64_t points_max) {
    std::vector<std::pair<uint64_t, uint32_t>> out;  // words and points
    for (const QueryChunk& chunk : form.chunks(points_max)) {
      out.emplace_back(chunk.words, chunk.points);
    }
    return out;
  };
  using Borders = std::vector<std::pair<uint64_t, uint32_t>>;
  EXPECT_EQ(borders(66), (Borders{{1, 66}, {1, 64}, {3, 3}, {3, 65}}));
  EXPECT_EQ(borders(132), (Borders{{2, 130}, {6, 68}}));
  EXPECT_EQ(borders(133), (Borders{{5, 133}, {3, 65}}));
  EXPECT_EQ(borders(1000), (Borders{{8, 198}}));
}

}  // namespace
}  // namespace cuzk::groth16
