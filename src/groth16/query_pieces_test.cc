// SPDX-License-Identifier: MIT OR Apache-2.0
// The form of a query for the device says the same as QueryScalars, whole and in pieces.
#include "groth16/query_pieces.h"

#include <algorithm>
#include <random>

#include "groth16/sample_circuits.h"

namespace cuzk::groth16 {
namespace {

// Rows over bits and wide values with gaps in both densities, longer than a few words.
struct ManyText {
  template <class B>
  void operator()(B& b) const {
    auto y = b.alloc_input(typename B::Value(Fr::one()));
    for (uint32_t i = 0; i < 40; ++i) {
      auto wide = b.alloc(typename B::Value(Fr::from_u64(1000 + i)));
      auto bits = b.alloc_lanes(0x7ffffff, typename B::Bits(0x1234567u * (i + 3) & 0x7ffffff));
      b.enforce_lanes("bit", 0x7ffffff, [&](unsigned lane, auto& ra, auto& rb, auto& rc) {
        ra.add_lane(bits, lane, Fr::one());
        if (lane % 3 == i % 2) {
          rb.add_lane(bits, lane, Fr::one());
        } else {
          rb.add(y);
        }
        rc.add_lane(bits, lane, Fr::one());
      });
      b.enforce("wide", [&](auto& ra, auto& rb, auto& rc) {
        ra.add_one(Fr::one());
        if (i % 2 == 0) {
          rb.add(wide);
        } else {
          rb.add(y);
          ra.add(wide);
        }
        rc.add(wide);
      });
    }
  }
};

// The scalars of all points, as the pieces describe them.
std::vector<Fr> scalars_by_pieces(const QueryForm& form, const std::vector<QueryPiece>& pieces,
                                  const r1cs::Assignment& assignment) {
  std::vector<Fr> out;
  uint64_t word = 0, scalar = 0;
  for (const QueryPiece& piece : pieces) {
    EXPECT_EQ(piece.first_word, word);
    EXPECT_EQ(piece.first_point, out.size());
    EXPECT_EQ(piece.first_scalar, scalar);
    out.resize(out.size() + piece.points, Fr::zero());
    for (; word < piece.first_word + piece.words; ++word) {
      uint64_t ones = assignment.bits.words()[word] & form.mask[word];
      for (uint64_t left = form.density[word], next = form.inputs + form.ranks[word]; left != 0;
           left &= left - 1, ++next) {
        if ((ones & left & (~left + 1)) != 0) out.at(next) = Fr::one();
      }
    }
    for (; scalar < piece.first_scalar + piece.scalars; ++scalar) {
      uint32_t source = form.sources[scalar];
      size_t inputs = assignment.inputs.size();
      EXPECT_TRUE(form.references[scalar] >= piece.first_point);
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
  for (uint64_t i = 0; i < scalars.ones.size(); ++i) {
    out.push_back(scalars.wide.get(i)   ? scalars.values[next++]
                  : scalars.ones.get(i) ? Fr::one()
                                        : Fr::zero());
  }
  return out;
}

TEST(QueryForm, SaysWhatTheScalarsSay) {
  r1cs::Circuit circuit = r1cs::record(ManyText{});
  r1cs::Assignment assignment = assign(ManyText{});
  QueryLayouts layouts(circuit);
  for (const QueryLayout* layout : {&layouts.l, &layouts.a, &layouts.b}) {
    QueryForm form(*layout);
    EXPECT_EQ(form.points(), layout->num_points());
    std::vector<Fr> expected = scalars_expanded(layout->scalars(assignment));
    for (uint64_t points_max : {66, 100, 257, 5000}) {
      std::vector<QueryPiece> pieces = form.pieces(points_max);
      for (const QueryPiece& piece : pieces) EXPECT_LE(piece.points, points_max);
      EXPECT_EQ(scalars_by_pieces(form, pieces, assignment), expected) << points_max;
    }
    EXPECT_EQ(form.pieces(5000).size(), 1u);
  }
}

}  // namespace
}  // namespace cuzk::groth16
