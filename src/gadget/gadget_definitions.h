// SPDX-License-Identifier: MIT OR Apache-2.0
// Small circuit definitions around single gadgets, as the reference digests and the gadget tests
// use them: each allocates the gadget's operands and runs it. Values come from `Source`, a fixed
// pseudo-random sequence, so that one definition serves recording, witness and names
// of rows. Used by tests only.
// The names are those of the files in tests/vectors/reference/digests.
#pragma once

#include <span>
#include <string>

#include "base/digest.h"
#include "gadget/label.h"
#include "gadget/merkle.h"

namespace cuzk::gadget {

class Source {
 public:
  Fr field() { return Fr::from_bytes_le_wide(next()); }
  uint32_t word() { return base::load_le<uint32_t>(next().data()); }

 private:
  base::Bytes32 next() { return base::sha256("gadget test " + std::to_string(count_++)); }

  unsigned count_ = 0;
};

// The lanes in opposite order: allocated lane 0 is the first bit of a message, which SHA-256 reads
// as lane 31.
template <class B>
Word<B> reverse_lanes(Word<B> word) {
  constexpr uint32_t kHalves[] = {0x55555555, 0x33333333, 0x0f0f0f0f, 0x00ff00ff, 0x0000ffff};
  for (unsigned i = 0; i < 5; ++i) {
    word = select(kHalves[i], rotate_right(word, 1u << i), rotate_right(word, 32 - (1u << i)));
  }
  return word;
}

template <class B>
Word<B> alloc_word(B& b, Source& source) {
  return alloc_bits(b, 32, typename B::Bits(source.word()));
}

template <class B>
std::vector<Word<B>> alloc_message(B& b, Source& source, size_t words) {
  std::vector<Word<B>> out;
  for (size_t i = 0; i < words; ++i) out.push_back(reverse_lanes(alloc_word(b, source)));
  return out;
}

template <size_t kCount, class B>
std::array<Number<B>, kCount> alloc_numbers(B& b, Source& source) {
  std::array<Number<B>, kCount> out;
  for (auto& number : out) number = b.alloc(source.field());
  return out;
}

struct ToBitsDefinition {
  template <class B>
  void operator()(B& b) const {
    Source source;
    to_bits(b, b.alloc(source.field()));
  }
};

template <unsigned kArity>
struct PoseidonDefinition {
  template <class B>
  void operator()(B& b) const {
    Source source;
    poseidon<kArity>(b, alloc_numbers<kArity>(b, source));
  }
};

struct TaggedPoseidonText {
  Fr domain_tag;

  template <class B>
  void operator()(B& b) const {
    Source source;
    poseidon<2>(b, alloc_numbers<2>(b, source), domain_tag);
  }
};

template <unsigned kArity>
struct InsertionDefinition {
  template <class B>
  void operator()(B& b) const {
    Source source;
    Number<B> x = b.alloc(source.field());
    auto siblings = alloc_numbers<kArity - 1>(b, source);
    unsigned count = kArity == 2 ? 1 : kArity == 4 ? 2 : 3;
    Word<B> index = alloc_bits(b, count, typename B::Bits(1u));
    insert(b, index, x, siblings);
  }
};

// An insertion whose results are public, without which some of them would be free.
template <unsigned kArity>
struct InsertionWithOutputsDefinition {
  template <class B>
  void operator()(B& b) const {
    Source source;
    Number<B> x = b.alloc(source.field());
    auto siblings = alloc_numbers<kArity - 1>(b, source);
    unsigned count = kArity == 2 ? 1 : kArity == 4 ? 2 : 3;
    Word<B> index = alloc_bits(b, count, typename B::Bits(1u));
    for (const Number<B>& output : insert(b, index, x, siblings)) inputize(b, output);
  }
};

struct CompressionText {
  template <class B>
  void operator()(B& b) const {
    Source source;
    std::vector<Word<B>> message = alloc_message(b, source, 16);
    Sha256Block<B> block;
    std::copy(message.begin(), message.end(), block.begin());
    sha256_compress(b, block, sha256_initial_state<B>());
  }
};

struct Sha256Text {
  template <class B>
  void operator()(B& b) const {
    Source source;
    std::vector<Word<B>> message = alloc_message(b, source, 16);
    sha256(b, 16, [&](unsigned i) { return message[i]; });
  }
};

struct Sha256NodeText {
  template <class B>
  void operator()(B& b) const {
    Source source;
    sha256_node(b, alloc_numbers<2>(b, source));
  }
};

struct PackDefinition {
  template <class B>
  void operator()(B& b) const {
    Source source;
    std::vector<Word<B>> words;
    for (unsigned i = 0; i < 8; ++i) {
      words.push_back(
          alloc_bits(b, i < 7 ? 32 : 30, typename B::Bits(source.word() >> (i < 7 ? 0 : 2))));
    }
    pack<B>(b, words, 254);
  }
};

struct PackInputDefinition {
  template <class B>
  void operator()(B& b) const {
    Source source;
    std::vector<Word<B>> words{alloc_word(b, source)};
    words.push_back(alloc_word(b, source));
    pack_into_input<B>(b, words, 64);
  }
};

struct InputDefinition {
  template <class B>
  void operator()(B& b) const {
    Source source;
    inputize(b, b.alloc(source.field()));
  }
};

struct EqualText {
  template <class B>
  void operator()(B& b) const {
    Source source;
    Fr value = source.field();
    Number<B> x = b.alloc(value);
    enforce_equal(b, x, b.alloc(value));
  }
};

// An inclusion whose root is allocated after the path, and made public if asked for. It holds where
// the root is the value of `node`; the structure is the same whatever the values.
template <class Tree>
struct InclusionDefinition {
  std::vector<unsigned> arities;
  bool public_root = false;
  Fr root = Fr::zero();

  template <class B>
  Number<B> node(B& b) const {
    Source source;
    std::vector<Fr> siblings;
    std::vector<uint8_t> indices;
    for (unsigned arity : arities) {
      for (unsigned i = 1; i < arity; ++i) siblings.push_back(source.field());
      indices.push_back(static_cast<uint8_t>(source.word() % arity));
    }
    return path_root<Tree>(b, b.alloc(source.field()), {arities, indices, siblings});
  }

  template <class B>
  void operator()(B& b) const {
    Number<B> computed = node(b);
    Number<B> stated = b.alloc(root);
    enforce_equal(b, computed, stated);
    if (public_root) inputize(b, stated);
  }
};

// The label of a layer over numbers that are unpacked here, and over the bits of a node.
struct LabelText {
  uint32_t layer;

  template <class B>
  void operator()(B& b) const {
    Source source;
    NumberBits<B> replica_id = to_message_words<B>(to_bits(b, b.alloc(source.field())));
    Word<B> node_low = alloc_word(b, source);
    std::array<Word<B>, 2> node{node_low, alloc_word(b, source)};
    std::vector<Number<B>> numbers;
    for (unsigned i = 0; i < (layer == 1 ? 6u : 14u); ++i)
      numbers.push_back(b.alloc(source.field()));
    std::vector<NumberBits<B>> parents;
    for (const auto& number : numbers) parents.push_back(to_message_words<B>(to_bits(b, number)));
    create_label<B>(b, replica_id, layer, node, parents);
  }
};

// A label whose 37 parents and replica id are bits of their own, of a constant node.
struct SeparateBitsLabelText {
  template <class B>
  void operator()(B& b) const {
    Source source;
    std::vector<NumberBits<B>> values(kLabelParents + 1);
    for (NumberBits<B>& value : values) {
      for (Word<B>& word : value) word = reverse_lanes(alloc_word(b, source));
    }
    std::array<Word<B>, 2> node{Word<B>::of_constant(22), Word<B>::of_constant(0)};
    create_label<B>(b, values.back(), 3, node, std::span(values).first(kLabelParents));
  }
};

}  // namespace cuzk::gadget
