// SPDX-License-Identifier: MIT OR Apache-2.0
// A label of the stacked graph as a circuit (porep.md section 2.9): SHA-256 over replica id, layer,
// node and 37 parent labels, 20 compressions, read as a number of 254 bits.
// The layer is a constant, so that the first block has other coefficients in each layer and the
// same counts in all. A label has 521,749 variables and 522,269 constraints; eleven of them are
// most of a challenge of a 32 GiB sector.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gadget/merkle.h"

namespace cuzk::gadget {

inline constexpr unsigned kLabelParents = 37;

// `parents` are the message words of the distinct parents in order; they repeat cyclically to 37
// (LAB-3). `node` holds the 64 bits of the node's index, low word first.
template <class B>
Number<B> create_label(B& b, const NumberBits<B>& replica_id_words, uint32_t layer,
                       const std::array<Word<B>, 2>& node, std::span<const NumberBits<B>> parents) {
  auto scope = b.scope("label");
  std::vector<Word<B>> message(replica_id_words.begin(), replica_id_words.end());
  message.push_back(Word<B>::of_constant(layer));
  message.push_back(node[1]);
  message.push_back(node[0]);
  while (message.size() < 16) message.push_back(Word<B>::of_constant(0));
  for (unsigned i = 0; i < kLabelParents; ++i) {
    const NumberBits<B>& parent = parents[i % parents.size()];
    message.insert(message.end(), parent.begin(), parent.end());
  }
  return pack_digest(b, sha256<B>(b, message));
}

}  // namespace cuzk::gadget
