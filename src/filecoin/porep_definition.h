// SPDX-License-Identifier: MIT OR Apache-2.0
// The definition of the stacked proof-of-replication circuit (porep.md 3) over a back end. The
// host runs it as a whole (porep_circuit.h); a device runs the same functions region by region
// (porep_regions.h), so what a region needs is for host and device and takes no vectors.
//
// The names of the scopes are more than names of rows: by them the offsets of the regions in
// the assignment are found.
// An object is a handle on the back end, used by one thread.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "filecoin/porep_circuit.h"
#include "gadget/label.h"
#include "gadget/merkle.h"
#include "gadget/poseidon.h"

namespace cuzk::filecoin {

using field::Fr;
using gadget::Number;
using gadget::NumberBits;
using gadget::Word;

// What all challenges of a partition share (SC-1 to SC-5).
template <class B>
struct PorepShared {
  Number<B> comm_d, comm_r_last, comm_c;
  NumberBits<B> replica_id_words;
};

template <class B>
class PorepDefinition {
 public:
  CUZK_HOST_DEVICE explicit PorepDefinition(B& b) : b_(b) {}

  // SC-1 to SC-6.
  CUZK_HOST_DEVICE PorepShared<B> prologue(const PorepRoots& values) {
    PorepShared<B> shared;
    auto scope = b_.scope("commitments");
    Number<B> replica_id = b_.alloc(values.replica_id);
    gadget::inputize(b_, replica_id);
    shared.replica_id_words = gadget::to_message_words<B>(gadget::to_bits(b_, replica_id));
    shared.comm_d = b_.alloc(values.comm_d);
    gadget::inputize(b_, shared.comm_d);
    Number<B> comm_r = b_.alloc(values.comm_r);
    gadget::inputize(b_, comm_r);
    shared.comm_r_last = b_.alloc(values.comm_r_last);
    shared.comm_c = b_.alloc(values.comm_c);
    Number<B> hash = gadget::poseidon<2>(b_, {shared.comm_c, shared.comm_r_last});
    gadget::enforce_equal(b_, comm_r, hash);
    return shared;
  }

  // SC-8 to SC-13.
  void challenge(const PorepShape& shape, const PorepShared<B>& shared,
                 const ChallengeProof& proof) {
    auto path = [](const std::vector<unsigned>& arities, const Opening& opening) {
      return gadget::PathValues{arities, opening.indices, opening.siblings};
    };
    Number<B> data = b_.alloc(proof.data.leaf);
    inclusion<gadget::Sha256Tree>("data", data, shared.comm_d,
                                  path(shape.data_arities, proof.data));

    std::vector<std::vector<Number<B>>> columns;
    auto column = [&](const char* name, const ColumnOpening& opening) {
      columns.push_back(
          parent_column(name, opening.rows, shared.comm_c, path(shape.tree_arities, opening.path)));
    };
    for (const ColumnOpening& parent : proof.drg_parents) column("drg parent", parent);
    for (const ColumnOpening& parent : proof.exp_parents) column("exp parent", parent);

    std::array<Word<B>, 2> node = node_bits(proof.node);
    std::vector<Number<B>> labels;
    for (unsigned layer = 1; layer <= shape.layers; ++layer) {
      auto scope = b_.scope("layer ", layer);
      std::vector<NumberBits<B>> parents;
      for (size_t k = 0; k < (layer == 1 ? proof.drg_parents.size() : columns.size()); ++k) {
        size_t row = layer - (k < proof.drg_parents.size() ? 1 : 2);
        parents.push_back(parent_bits(columns[k][row]));
      }
      labels.push_back(gadget::create_label<B>(b_, shared.replica_id_words, layer, node, parents));
    }

    Number<B> replica = encode(labels.back(), data);
    inclusion<gadget::PoseidonTree>("replica", replica, shared.comm_r_last,
                                    path(shape.tree_arities, proof.replica));
    auto scope = b_.scope("own column");
    inclusion<gadget::PoseidonTree>("path", column_hash(labels), shared.comm_c,
                                    path(shape.tree_arities, proof.column.path));
  }

  template <class Tree>
  CUZK_HOST_DEVICE void inclusion(const char* name, const Number<B>& leaf, const Number<B>& root,
                                  const gadget::PathValues& path) {
    auto scope = b_.scope(name);
    gadget::enforce_inclusion<Tree>(b_, leaf, root, path);
  }

  // SC-10.
  CUZK_HOST_DEVICE std::array<Word<B>, 2> node_bits(uint64_t node) {
    auto scope = b_.scope("challenge bits");
    using Bits = typename B::Bits;
    Word<B> low = gadget::alloc_bits(b_, 32, Bits(static_cast<uint32_t>(node)));
    Word<B> high = gadget::alloc_bits(b_, 32, Bits(static_cast<uint32_t>(node >> 32)));
    std::array<Word<B>, 2> words{low, high};
    gadget::pack_into_input<B>(b_, words, 64);
    return words;
  }

  // SC-12.
  CUZK_HOST_DEVICE Number<B> encode(const Number<B>& key, const Number<B>& data) {
    Number<B> encoded = b_.alloc(B::value(key) + B::value(data));
    b_.enforce("encode", [&](auto& ra, auto& rb, auto& rc) {
      ra.add(key);
      ra.add(data);
      rb.add(b_.one());
      rc.add(encoded);
    });
    return encoded;
  }

  // The words of a parent's label (SC-11).
  CUZK_HOST_DEVICE NumberBits<B> parent_bits(const Number<B>& number) {
    auto scope = b_.scope("parent bits");
    return gadget::to_message_words<B>(gadget::to_bits(b_, number));
  }

  // Of 2 or 11 rows.
  CUZK_HOST_DEVICE Number<B> column_hash(std::span<const Number<B>> rows) {
    auto scope = b_.scope("column hash");
    if (rows.size() == 2) return gadget::poseidon<2>(b_, {rows[0], rows[1]});
    std::array<Number<B>, 11> inputs;
    for (unsigned i = 0; i < 11; ++i) inputs[i] = rows[i];
    return gadget::poseidon<11>(b_, inputs);
  }

 private:
  // SC-9: the rows of a parent's column, included in tree C.
  std::vector<Number<B>> parent_column(const char* name, std::span<const Fr> values,
                                       const Number<B>& root, const gadget::PathValues& path) {
    auto scope = b_.scope(name);
    std::vector<Number<B>> rows;
    for (const Fr& value : values) rows.push_back(b_.alloc(value));
    inclusion<gadget::PoseidonTree>("path", column_hash(rows), root, path);
    return rows;
  }

  B& b_;
};

// A whole partition.
template <class B>
void porep_text(B& b, const PorepShape& shape, const PorepValues& values) {
  check_shape(shape, values);
  PorepShared<B> shared = PorepDefinition<B>(b).prologue(values.roots);
  b.repeat(shape.challenges, [&](B& block, unsigned i) {
    auto scope = block.scope("challenge ", i);
    PorepDefinition<B>(block).challenge(shape, shared, values.challenges[i]);
  });
}

}  // namespace cuzk::filecoin
