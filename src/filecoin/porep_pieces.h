// SPDX-License-Identifier: MIT OR Apache-2.0
// The text of the PoRep circuit cut into pieces that a device runs at the same time: the sixteen
// Poseidon paths with their columns, the levels of tree D, the compressions of the labels and the
// small rest. A piece calls the functions of the text with a writer at its place in the assignment.
// The places are found by the scopes of the text (r1cs/scope_places.h), what a piece needs from
// earlier ones stands in the chains (porep_chains.h). Together the pieces write every variable,
// each once.
//
// A 32 GiB challenge has 16 paths and 422 pieces of words; 220 compressions are most of its bits.
// For host and device; the list is made once for a shape, on the host.
#pragma once

#include <cstdint>
#include <vector>

#include "filecoin/porep_chains.h"
#include "r1cs/scope_places.h"

namespace cuzk::filecoin {

enum class PieceKind : uint8_t {
  kDataLevel,   // of tree D, with the leaf before the first
  kDataIndex,   // the packed index of the path in tree D
  kLabelBlock,  // a compression; the last one packs the label, and encodes in the last layer
  kParentBits,  // of a parent for a label
  kNode,        // the bits of the challenge
};

struct Piece {
  PieceKind kind;
  uint8_t layer;
  uint16_t index;     // level, block or parent
  r1cs::Place place;  // in challenge 0
};

struct PieceList {
  PieceList(const PorepShape& shape, const r1cs::ScopePlaces& places);

  r1cs::Place prologue;
  std::array<r1cs::Place, PackedShape::kPaths> paths;  // in challenge 0
  std::vector<Piece> words;
  r1cs::Place challenge_size;
};

// All that pieces read and write.
struct PieceContext {
  PackedShape shape;
  const void* packed;
  r1cs::AssignmentMemory out;
  gadget::PoseidonTables tables;
  r1cs::Place challenge_size;

  CUZK_HOST_DEVICE const PorepRoots& roots() const {
    return *static_cast<const PorepRoots*>(packed);
  }
  CUZK_HOST_DEVICE PackedChallenge challenge(unsigned i) const { return {shape, packed, i}; }
};

// With the number ONE.
template <class B>
CUZK_HOST_DEVICE void run_prologue(const PieceContext& context, B& writer) {
  context.out.inputs[0] = Fr::one();
  PorepText<B>(writer).prologue(context.roots());
}

// A column, if it is not the replica's, and the path from it. The three kinds of paths come
// together so that the code of each hash is there once.
template <class B>
CUZK_HOST_DEVICE void run_path(const PieceContext& context, unsigned path, unsigned i, B& writer) {
  PackedChallenge challenge = context.challenge(i);
  const PorepRoots& roots = context.roots();
  unsigned layers = context.shape.layers;
  std::array<Fr, PackedShape::kLayersMax> rows;
  if (path < PackedShape::kParents) {
    for (unsigned row = 0; row < layers; ++row) {
      rows[row] = writer.alloc(challenge.rows(path)[row]);
    }
  } else {
    writer.divide(layers, rows.data(),
                  [&](unsigned row) { return LabelChain(roots, challenge, row + 1).value(); });
  }
  PorepText<B> text(writer);
  bool is_replica = path == PackedShape::kReplicaPath;
  Fr leaf =
      is_replica ? rows[layers - 1] + challenge.leaf() : text.column_hash({rows.data(), layers});
  text.template inclusion<gadget::PoseidonTree>(
      "path", leaf, is_replica ? roots.comm_r_last : roots.comm_c, challenge.path(path));
}

// The packed index of the path in tree D, whose bits its levels allocate.
CUZK_HOST_DEVICE void run_data_index(const uint8_t* indices, unsigned levels, PieceWriter& writer) {
  std::array<gadget::LevelIndex<PieceWriter>, gadget::kPathLevelsMax> bits;
  for (unsigned i = 0; i < levels; ++i) {
    bits[i] = {Word<PieceWriter>::of_variables(1, indices[i] & 1), 1};
  }
  gadget::index_into_input<PieceWriter>(writer, {bits.data(), levels});
}

CUZK_HOST_DEVICE void run_data_level(const PackedChallenge& challenge, unsigned level,
                                     PieceWriter& writer) {
  if (level == 0) writer.alloc(challenge.leaf());
  gadget::LevelIndex<PieceWriter> bits;
  gadget::path_level<gadget::Sha256Tree, 2>(writer, data_node(challenge, level),
                                            challenge.data_indices()[level],
                                            challenge.data_siblings() + level, bits);
}

CUZK_HOST_DEVICE void run_label_block(const PieceContext& context, const PackedChallenge& challenge,
                                      unsigned layer, unsigned block, PieceWriter& writer) {
  LabelChain chain(context.roots(), challenge, layer);
  auto state = gadget::sha256_initial_state<PieceWriter>();
  if (block > 0) {
    NumberWords words = chain.state(block);
    for (unsigned i = 0; i < 8; ++i) state[i] = Word<PieceWriter>::of_variables(~0u, words[i]);
  }
  state = gadget::sha256_compress(writer, chain.block(block), state);
  if (block + 1 < kLabelBlocks) return;
  Fr label = gadget::pack_digest(writer, state);
  if (layer == context.shape.layers) {
    PorepText<PieceWriter>(writer).encode(label, challenge.leaf());
  }
}

// A piece of PieceList::words.
CUZK_HOST_DEVICE void run_word_piece(const PieceContext& context, const Piece& piece, unsigned i) {
  PackedChallenge challenge = context.challenge(i);
  PieceWriter writer(context.out, piece.place + i * context.challenge_size, context.tables);
  switch (piece.kind) {
    case PieceKind::kDataLevel: run_data_level(challenge, piece.index, writer); break;
    case PieceKind::kDataIndex:
      run_data_index(challenge.data_indices(), context.shape.data_levels, writer);
      break;
    case PieceKind::kParentBits:
      PorepText<PieceWriter>(writer).parent_bits(
          LabelChain::parent(challenge, piece.layer, piece.index));
      break;
    case PieceKind::kNode: PorepText<PieceWriter>(writer).node_bits(challenge.node()); break;
    default: run_label_block(context, challenge, piece.layer, piece.index, writer);
  }
}

}  // namespace cuzk::filecoin
