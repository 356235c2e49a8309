// SPDX-License-Identifier: MIT OR Apache-2.0
// Merkle inclusion as a circuit (porep.md 2.7, 2.8): a path from a leaf to a root, each
// level inserting the running node among its siblings at a position given by index bits. Trees of
// Poseidon hashes have arity 2, 4 or 8, tree D is binary with SHA-256.
// Index bits are allocated by the path itself, least significant level first, and packed into one
// public input at the end. A path costs what its hashes cost: an insertion is 2, 8 or 22
// constraints.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "gadget/poseidon.h"
#include "gadget/sha256.h"

namespace cuzk::gadget {

// A path as values: for each level, leaf side first, the position of the running node and arity - 1
// siblings.
struct PathValues {
  std::span<const unsigned> arities;
  std::span<const uint8_t> indices;
  std::span<const Fr> siblings;
};

// INS-2.
template <class B>
CUZK_HOST_DEVICE std::array<Number<B>, 2> insert(B& b, const Word<B>& index, const Number<B>& x,
                                                 const std::array<Number<B>, 1>& e) {
  Bit<B> b0{index, 0};
  Number<B> p0 = pick(b, b0, e[0], x);
  return {p0, pick(b, b0, x, e[0])};
}

// INS-4.
template <class B>
CUZK_HOST_DEVICE std::array<Number<B>, 4> insert(B& b, const Word<B>& index, const Number<B>& x,
                                                 const std::array<Number<B>, 3>& e) {
  Bit<B> b0{index, 0}, b1{index, 1};
  std::array<Number<B>, 4> p;
  Number<B> u = pick(b, b0, e[0], x);
  p[0] = pick(b, b1, e[0], u);
  u = pick(b, b0, x, e[0]);
  p[1] = pick(b, b1, e[1], u);
  u = pick(b, b0, e[2], x);
  p[2] = pick(b, b1, u, e[1]);
  u = pick(b, b0, x, e[2]);
  p[3] = pick(b, b1, u, e[2]);
  return p;
}

// INS-8. The two products nor = not b0 and not b1, both = b0 and b1 come first.
template <class B>
CUZK_HOST_DEVICE std::array<Number<B>, 8> insert(B& b, const Word<B>& index, const Number<B>& x,
                                                 const std::array<Number<B>, 7>& e) {
  Bit<B> b0{index, 0}, b1{index, 1}, b2{index, 2};
  Word<B> low = select(1u, index, Word<B>::of_constant(0));
  Word<B> high = select(1u, rotate_right(index, 1), Word<B>::of_constant(0));
  Word<B> nor_word = word_and(b, flip(low, 1u), flip(high, 1u));
  Word<B> both_word = word_and(b, low, high);
  Bit<B> nor{nor_word, 0}, both{both_word, 0};
  std::array<Number<B>, 8> p;
  Number<B> u = pick(b, nor, x, e[0]);
  p[0] = pick(b, b2, e[0], u);
  u = pick(b, b0, x, e[0]);
  Number<B> v = pick(b, b1, e[1], u);
  p[1] = pick(b, b2, e[1], v);
  u = pick(b, b0, e[2], x);
  v = pick(b, b1, u, e[1]);
  p[2] = pick(b, b2, e[2], v);
  u = pick(b, both, x, e[2]);
  p[3] = pick(b, b2, e[3], u);
  u = pick(b, nor, x, e[4]);
  p[4] = pick(b, b2, u, e[3]);
  u = pick(b, b0, x, e[4]);
  v = pick(b, b1, e[5], u);
  p[5] = pick(b, b2, v, e[4]);
  u = pick(b, b0, e[6], x);
  v = pick(b, b1, u, e[5]);
  p[6] = pick(b, b2, v, e[5]);
  u = pick(b, both, x, e[6]);
  p[7] = pick(b, b2, u, e[6]);
  return p;
}

// The digest of SHA-256 words as a number: read little-endian without its two top bits (SHA-3,
// LAB-2).
template <class B>
CUZK_HOST_DEVICE Number<B> pack_digest(B& b, const Sha256State<B>& digest) {
  NumberBits<B> words = to_message_words<B>(digest);
  return pack<B>(b, words, 254);
}

// A node of tree D over two numbers (SHA-3).
template <class B>
CUZK_HOST_DEVICE Number<B> sha256_node(B& b, const std::array<Number<B>, 2>& children) {
  auto scope = b.scope("sha256 node");
  std::array<NumberBits<B>, 2> words;
  for (unsigned i = 0; i < 2; ++i) words[i] = to_message_words<B>(to_bits(b, children[i]));
  return pack_digest(b, sha256(b, 16, [&](unsigned i) { return words[i / 8][i % 8]; }));
}

struct PoseidonTree {
  static constexpr bool kIsBinary = false;

  template <unsigned kArity, class B>
  CUZK_HOST_DEVICE static Number<B> node(B& b, const std::array<Number<B>, kArity>& children) {
    return poseidon<kArity>(b, children);
  }
};

// Tree D.
struct Sha256Tree {
  static constexpr bool kIsBinary = true;

  template <unsigned kArity, class B>
  CUZK_HOST_DEVICE static Number<B> node(B& b, const std::array<Number<B>, kArity>& children) {
    return sha256_node(b, children);
  }
};

inline constexpr unsigned kPathLevelsMax = 32;

// The index bits of a level.
template <class B>
struct LevelIndex {
  Word<B> word;
  unsigned count;
};

CUZK_HOST_DEVICE constexpr unsigned index_bit_count(unsigned arity) {
  return arity == 2 ? 1 : arity == 4 ? 2 : 3;
}

// One level (POR-2): index bits, siblings, insertion, hash. Returns the parent and sets the index
// bits.
template <class Tree, unsigned kArity, class B>
CUZK_HOST_DEVICE Number<B> path_level(B& b, const Number<B>& node, uint8_t index,
                                      const Fr* siblings, LevelIndex<B>& index_bits) {
  constexpr unsigned kBits = index_bit_count(kArity);
  index_bits = {alloc_bits(b, kBits, typename B::Bits(uint32_t{index})), kBits};
  std::array<Number<B>, kArity - 1> others;
  for (unsigned i = 0; i + 1 < kArity; ++i) others[i] = b.alloc(siblings[i]);
  return Tree::template node<kArity>(b, insert(b, index_bits.word, node, others));
}

// The packed index: all index bits in path order as one input (POR-3).
template <class B>
CUZK_HOST_DEVICE void index_into_input(B& b, std::span<const LevelIndex<B>> levels) {
  auto value = typename B::Value(Fr::zero());
  for (size_t level = levels.size(); level-- > 0;) {
    for (unsigned i = levels[level].count; i-- > 0;) {
      value = value + value +
              r1cs::choose(bits(levels[level].word), i, typename B::Value(Fr::one()),
                           typename B::Value(Fr::zero()));
    }
  }
  Number<B> y = b.alloc_input(value);
  b.enforce("packed index", [&](auto& ra, auto& rb, auto& rc) {
    unsigned exponent = 0;
    for (const LevelIndex<B>& level : levels) {
      for (unsigned i = 0; i < level.count; ++i) {
        add_bit(ra, level.word, i, power_of_two(exponent++));
      }
    }
    rb.add(b.one());
    rc.add(y);
  });
}

// The root that a path leads to from a leaf; the leaf's index becomes a public input (POR-1 to
// POR-3). Requires: the values fit the arities, which are 2, 4 or 8; at most kPathLevelsMax levels.
template <class Tree, class B>
CUZK_HOST_DEVICE Number<B> path_root(B& b, const Number<B>& leaf, const PathValues& path) {
  std::array<LevelIndex<B>, kPathLevelsMax> index_bits;
  Number<B> node = leaf;
  const Fr* siblings = path.siblings.data();
  for (unsigned level = 0; level < path.arities.size(); ++level) {
    auto scope = b.scope("level ", level);
    unsigned arity = path.arities[level];
    uint8_t index = path.indices[level];
    LevelIndex<B>& level_bits = index_bits[level];
    if constexpr (Tree::kIsBinary) {
      node = path_level<Tree, 2>(b, node, index, siblings, level_bits);
    } else {
      switch (arity) {
        case 2: node = path_level<Tree, 2>(b, node, index, siblings, level_bits); break;
        case 4: node = path_level<Tree, 4>(b, node, index, siblings, level_bits); break;
        default: node = path_level<Tree, 8>(b, node, index, siblings, level_bits);
      }
    }
    siblings += arity - 1;
  }
  index_into_input<B>(b, {index_bits.data(), path.arities.size()});
  return node;
}

// One level of a path whose index bits and siblings exist already.
template <class Tree, unsigned kArity, class B>
CUZK_HOST_DEVICE Number<B> known_path_level(B& b, const Number<B>& node, const Word<B>& index,
                                            const Number<B>* siblings) {
  std::array<Number<B>, kArity - 1> others;
  for (unsigned i = 0; i + 1 < kArity; ++i) others[i] = siblings[i];
  return Tree::template node<kArity>(b, insert(b, index, node, others));
}

// The same with numbers and index bits that exist already, and without a public input
// (update.md UPD-36): the first lanes of `index` are the leaf's index. Requires: arities of 2, 4 or
// 8 that have at most 32 index bits together, and all their siblings.
template <class Tree, class B>
CUZK_HOST_DEVICE void enforce_known_inclusion(B& b, const Number<B>& leaf, const Number<B>& root,
                                              Word<B> index, std::span<const unsigned> arities,
                                              std::span<const Number<B>> siblings) {
  Number<B> node = leaf;
  const Number<B>* next = siblings.data();
  for (unsigned level = 0; level < arities.size(); ++level) {
    auto scope = b.scope("level ", level);
    const unsigned arity = arities[level];
    if constexpr (Tree::kIsBinary) {
      node = known_path_level<Tree, 2>(b, node, index, next);
    } else {
      switch (arity) {
        case 2: node = known_path_level<Tree, 2>(b, node, index, next); break;
        case 4: node = known_path_level<Tree, 4>(b, node, index, next); break;
        default: node = known_path_level<Tree, 8>(b, node, index, next);
      }
    }
    next += arity - 1;
    index = rotate_right(index, index_bit_count(arity));
  }
  auto scope = b.scope("root");
  enforce_equal(b, node, root);
}

// POR-1 to POR-4: `leaf` is included under `root`.
template <class Tree, class B>
CUZK_HOST_DEVICE void enforce_inclusion(B& b, const Number<B>& leaf, const Number<B>& root,
                                        const PathValues& path) {
  Number<B> node = path_root<Tree>(b, leaf, path);
  auto scope = b.scope("root");
  enforce_equal(b, node, root);
}

}  // namespace cuzk::gadget
