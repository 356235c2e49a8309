// SPDX-License-Identifier: MIT OR Apache-2.0
// Poseidon as a circuit (porep.md 2.6), in the form that the published parameters fix:
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

// The state between the S-boxes, its elements as linear combinations. A back end whose threads make
// a hash together has a state of its own with the same operations (poseidon_group.cuh).
template <class B, unsigned kWidth>
class PoseidonState {
 public:
  using Linear = typename B::Linear;

  CUZK_HOST_DEVICE explicit PoseidonState(B&) {}

  // f(i, element) for all elements from `first` on. Each makes as many variables.
  template <class F>
  CUZK_HOST_DEVICE void each(unsigned first, unsigned /*variables*/, const F& f) {
    for (unsigned i = first; i < kWidth; ++i) f(i, elements_[i]);
  }
  CUZK_HOST_DEVICE void set_head(const Fr& constant) { elements_[0].add_one(constant); }
  CUZK_HOST_DEVICE const Linear& element(unsigned i) const { return elements_[i]; }

  template <class Matrix>
  CUZK_HOST_DEVICE void mix(const Matrix& matrix) {
    std::array<Linear, kWidth> mixed{};
    for (unsigned j = 0; j < kWidth; ++j) {
      for (unsigned i = 0; i < kWidth; ++i) mixed[j].add(elements_[i], matrix[i][j]);
    }
    elements_ = mixed;
  }
  // By the sparse matrix of a partial round, `head` instead of element 0.
  template <class Sparse>
  CUZK_HOST_DEVICE void mix_sparse(const Number<B>& head, const Sparse& sparse) {
    Linear first{};
    first.add(head, sparse.column[0]);
    for (unsigned j = 1; j < kWidth; ++j) {
      first.add(elements_[j], sparse.column[j]);
      elements_[j].add(head, sparse.row[j - 1]);
    }
    elements_[0] = first;
  }

 private:
  std::array<Linear, kWidth> elements_{};
};

template <class B, unsigned kWidth>
struct PoseidonStateOf {
  using Type = PoseidonState<B, kWidth>;
};

// `domain_tag` is element 0 of the state; other uses of the hash than Merkle trees differ in it.
template <unsigned kArity, class B>
CUZK_HOST_DEVICE Number<B> poseidon(B& b, const std::array<Number<B>, kArity>& inputs,
                                    const Fr& domain_tag) {
  using Constants = hash::PoseidonConstants<kArity>;
  constexpr unsigned kWidth = Constants::kWidth;
  constexpr unsigned kRounds = Constants::kFullRounds;
  const Constants& table = poseidon_table<kArity>(b);
  auto scope = b.scope("poseidon");
  typename PoseidonStateOf<B, kWidth>::Type state(b);
  const Fr* next = table.constants.data() + kWidth;  // element 0 of a full round, or the only one

  // The first round: element 0 is a constant, the others take the round constants inside the S-box.
  Fr tag = domain_tag + table.constants[0];
  state.set_head(tag.square().square() * tag + next[0]);
  state.each(1, 3, [&](unsigned i, typename B::Linear& element) {
    element.add(quintic(b, inputs[i - 1], table.constants[i], next[i]));
  });
  next += kWidth;
  state.mix(table.mds);
  for (unsigned round = 1; round < kRounds; ++round) {
    if (round == kRounds / 2) {
      for (const auto& sparse : table.sparse) {
        Number<B> x = materialise(b, state.element(0));
        state.mix_sparse(quintic(b, x, Fr::zero(), *next++), sparse);
      }
    }
    bool last = round + 1 == kRounds;  // it has no constants
    state.each(0, 4, [&](unsigned i, typename B::Linear& element) {
      Number<B> x = materialise(b, element);
      Number<B> y = quintic(b, x, Fr::zero(), last ? Fr::zero() : next[i]);
      element.clear();
      element.add(y);
    });
    next += kWidth;
    state.mix(round + 1 == kRounds / 2 ? table.pre_sparse : table.mds);
  }
  return materialise(b, state.element(1));
}

// Of two numbers with the tag for randomness (update.md UPD-10).
template <class B>
CUZK_HOST_DEVICE Number<B> randomness(B& b, const Number<B>& x, const Number<B>& y) {
  return poseidon<2>(b, {x, y}, Fr::from_u64(hash::kRandomnessTag));
}

// With the tag of a Merkle tree.
template <unsigned kArity, class B>
CUZK_HOST_DEVICE Number<B> poseidon(B& b, const std::array<Number<B>, kArity>& inputs) {
  return poseidon<kArity>(b, inputs, poseidon_table<kArity>(b).domain_tag);
}

}  // namespace cuzk::gadget
