// SPDX-License-Identifier: MIT OR Apache-2.0
#include "filecoin/porep_circuit.h"

#include <utility>

#include "base/check.h"
#include "gadget/label.h"
#include "gadget/merkle.h"
#include "gadget/poseidon.h"
#include "r1cs/recorder.h"
#include "r1cs/row_namer.h"

namespace cuzk::filecoin {
namespace {

using field::Fr;
using gadget::Number;
using gadget::NumberBits;
using gadget::Word;

// What all challenges of a partition share (SC-1 to SC-5).
template <class B>
struct Shared {
  Number<B> comm_d, comm_r_last, comm_c;
  NumberBits<B> replica_id_words;
};

template <class B>
class Text {
 public:
  Text(B& b, const PorepShape& shape) : b_(b), shape_(shape) {}

  // SC-1 to SC-6.
  Shared<B> prologue(const PorepValues& values) {
    Shared<B> shared;
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
  void challenge(const Shared<B>& shared, const ChallengeProof& proof) {
    Number<B> data = b_.alloc(proof.data.leaf);
    inclusion<gadget::Sha256Tree>("data", data, shared.comm_d, shape_.data_arities, proof.data);

    std::vector<std::vector<Number<B>>> drg, exp;
    for (const ColumnOpening& parent : proof.drg_parents)
      drg.push_back(column(shared, parent, "drg"));
    for (const ColumnOpening& parent : proof.exp_parents)
      exp.push_back(column(shared, parent, "exp"));

    std::array<Word<B>, 2> node = node_bits(proof.node);
    std::vector<Number<B>> labels;
    for (unsigned layer = 1; layer <= shape_.layers; ++layer) {
      auto scope = named("layer ", layer);
      std::vector<NumberBits<B>> parents;
      for (const auto& rows : drg) parents.push_back(message_words(rows[layer - 1]));
      if (layer > 1) {
        for (const auto& rows : exp) parents.push_back(message_words(rows[layer - 2]));
      }
      labels.push_back(gadget::create_label<B>(b_, shared.replica_id_words, layer, node, parents));
    }

    Number<B> replica = encode(labels.back(), data);
    inclusion<gadget::PoseidonTree>("replica", replica, shared.comm_r_last, shape_.tree_arities,
                                    proof.replica);
    auto scope = b_.scope("own column");
    Number<B> hash = column_hash(labels);
    inclusion<gadget::PoseidonTree>("path", hash, shared.comm_c, shape_.tree_arities,
                                    proof.column.path);
  }

 private:
  typename B::Scope named(const char* name, unsigned number) {
    return b_.scope(B::kHasRows ? name + std::to_string(number) : std::string());
  }

  template <class Tree>
  void inclusion(const char* name, const Number<B>& leaf, const Number<B>& root,
                 const std::vector<unsigned>& arities, const Opening& opening) {
    auto scope = b_.scope(name);
    gadget::enforce_inclusion<Tree>(b_, leaf, root, {arities, opening.indices, opening.siblings});
  }

  // SC-9: the rows of a parent's column, included in tree C.
  std::vector<Number<B>> column(const Shared<B>& shared, const ColumnOpening& opening,
                                const char* kind) {
    auto scope = b_.scope(B::kHasRows ? std::string(kind) + " parent" : std::string());
    std::vector<Number<B>> rows;
    for (const Fr& row : opening.rows) rows.push_back(b_.alloc(row));
    Number<B> hash = column_hash(rows);
    inclusion<gadget::PoseidonTree>("path", hash, shared.comm_c, shape_.tree_arities, opening.path);
    return rows;
  }

  Number<B> column_hash(const std::vector<Number<B>>& rows) {
    auto scope = b_.scope("column hash");
    if (rows.size() == 2) return gadget::poseidon<2>(b_, {rows[0], rows[1]});
    base::check(rows.size() == 11, "a column has 2 or 11 rows");
    std::array<Number<B>, 11> inputs;
    std::copy(rows.begin(), rows.end(), inputs.begin());
    return gadget::poseidon<11>(b_, inputs);
  }

  // SC-10.
  std::array<Word<B>, 2> node_bits(uint64_t node) {
    auto scope = b_.scope("challenge bits");
    using Bits = typename B::Bits;
    Word<B> low = gadget::alloc_bits(b_, 32, Bits(static_cast<uint32_t>(node)));
    Word<B> high = gadget::alloc_bits(b_, 32, Bits(static_cast<uint32_t>(node >> 32)));
    std::array<Word<B>, 2> words{low, high};
    gadget::pack_into_input<B>(b_, words, 64);
    return words;
  }

  NumberBits<B> message_words(const Number<B>& number) {
    auto scope = b_.scope("parent bits");
    return gadget::to_message_words<B>(gadget::to_bits(b_, number));
  }

  // SC-12.
  Number<B> encode(const Number<B>& key, const Number<B>& data) {
    Number<B> encoded = b_.alloc(B::value(key) + B::value(data));
    b_.enforce("encode", [&](auto& ra, auto& rb, auto& rc) {
      ra.add(key);
      ra.add(data);
      rb.add(b_.one());
      rc.add(encoded);
    });
    return encoded;
  }

  B& b_;
  const PorepShape& shape_;
};

// The whole partition (porep.md section 3).
template <class B>
void porep_text(B& b, const PorepShape& shape, const PorepValues& values) {
  Shared<B> shared = Text<B>(b, shape).prologue(values);
  b.repeat(shape.challenges, [&](B& block, unsigned i) {
    auto scope = block.scope(B::kHasRows ? "challenge " + std::to_string(i) : std::string());
    Text<B>(block, shape).challenge(shared, values.challenges[i]);
  });
}

Opening blank_opening(const std::vector<unsigned>& arities) {
  size_t siblings = 0;
  for (unsigned arity : arities) siblings += arity - 1;
  return {.siblings = std::vector<Fr>(siblings, Fr::zero()),
          .indices = std::vector<uint8_t>(arities.size(), 0)};
}

// Values of the right shape for the back ends that ignore values.
std::vector<ChallengeProof> blank_challenges(const PorepShape& shape) {
  ColumnOpening column{.rows = std::vector<Fr>(shape.layers, Fr::zero()),
                       .path = blank_opening(shape.tree_arities)};
  ChallengeProof proof;
  proof.data = blank_opening(shape.data_arities);
  proof.replica = blank_opening(shape.tree_arities);
  proof.column = column;
  proof.drg_parents.fill(column);
  proof.exp_parents.fill(column);
  return std::vector<ChallengeProof>(shape.challenges, proof);
}

template <class B>
void run_blank(B& b, const PorepShape& shape) {
  std::vector<ChallengeProof> challenges = blank_challenges(shape);
  porep_text(b, shape, PorepValues{.challenges = challenges});
}

}  // namespace

PorepShape porep_shape(const Sector& sector) {
  return {.layers = sector.layers,
          .challenges = sector.challenges,
          .data_arities = tree_d_arities(sector),
          .tree_arities = tree_r_arities(sector)};
}

PorepValues porep_values(const SealCommitOne& sector, size_t k) {
  const std::vector<ChallengeProof>& challenges = sector.partitions[k];
  return {.replica_id = sector.replica_id,
          .comm_d = sector.comm_d,
          .comm_r = sector.comm_r,
          .comm_r_last = challenges.front().replica.root,
          .comm_c = challenges.front().column.path.root,
          .challenges = challenges};
}

r1cs::Circuit compile_porep(const PorepShape& shape, unsigned checked_blocks) {
  return r1cs::record([&](r1cs::Recorder& b) { run_blank(b, shape); }, checked_blocks);
}

r1cs::Assignment porep_witness(const PorepShape& shape, const PorepValues& values) {
  r1cs::WitnessWriter writer;
  porep_text(writer, shape, values);
  return writer.take();
}

std::optional<r1cs::BrokenRow> check_porep(const PorepShape& shape, const PorepValues& values) {
  r1cs::Checker checker;
  porep_text(checker, shape, values);
  return checker.broken();
}

std::string porep_row_name(const PorepShape& shape, uint64_t row) {
  r1cs::RowNamer namer(row);
  run_blank(namer, shape);
  return namer.name();
}

}  // namespace cuzk::filecoin
