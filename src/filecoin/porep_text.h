// SPDX-License-Identifier: MIT OR Apache-2.0
// The text of the stacked proof-of-replication circuit (porep.md section 3) over a back end. The
// host runs it as a whole (porep_circuit.h); a device runs the same functions piece by piece
// (porep_pieces.h), so what a piece needs is for host and device and takes no vectors.
//
// The names of the scopes are more than names of rows: by them the places of the pieces are found
// in the assignment.
// An object is a handle on the back end, used by one thread.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "base/check.h"
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
class PorepText {
 public:
  CUZK_HOST_DEVICE explicit PorepText(B& b) : b_(b) {}

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
    Number<B> data = b_.alloc(proof.data.leaf);
    inclusion<gadget::Sha256Tree>("data", data, shared.comm_d, shape.data_arities, proof.data);

    std::vector<std::vector<Number<B>>> drg, exp;
    for (const ColumnOpening& parent : proof.drg_parents)
      drg.push_back(parent_column(shape, shared, parent, "drg parent"));
    for (const ColumnOpening& parent : proof.exp_parents)
      exp.push_back(parent_column(shape, shared, parent, "exp parent"));

    std::array<Word<B>, 2> node = node_bits(proof.node);
    std::vector<Number<B>> labels;
    for (unsigned layer = 1; layer <= shape.layers; ++layer) {
      auto scope = b_.scope("layer ", layer);
      std::vector<NumberBits<B>> parents;
      for (const auto& rows : drg) parents.push_back(parent_bits(rows[layer - 1]));
      if (layer > 1) {
        for (const auto& rows : exp) parents.push_back(parent_bits(rows[layer - 2]));
      }
      labels.push_back(gadget::create_label<B>(b_, shared.replica_id_words, layer, node, parents));
    }

    Number<B> replica = encode(labels.back(), data);
    inclusion<gadget::PoseidonTree>("replica", replica, shared.comm_r_last, shape.tree_arities,
                                    proof.replica);
    auto scope = b_.scope("own column");
    Number<B> hash = column_hash(labels);
    inclusion<gadget::PoseidonTree>("path", hash, shared.comm_c, shape.tree_arities,
                                    proof.column.path);
  }

  // Of 2 or 11 rows.
  CUZK_HOST_DEVICE Number<B> column_hash(std::span<const Number<B>> rows) {
    auto scope = b_.scope("column hash");
    if (rows.size() == 2) return gadget::poseidon<2>(b_, {rows[0], rows[1]});
    std::array<Number<B>, 11> inputs;
    for (unsigned i = 0; i < 11; ++i) inputs[i] = rows[i];
    return gadget::poseidon<11>(b_, inputs);
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

 private:
  template <class Tree>
  void inclusion(const char* name, const Number<B>& leaf, const Number<B>& root,
                 const std::vector<unsigned>& arities, const Opening& opening) {
    auto scope = b_.scope(name);
    gadget::enforce_inclusion<Tree>(b_, leaf, root, {arities, opening.indices, opening.siblings});
  }

  // SC-9: the rows of a parent's column, included in tree C.
  std::vector<Number<B>> parent_column(const PorepShape& shape, const PorepShared<B>& shared,
                                       const ColumnOpening& opening, const char* name) {
    auto scope = b_.scope(name);
    base::check(opening.rows.size() == 2 || opening.rows.size() == 11, "a column has 2 or 11 rows");
    std::vector<Number<B>> rows;
    for (const Fr& row : opening.rows) rows.push_back(b_.alloc(row));
    Number<B> hash = column_hash(rows);
    inclusion<gadget::PoseidonTree>("path", hash, shared.comm_c, shape.tree_arities, opening.path);
    return rows;
  }

  B& b_;
};

// A whole partition.
template <class B>
void porep_text(B& b, const PorepShape& shape, const PorepValues& values) {
  PorepShared<B> shared = PorepText<B>(b).prologue(values.roots);
  b.repeat(shape.challenges, [&](B& block, unsigned i) {
    auto scope = block.scope("challenge ", i);
    PorepText<B>(block).challenge(shape, shared, values.challenges[i]);
  });
}

}  // namespace cuzk::filecoin
