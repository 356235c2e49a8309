// SPDX-License-Identifier: MIT OR Apache-2.0
// The definition of the PoRep circuit cut into regions that a device runs at the same time: the
// sixteen Poseidon paths with their columns, the levels of tree D, the compressions of the labels
// and the small rest. A region calls the functions of the definition with a writer at its offset in
// the assignment. The offsets are found by the scopes of the definition (r1cs/scope_offsets.h),
// what a region needs from earlier ones stands in the chains (porep_chains.h). Together the regions
// write every variable, each once.
//
// A 32 GiB challenge has 16 paths and 422 regions of words; 220 compressions are most of its bits.
// For host and device; the list is made once for a shape, on the host.
#pragma once

#include <cstdint>
#include <vector>

#include "filecoin/porep_chains.h"
#include "r1cs/scope_offsets.h"

namespace cuzk::filecoin {

enum class RegionKind : uint8_t {
  kDataLevel,   // of tree D, with the leaf before the first
  kDataIndex,   // the packed index of the path in tree D
  kLabelBlock,  // a compression; the last one packs the label, and encodes in the last layer
  kParentBits,  // of a parent for a label
  kNode,        // the bits of the challenge
};

struct WitnessRegion {
  RegionKind kind;
  uint8_t layer;
  uint16_t index;       // level, block or parent
  r1cs::Offset offset;  // in challenge 0
};

struct RegionList {
  RegionList(const PorepShape& shape, const r1cs::ScopeOffsets& offsets);

  r1cs::Offset prologue;
  std::array<r1cs::Offset, PackedShape::kPaths> paths;  // in challenge 0
  std::vector<WitnessRegion> words;
  r1cs::Offset challenge_size;
};

// All that regions read and write.
struct RegionContext {
  PackedShape shape;
  const void* packed;
  r1cs::AssignmentMemory out;
  gadget::PoseidonTables tables;
  r1cs::Offset challenge_size;

  CUZK_HOST_DEVICE const PorepRoots& roots() const {
    return *static_cast<const PorepRoots*>(packed);
  }
  CUZK_HOST_DEVICE PackedChallenge challenge(unsigned i) const { return {shape, packed, i}; }
};

// With the number ONE.
template <class B>
CUZK_HOST_DEVICE void run_prologue(const RegionContext& context, B& writer) {
  context.out.inputs[0] = Fr::one();
  PorepDefinition<B>(writer).prologue(context.roots());
}

// A column, if it is not the replica's, and the path from it. The three kinds of paths come
// together so that the code of each hash is there once.
template <class B>
CUZK_HOST_DEVICE void run_path(const RegionContext& context, unsigned path, unsigned i, B& writer) {
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
  PorepDefinition<B> text(writer);
  bool is_replica = path == PackedShape::kReplicaPath;
  Fr leaf =
      is_replica ? rows[layers - 1] + challenge.leaf() : text.column_hash({rows.data(), layers});
  text.template inclusion<gadget::PoseidonTree>(
      "path", leaf, is_replica ? roots.comm_r_last : roots.comm_c, challenge.path(path));
}

// The packed index of the path in tree D, whose bits its levels allocate.
CUZK_HOST_DEVICE void run_data_index(const uint8_t* indices, unsigned levels,
                                     RegionWriter& writer) {
  std::array<gadget::LevelIndex<RegionWriter>, gadget::kPathLevelsMax> bits;
  for (unsigned i = 0; i < levels; ++i) {
    bits[i] = {Word<RegionWriter>::of_variables(1, indices[i] & 1), 1};
  }
  gadget::index_into_input<RegionWriter>(writer, {bits.data(), levels});
}

CUZK_HOST_DEVICE void run_data_level(const PackedChallenge& challenge, unsigned level,
                                     RegionWriter& writer) {
  if (level == 0) writer.alloc(challenge.leaf());
  gadget::LevelIndex<RegionWriter> bits;
  gadget::path_level<gadget::Sha256Tree, 2>(writer, data_node(challenge, level),
                                            challenge.data_indices()[level],
                                            challenge.data_siblings() + level, bits);
}

CUZK_HOST_DEVICE void run_label_block(const RegionContext& context,
                                      const PackedChallenge& challenge, unsigned layer,
                                      unsigned block, RegionWriter& writer) {
  LabelChain chain(context.roots(), challenge, layer);
  auto state = gadget::sha256_initial_state<RegionWriter>();
  if (block > 0) {
    NumberWords words = chain.state(block);
    for (unsigned i = 0; i < 8; ++i) state[i] = Word<RegionWriter>::of_variables(~0u, words[i]);
  }
  state = gadget::sha256_compress(writer, chain.block(block), state);
  if (block + 1 < kLabelBlocks) return;
  Fr label = gadget::pack_digest(writer, state);
  if (layer == context.shape.layers) {
    PorepDefinition<RegionWriter>(writer).encode(label, challenge.leaf());
  }
}

// A region of RegionList::words.
CUZK_HOST_DEVICE void run_word_region(const RegionContext& context, const WitnessRegion& region,
                                      unsigned i) {
  PackedChallenge challenge = context.challenge(i);
  RegionWriter writer(context.out, region.offset + i * context.challenge_size, context.tables);
  switch (region.kind) {
    case RegionKind::kDataLevel: run_data_level(challenge, region.index, writer); break;
    case RegionKind::kDataIndex:
      run_data_index(challenge.data_indices(), context.shape.data_levels, writer);
      break;
    case RegionKind::kParentBits:
      PorepDefinition<RegionWriter>(writer).parent_bits(
          LabelChain::parent(challenge, region.layer, region.index));
      break;
    case RegionKind::kNode:
      PorepDefinition<RegionWriter>(writer).node_bits(challenge.node());
      break;
    default: run_label_block(context, challenge, region.layer, region.index, writer);
  }
}

}  // namespace cuzk::filecoin
