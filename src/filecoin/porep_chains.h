// SPDX-License-Identifier: MIT OR Apache-2.0
// The values that one piece of the PoRep text takes from an earlier one, computed beforehand by
// plain functions, so that all pieces can run at the same time (porep_pieces.h): the running nodes
// of the path in tree D, the states between the compressions of the labels, and the labels. They
// follow the data flow of the text and nothing that a vanilla proof claims: a wrong label or
// sibling gives here what it gives in the text.
//
// The chains of a challenge: one over the levels of tree D (60 compressions for 32 GiB), one for
// each label (20 compressions). They are independent of one another. The Poseidon paths have none:
// there the text itself is the chain.
//
// Functions for host and device.
#pragma once

#include <cstdint>

#include "filecoin/porep_packed.h"
#include "filecoin/porep_text.h"
#include "gadget/poseidon_tables.h"
#include "hash/sha256.h"
#include "r1cs/region_writer.h"

namespace cuzk::filecoin {

using PieceWriter = r1cs::RegionWriter<gadget::PoseidonTables>;
using NumberWords = std::array<uint32_t, 8>;

inline constexpr unsigned kLabelBlocks = gadget::sha256_block_count(gadget::kLabelWords);

// The chains' values of one challenge, by address.
struct ChainValues {
  Fr* data_nodes;          // what enters each level of tree D
  Fr* labels;              // by layer
  NumberWords* row_words;  // the bits of the parents' rows
  NumberWords* states;     // before each compression of each label

  CUZK_HOST_DEVICE static uint64_t bytes(const PackedShape& shape) {
    uint64_t numbers =
        shape.data_levels + shape.layers * uint64_t{1 + PackedShape::kParents + kLabelBlocks};
    return numbers * sizeof(Fr);
  }
  CUZK_HOST_DEVICE static ChainValues of(const PackedShape& shape, void* scratch, unsigned i) {
    static_assert(sizeof(Fr) == sizeof(NumberWords));
    ChainValues out;
    out.data_nodes = reinterpret_cast<Fr*>(static_cast<char*>(scratch) + i * bytes(shape));
    out.labels = out.data_nodes + shape.data_levels;
    out.row_words = reinterpret_cast<NumberWords*>(out.labels + shape.layers);
    out.states = out.row_words + PackedShape::kParents * shape.layers;
    return out;
  }
};

// A number as eight words of a message whose bits exist.
template <class B>
CUZK_HOST_DEVICE Word<B> message_word(const NumberWords& words, unsigned i) {
  return gadget::byte_swap(Word<B>::of_variables(gadget::number_lanes(i), words[i]));
}

template <class B>
CUZK_HOST_DEVICE NumberBits<B> message_words(const NumberWords& words) {
  NumberBits<B> out;
  for (unsigned i = 0; i < 8; ++i) out[i] = message_word<B>(words, i);
  return out;
}

// The parents of the label of a layer (1 the first), as gadget::LabelMessage asks for them.
struct ParentWords {
  const NumberWords* row_words;
  unsigned layers, layer;

  CUZK_HOST_DEVICE unsigned count() const {
    return layer == 1 ? PackedShape::kDrgParents : PackedShape::kParents;
  }
  // Expander parents are of the layer before.
  CUZK_HOST_DEVICE unsigned row(unsigned parent) const {
    return parent * layers + layer - (parent < PackedShape::kDrgParents ? 1 : 2);
  }
  CUZK_HOST_DEVICE Word<PieceWriter> operator()(unsigned parent, unsigned i) const {
    return message_word<PieceWriter>(row_words[row(parent)], i);
  }
};

using PieceLabelMessage = gadget::LabelMessage<PieceWriter, ParentWords>;

CUZK_HOST_DEVICE std::array<Word<PieceWriter>, 2> node_words(uint64_t node) {
  return {Word<PieceWriter>::of_variables(~0u, static_cast<uint32_t>(node)),
          Word<PieceWriter>::of_variables(~0u, static_cast<uint32_t>(node >> 32))};
}

CUZK_HOST_DEVICE NumberWords initial_state() {
  NumberWords state;
  for (unsigned i = 0; i < 8; ++i) state[i] = hash::sha256_initial_word(i);
  return state;
}

// A compression as plain words. `Message` is as in gadget::sha256_block.
template <class Message>
CUZK_HOST_DEVICE void compress(NumberWords& state, unsigned words, const Message& message,
                               unsigned i) {
  gadget::Sha256Block<PieceWriter> block = gadget::sha256_block<PieceWriter>(words, message, i);
  uint32_t plain[16];
  for (unsigned j = 0; j < 16; ++j) plain[j] = gadget::bits(block[j]);
  hash::sha256_compress(state.data(), plain);
}

// The number that a digest states (gadget::pack_digest).
CUZK_HOST_DEVICE Fr digest_value(const NumberWords& state) {
  NumberBits<PieceWriter> words;
  for (unsigned i = 0; i < 8; ++i) {
    words[i] = gadget::byte_swap(Word<PieceWriter>::of_variables(~0u, state[i]));
  }
  return gadget::bits_value<PieceWriter>(words, 254);
}

// The chain of tree D.
CUZK_HOST_DEVICE void chain_data(const PackedShape& shape, const PackedChallenge& challenge,
                                 const ChainValues& out) {
  Fr node = challenge.leaf();
  for (unsigned level = 0; level < shape.data_levels; ++level) {
    out.data_nodes[level] = node;
    NumberWords words[2];
    bool right = (challenge.data_indices()[level] & 1) != 0;
    words[right] = r1cs::to_words(node);
    words[!right] = r1cs::to_words(challenge.data_siblings()[level]);
    NumberWords state = initial_state();
    auto message = [&](unsigned i) { return message_word<PieceWriter>(words[i / 8], i % 8); };
    for (unsigned i = 0; i < gadget::sha256_block_count(16); ++i) compress(state, 16, message, i);
    node = digest_value(state);
  }
}

// The chain of a label. Requires: the row words are there; layer >= 1.
CUZK_HOST_DEVICE void chain_label(const PackedShape& shape, const PackedChallenge& challenge,
                                  const Fr& replica_id, unsigned layer, const ChainValues& out) {
  NumberBits<PieceWriter> id = message_words<PieceWriter>(r1cs::to_words(replica_id));
  auto node = node_words(challenge.node());
  ParentWords parents{out.row_words, shape.layers, layer};
  PieceLabelMessage message{id, layer, node, parents.count(), parents};
  NumberWords state = initial_state();
  for (unsigned i = 0; i < kLabelBlocks; ++i) {
    out.states[(layer - 1) * kLabelBlocks + i] = state;
    compress(state, gadget::kLabelWords, message, i);
  }
  out.labels[layer - 1] = digest_value(state);
}

}  // namespace cuzk::filecoin
