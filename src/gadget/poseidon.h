// SPDX-License-Identifier: MIT OR Apache-2.0
// Poseidon as a circuit (porep.md section 2.6), in the form that the published parameters fix:
// mixing makes no constraints, its results stay linear combinations until an S-box or the end turns
// one into a variable
// ("materialise", PSC-2). In the partial rounds the combinations grow by a term a round, so these
// rows are the longest Poseidon rows. Constants and matrices are those of the plain function
// (hash/poseidon.h). Costs 3a + 4t(R_F - 1) + 4 R_P + 1 constraints and as many variables for arity
// a, t = a + 1.
#pragma once

#include <array>

#include "gadget/number.h"
#include "hash/poseidon.h"

namespace cuzk::gadget {

template <class B>
CUZK_HOST_DEVICE Number<B> materialise(B& b, const typename B::Linear& linear) {
  Number<B> v = b.alloc(B::value(linear));
  b.enforce("poseidon mix", [&](auto& ra, auto& rb, auto& rc) {
    ra.add(linear);
    rb.add(b.one());
    rc.add(v);
  });
  return v;
}

// (x + pre)^5 + post in three constraints (PSC-3, PSC-4); a constant 0 leaves no term.
template <class B>
CUZK_HOST_DEVICE Number<B> quintic(B& b, const Number<B>& x, const Fr& pre, const Fr& post) {
  auto base = B::value(x) + pre;
  Number<B> x2 = b.alloc(base.square());
  b.enforce("poseidon x^2", [&](auto& ra, auto& rb, auto& rc) {
    ra.add(x);
    ra.add_one(pre);
    rb.add(x);
    rb.add_one(pre);
    rc.add(x2);
  });
  Number<B> x4 = b.alloc(B::value(x2).square());
  b.enforce("poseidon x^4", [&](auto& ra, auto& rb, auto& rc) {
    ra.add(x2);
    rb.add(x2);
    rc.add(x4);
  });
  Number<B> x5 = b.alloc(B::value(x4) * base + post);
  b.enforce("poseidon x^5", [&](auto& ra, auto& rb, auto& rc) {
    ra.add(x);
    ra.add_one(pre);
    rb.add(x4);
    rc.add(x5);
    rc.add_one(-post);
  });
  return x5;
}

// The constants. A back end on the device brings their addresses, since those of the host are of no
// use there.
template <unsigned kArity, class B>
CUZK_HOST_DEVICE const hash::PoseidonConstants<kArity>& poseidon_table(const B& b) {
  if constexpr (requires { b.tables(); }) {
    return b.tables().template poseidon<kArity>();
  } else {
    return hash::poseidon_constants<kArity>();
  }
}

// `domain_tag` is element 0 of the state; other uses of the hash than Merkle trees differ in it.
template <unsigned kArity, class B>
CUZK_HOST_DEVICE Number<B> poseidon(B& b, const std::array<Number<B>, kArity>& inputs,
                                    const Fr& domain_tag) {
  using Constants = hash::PoseidonConstants<kArity>;
  constexpr unsigned kWidth = Constants::kWidth;
  constexpr unsigned kHalf = Constants::kFullRounds / 2;
  using State = std::array<typename B::Linear, kWidth>;
  const Constants& table = poseidon_table<kArity>(b);
  auto scope = b.scope("poseidon");
  const Fr* next = table.constants.data() + kWidth;

  auto set = [](typename B::Linear& element, const Number<B>& number) {
    element.clear();
    element.add(number);
  };
  auto mix = [](State& state, const typename Constants::Matrix& matrix) {
    State mixed{};
    for (unsigned j = 0; j < kWidth; ++j) {
      for (unsigned i = 0; i < kWidth; ++i) mixed[j].add(state[i], matrix[i][j]);
    }
    state = mixed;
  };
  auto full_round = [&](State& state, bool terminal) {
    for (unsigned i = 0; i < kWidth; ++i) {
      Fr post = terminal ? Fr::zero() : *next++;
      set(state[i], quintic(b, materialise(b, state[i]), Fr::zero(), post));
    }
  };

  // The first round: element 0 is a constant, the others take the round constants inside the S-box.
  State state{};
  Fr tag = domain_tag + table.constants[0];
  state[0].add_one(tag.square().square() * tag + *next++);
  for (unsigned i = 1; i < kWidth; ++i) {
    state[i].add(quintic(b, inputs[i - 1], table.constants[i], *next++));
  }
  mix(state, table.mds);
  for (unsigned round = 1; round < kHalf; ++round) {
    full_round(state, false);
    mix(state, round + 1 < kHalf ? table.mds : table.pre_sparse);
  }
  for (const auto& sparse : table.sparse) {
    Number<B> head = quintic(b, materialise(b, state[0]), Fr::zero(), *next++);
    typename B::Linear first{};
    first.add(head, sparse.column[0]);
    for (unsigned j = 1; j < kWidth; ++j) {
      first.add(state[j], sparse.column[j]);
      state[j].add(head, sparse.row[j - 1]);
    }
    state[0] = first;
  }
  for (unsigned round = 0; round < kHalf; ++round) {
    full_round(state, round + 1 == kHalf);
    mix(state, table.mds);
  }
  return materialise(b, state[1]);
}

// With the tag of a Merkle tree.
template <unsigned kArity, class B>
CUZK_HOST_DEVICE Number<B> poseidon(B& b, const std::array<Number<B>, kArity>& inputs) {
  return poseidon<kArity>(b, inputs, poseidon_table<kArity>(b).domain_tag);
}

}  // namespace cuzk::gadget
