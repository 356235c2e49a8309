// SPDX-License-Identifier: MIT OR Apache-2.0
// The form of a query for the device says the same as QueryScalars, whole and in chunks.
#include "groth16/query_chunks.h"

#include <algorithm>
#include <random>

#include "groth16/sample_circuits.h"

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

TEST(QueryForm, SaysWhatTheScalarsSay) {
  r1cs::Circuit circuit = r1cs::record(GapsDefinition{40});
  r1cs::Assignment assignment = assign(GapsDefinition{40});
  QueryLayouts layouts(circuit);
  for (const QueryLayout* layout : {&layouts.l, &layouts.a, &layouts.b}) {
    QueryForm form(*layout);
    EXPECT_EQ(form.points(), layout->num_points());
    std::vector<Fr> expected = scalars_expanded(layout->scalars(assignment));
    for (uint64_t points_max : {66, 100, 257, 5000}) {
      std::vector<QueryChunk> chunks = form.chunks(points_max);
      for (const QueryChunk& chunk : chunks) EXPECT_LE(chunk.points, points_max);
      EXPECT_EQ(scalars_by_chunks(form, chunks, assignment), expected) << points_max;
    }
    EXPECT_EQ(form.chunks(5000).size(), 1u);
  }
}

}  // namespace
}  // namespace cuzk::groth16
