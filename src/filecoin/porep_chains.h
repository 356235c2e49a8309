// SPDX-License-Identifier: MIT OR Apache-2.0
// The values that one region of the PoRep circuit takes from an earlier one (porep_regions.h): what
// enters a level of the path in tree D, the state before a compression of a label, a label. Each
// region computes them for itself by plain functions, from the beginning of the chain on, so that
// all regions can run at the same time and share no memory. They follow the data flow of the
// circuit definition and nothing that a vanilla proof claims: a wrong label or sibling gives here
// what it gives in the circuit.
//
// The longest chains are the 58 compressions below the top of tree D in a 32 GiB sector and the 20
// of a label. A plain compression costs a fifteenth of one in the circuit definition.
//
// Functions for host and device.
#pragma once

#include <array>
#include <cstdint>

#include "filecoin/porep_definition.h"
#include "filecoin/porep_packed.h"
#include "gadget/poseidon_tables.h"
#include "hash/sha256.h"
#include "r1cs/region_writer.h"

namespace cuzk::filecoin {

using RegionWriter = r1cs::RegionWriter<gadget::PoseidonTables>;
using RegionBlock = gadget::Sha256Block<RegionWriter>;
using NumberWords = std::array<uint32_t, 8>;

inline constexpr unsigned kLabelBlocks = gadget::sha256_block_count(gadget::kLabelWords);

// A word of a message that is a number whose bits exist.
CUZK_HOST_DEVICE Word<RegionWriter> message_word(const NumberWords& words, unsigned i) {
  return gadget::byte_swap(Word<RegionWriter>::of_variables(gadget::number_lanes(i), words[i]));
}

CUZK_HOST_DEVICE NumberWords initial_state() {
  NumberWords state;
  for (unsigned i = 0; i < 8; ++i) state[i] = hash::sha256_initial_word(i);
  return state;
}

CUZK_HOST_DEVICE void compress(NumberWords& state, const RegionBlock& block) {
  uint32_t plain[16];
  for (unsigned i = 0; i < 16; ++i) plain[i] = gadget::bits(block[i]);
  hash::sha256_compress(state.data(), plain);
}

// The number that a digest states (gadget::pack_digest).
CUZK_HOST_DEVICE Fr digest_value(const NumberWords& state) {
  gadget::Sha256State<RegionWriter> words;
  for (unsigned i = 0; i < 8; ++i) words[i] = Word<RegionWriter>::of_variables(~0u, state[i]);
  return gadget::bits_value<RegionWriter>(gadget::to_message_words<RegionWriter>(words), 254);
}

// The node that enters a level of the path in tree D.
CUZK_HOST_DEVICE Fr data_node(const PackedChallenge& challenge, unsigned level) {
  Fr node = challenge.leaf();
  for (unsigned below = 0; below < level; ++below) {
    NumberWords children[2];
    bool is_right = (challenge.data_indices()[below] & 1) != 0;
    children[is_right] = r1cs::to_words(node);
    children[!is_right] = r1cs::to_words(challenge.data_siblings()[below]);
    auto message = [&](unsigned i) { return message_word(children[i / 8], i % 8); };
    NumberWords state = initial_state();
    for (unsigned i = 0; i < gadget::sha256_block_count(16); ++i) {
      compress(state, gadget::sha256_block<RegionWriter>(16, message, i));
    }
    node = digest_value(state);
  }
  return node;
}

// The label of a layer (1 the first) of the challenged node.
class LabelChain {
 public:
  CUZK_HOST_DEVICE LabelChain(const PorepRoots& roots, const PackedChallenge& challenge,
                              unsigned layer)
      : challenge_(challenge), layer_(layer) {
    NumberWords id = r1cs::to_words(roots.replica_id);
    for (unsigned i = 0; i < 8; ++i) id_words_[i] = message_word(id, i);
    for (unsigned i = 0; i < 2; ++i) {
      uint32_t half = static_cast<uint32_t>(challenge.node() >> (32 * i));
      node_[i] = Word<RegionWriter>::of_variables(~0u, half);
    }
  }

  // Of six parents, above layer 1 fourteen, of which the expander parents are of the layer before.
  CUZK_HOST_DEVICE static const Fr& parent(const PackedChallenge& challenge, unsigned layer,
                                           unsigned k) {
    return challenge.rows(k)[layer - (k < PackedShape::kDrgParents ? 1 : 2)];
  }

  // Block i of the message.
  CUZK_HOST_DEVICE RegionBlock block(unsigned i) const {
    // Its two parents; the first block has none, the last block one.
    unsigned count = layer_ == 1 ? PackedShape::kDrgParents : PackedShape::kParents;
    unsigned first = i == 0 ? 0 : (2 * i - 2) % count;
    NumberWords words[2] = {parent_words(first), parent_words((first + 1) % count)};
    auto parent_word = [&](unsigned k, unsigned j) { return message_word(words[k != first], j); };
    gadget::LabelMessage<RegionWriter, decltype(parent_word)> message{id_words_, layer_, node_,
                                                                      count, parent_word};
    return gadget::sha256_block<RegionWriter>(gadget::kLabelWords, message, i);
  }

  // Before compression `blocks`.
  CUZK_HOST_DEVICE NumberWords state(unsigned blocks) const {
    NumberWords state = initial_state();
    for (unsigned i = 0; i < blocks; ++i) compress(state, block(i));
    return state;
  }
  CUZK_HOST_DEVICE Fr value() const { return digest_value(state(kLabelBlocks)); }

 private:
  CUZK_HOST_DEVICE NumberWords parent_words(unsigned k) const {
    return r1cs::to_words(parent(challenge_, layer_, k));
  }

  const PackedChallenge& challenge_;
  unsigned layer_;
  NumberBits<RegionWriter> id_words_;
  std::array<Word<RegionWriter>, 2> node_;
};

}  // namespace cuzk::filecoin
