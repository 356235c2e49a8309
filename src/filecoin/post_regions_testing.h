// SPDX-License-Identifier: MIT OR Apache-2.0
// Values for tests that compare two ways to make a PoSt witness: random ones, and the extremes of
// the field and of indices.
//
// None of them satisfies the circuit, and what is compared must not depend on that: a witness
// writer takes what it is given. Openings belong to the sample.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <random>
#include <string>
#include <vector>

#include "field/field_samples.h"
#include "filecoin/post_circuit.h"

namespace cuzk::filecoin {

// The values of a partition and what they refer to.
struct PostSample {
  std::vector<Opening> openings;
  std::vector<PostSectorValues> sectors;
};

using MakeNumber = std::function<field::Fr()>;
using MakeIndex = std::function<uint8_t(unsigned arity)>;

inline PostSample make_post_sample(const PostShape& shape, const MakeNumber& number,
                                   const MakeIndex& index) {
  PostSample out;
  out.openings.resize(size_t{shape.sectors} * shape.challenges);
  for (Opening& opening : out.openings) {
    opening.leaf = number();
    for (unsigned arity : shape.tree_arities) {
      for (unsigned i = 0; i + 1 < arity; ++i) opening.siblings.push_back(number());
      opening.indices.push_back(index(arity));
    }
  }
  for (unsigned i = 0; i < shape.sectors; ++i) {
    out.sectors.push_back(
        {.comm_r = number(),
         .comm_c = number(),
         .comm_r_last = number(),
         .openings = {out.openings.data() + size_t{i} * shape.challenges, shape.challenges}});
  }
  return out;
}

// Numbers are products of a few random ones: 1.7 million of them are wanted at once.
inline PostSample random_post_sample(const PostShape& shape, uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto factor = field::sample_random<field::Fr>(random);
  auto next = field::sample_random<field::Fr>(random);
  return make_post_sample(
      shape, [&] { return next *= factor; },
      [&](unsigned arity) { return static_cast<uint8_t>(random() % arity); });
}

using UsePostSample = std::function<void(const PostShape&, std::span<const PostSectorValues>)>;

inline void for_each_extreme_post_sample(const PostShape& shape, const UsePostSample& f) {
  const auto use = [&](const char* what, const MakeNumber& number, const MakeIndex& index) {
    SCOPED_TRACE(what);
    const PostSample sample = make_post_sample(shape, number, index);
    f(shape, sample.sectors);
  };
  const auto first = [](unsigned) { return uint8_t{0}; };
  const auto last = [](unsigned arity) { return static_cast<uint8_t>(arity - 1); };
  use(
      "zeros", [] { return field::Fr::zero(); }, first);
  use(
      "r - 1", [] { return -field::Fr::one(); }, last);
  use(
      "no indices", [] { return field::Fr::one(); }, [](unsigned) { return uint8_t{0xff}; });
  const std::vector<field::Fr> extremes = field::sample_extremes<field::Fr>();
  size_t next = 0;
  use(
      "extreme limbs", [&] { return extremes[next++ % extremes.size()]; }, last);
}

}  // namespace cuzk::filecoin
