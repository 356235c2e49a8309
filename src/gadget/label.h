// SPDX-License-Identifier: MIT OR Apache-2.0
// A label of the stacked graph as a circuit (porep.md 2.9): SHA-256 over replica id, layer,
// node and 37 parent labels, 20 compressions, read as a number of 254 bits.
// The layer is a constant, so that the first block has other coefficients in each layer and the
// same counts in all. A label has 521,749 variables and 522,269 constraints; eleven of them are
// most of a challenge of a 32 GiB sector.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "gadget/merkle.h"

namespace cuzk::gadget {

inline constexpr unsigned kLabelParents = 37;

inline constexpr unsigned kLabelWords = 16 + 8 * kLabelParents;

// The message of a label: word i of kLabelWords. `parents` are the message words of the distinct
// parents in order; they repeat cyclically to 37 (LAB-3). `node` holds the 64 bits of the node's
// index, low word first. Parents(k, i) is word i of parent k.
template <class B, class Parents>
struct LabelMessage {
  const NumberBits<B>& replica_id_words;
  uint32_t layer;
  const std::array<Word<B>, 2>& node;
  unsigned parent_count;
  const Parents& parents;

  CUZK_HOST_DEVICE Word<B> operator()(unsigned i) const {
    if (i < 8) return replica_id_words[i];
    if (i >= 16) return parents((i / 8 - 2) % parent_count, i % 8);
    if (i == 9 || i == 10) return node[10 - i];
    return Word<B>::of_constant(i == 8 ? layer : 0);
  }
};

template <class B>
Number<B> create_label(B& b, const NumberBits<B>& replica_id_words, uint32_t layer,
                       const std::array<Word<B>, 2>& node, std::span<const NumberBits<B>> parents) {
  auto scope = b.scope("label");
  auto parent_word = [&](unsigned k, unsigned i) { return parents[k][i]; };
  LabelMessage<B, decltype(parent_word)> message{
      replica_id_words, layer, node, static_cast<unsigned>(parents.size()), parent_word};
  return pack_digest(b, sha256(b, kLabelWords, message));
}

}  // namespace cuzk::gadget
