// SPDX-License-Identifier: MIT OR Apache-2.0
// The text of the PoRep circuit cut into pieces that a device runs at the same time, a thread each:
// the levels of all paths, the columns, the compressions of the labels and the small rest. A piece
// calls the functions of the text with a writer at its place in the assignment. The places are
// found by the scopes of the text (r1cs/scope_places.h), what a piece needs from earlier ones
// stands in the chains (porep_chains.h). Together the pieces write every variable, each once.
//
// A 32 GiB challenge has 648 pieces, 90 % of whose bits are of 220 compressions.
// For host and device; the list is made once for a shape, on the host.
#pragma once

#include <cstdint>
#include <vector>

#include "filecoin/porep_chains.h"
#include "r1cs/scope_places.h"

namespace cuzk::filecoin {

enum class PieceKind : uint8_t {
  kPrologue,   // of the partition, not of a challenge
  kColumn,     // the rows of a parent and their hash; of the challenge itself the hash
  kPathLevel,  // of a Poseidon path
  kPathIndex,  // the packed index of a Poseidon path
  kDataLevel,  // of tree D, with the leaf before the first
  kDataIndex,
  kLabelBlock,  // a compression; the last one packs the label, and encodes in the last layer
  kParentBits,  // of a parent for a label
  kNode,        // the bits of the challenge
};

struct Piece {
  PieceKind kind;
  uint8_t group;      // path, parent or layer
  uint16_t index;     // level, block or parent
  r1cs::Place place;  // in challenge 0
};

struct PieceList {
  PieceList(const PorepShape& shape, const r1cs::ScopePlaces& places);

  std::vector<Piece> hashes;  // pieces with a Poseidon hash, and packed indices
  std::vector<Piece> words;   // pieces of words
  r1cs::Place challenge_size;
};

// All that pieces read and write.
struct PieceContext {
  PackedShape shape;
  const void* packed;
  void* chains;
  r1cs::AssignmentMemory out;
  gadget::PoseidonTables tables;
  r1cs::Place challenge_size;

  CUZK_HOST_DEVICE const PorepRoots& roots() const {
    return *static_cast<const PorepRoots*>(packed);
  }
  CUZK_HOST_DEVICE PackedChallenge challenge(unsigned i) const { return {shape, packed, i}; }
  CUZK_HOST_DEVICE ChainValues values(unsigned i) const {
    return ChainValues::of(shape, chains, i);
  }
};

CUZK_HOST_DEVICE void run_prologue(const PieceContext& context, PieceWriter& writer) {
  context.out.inputs[0] = Fr::one();
  PorepText<PieceWriter>(writer).prologue(context.roots());
}

CUZK_HOST_DEVICE void run_column(const PackedShape& shape, const PackedChallenge& challenge,
                                 const ChainValues& chains, unsigned path, PieceWriter& writer) {
  bool own = path == PackedShape::kOwnPath;
  const Fr* rows = own ? chains.labels : challenge.rows(path);
  for (unsigned i = 0; i < shape.layers && !own; ++i) writer.alloc(rows[i]);
  PorepText<PieceWriter>(writer).column_hash({rows, shape.layers});
}

CUZK_HOST_DEVICE void run_path_level(const PackedShape& shape, const PackedChallenge& challenge,
                                     const ChainValues& chains, unsigned path, unsigned level,
                                     PieceWriter& writer) {
  using gadget::path_level;
  using Tree = gadget::PoseidonTree;
  const Fr& node = chains.path_nodes[path * shape.tree_levels + level];
  const Fr* siblings = challenge.siblings(path);
  for (unsigned i = 0; i < level; ++i) siblings += shape.arities[i] - 1;
  uint8_t index = challenge.indices(path)[level];
  gadget::LevelIndex<PieceWriter> bits;
  switch (shape.arities[level]) {
    case 2: path_level<Tree, 2>(writer, node, index, siblings, bits); break;
    case 4: path_level<Tree, 4>(writer, node, index, siblings, bits); break;
    default: path_level<Tree, 8>(writer, node, index, siblings, bits);
  }
}

// `arities` is null for tree D.
CUZK_HOST_DEVICE void run_index(const uint8_t* indices, const uint8_t* arities, unsigned count,
                                PieceWriter& writer) {
  std::array<gadget::LevelIndex<PieceWriter>, PackedShape::kLevelsMax> levels;
  for (unsigned i = 0; i < count; ++i) {
    unsigned bits = arities == nullptr ? 1 : gadget::index_bit_count(arities[i]);
    uint32_t mask = (1u << bits) - 1;
    levels[i] = {Word<PieceWriter>::of_variables(mask, indices[i] & mask), bits};
  }
  gadget::index_into_input<PieceWriter>(writer, {levels.data(), count});
}

CUZK_HOST_DEVICE void run_data_level(const PackedChallenge& challenge, const ChainValues& chains,
                                     unsigned level, PieceWriter& writer) {
  if (level == 0) writer.alloc(challenge.leaf());
  gadget::LevelIndex<PieceWriter> bits;
  gadget::path_level<gadget::Sha256Tree, 2>(writer, chains.data_nodes[level],
                                            challenge.data_indices()[level],
                                            challenge.data_siblings() + level, bits);
}

CUZK_HOST_DEVICE void run_label_block(const PieceContext& context, const PackedChallenge& challenge,
                                      const ChainValues& chains, unsigned layer, unsigned block,
                                      PieceWriter& writer) {
  const PackedShape& shape = context.shape;
  auto id = message_words<PieceWriter>(r1cs::to_words(context.roots().replica_id));
  auto node = node_words(challenge.node());
  ParentWords parents{chains.row_words, shape.layers, layer};
  PieceLabelMessage message{id, layer, node, parents.count(), parents};
  auto state = gadget::sha256_initial_state<PieceWriter>();
  if (block > 0) {
    const NumberWords& words = chains.states[(layer - 1) * kLabelBlocks + block];
    for (unsigned i = 0; i < 8; ++i) state[i] = Word<PieceWriter>::of_variables(~0u, words[i]);
  }
  state = gadget::sha256_compress(
      writer, gadget::sha256_block<PieceWriter>(gadget::kLabelWords, message, block), state);
  if (block + 1 < kLabelBlocks) return;
  Fr label = gadget::pack_digest(writer, state);
  if (layer == shape.layers) PorepText<PieceWriter>(writer).encode(label, challenge.leaf());
}

CUZK_HOST_DEVICE void run_parent_bits(const PackedShape& shape, const PackedChallenge& challenge,
                                      unsigned layer, unsigned parent, PieceWriter& writer) {
  ParentWords parents{nullptr, shape.layers, layer};
  PorepText<PieceWriter>(writer).parent_bits(challenge.rows(0)[parents.row(parent)]);
}

CUZK_HOST_DEVICE PieceWriter piece_writer(const PieceContext& context, const Piece& piece,
                                          unsigned challenge) {
  return {context.out, piece.place + challenge * context.challenge_size, context.tables};
}

// Pieces of PieceList::hashes. Requires: the chains are there.
CUZK_HOST_DEVICE void run_hash_piece(const PieceContext& context, const Piece& piece, unsigned i) {
  PackedChallenge challenge = context.challenge(i);
  ChainValues chains = context.values(i);
  PieceWriter writer = piece_writer(context, piece, i);
  const PackedShape& shape = context.shape;
  switch (piece.kind) {
    case PieceKind::kPrologue:
      if (i == 0) run_prologue(context, writer);
      break;
    case PieceKind::kColumn: run_column(shape, challenge, chains, piece.group, writer); break;
    case PieceKind::kPathIndex:
      run_index(challenge.indices(piece.group), shape.arities.data(), shape.tree_levels, writer);
      break;
    case PieceKind::kDataIndex:
      run_index(challenge.data_indices(), nullptr, shape.data_levels, writer);
      break;
    default: run_path_level(shape, challenge, chains, piece.group, piece.index, writer);
  }
}

// Pieces of PieceList::words. Requires: row words, states and labels are there.
CUZK_HOST_DEVICE void run_word_piece(const PieceContext& context, const Piece& piece, unsigned i) {
  PackedChallenge challenge = context.challenge(i);
  ChainValues chains = context.values(i);
  PieceWriter writer = piece_writer(context, piece, i);
  switch (piece.kind) {
    case PieceKind::kDataLevel: run_data_level(challenge, chains, piece.index, writer); break;
    case PieceKind::kParentBits:
      run_parent_bits(context.shape, challenge, piece.group, piece.index, writer);
      break;
    case PieceKind::kNode: PorepText<PieceWriter>(writer).node_bits(challenge.node()); break;
    default: run_label_block(context, challenge, chains, piece.group, piece.index, writer);
  }
}

}  // namespace cuzk::filecoin
