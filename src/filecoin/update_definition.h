// SPDX-License-Identifier: MIT OR Apache-2.0
// The definition of the circuit of a sector update (update.md 4) over a back end
// (update_circuit.h runs it on the host). The fixed part makes what all challenges of a partition
// share; a challenge opens its node in the old tree R, the data's tree D and the new tree R, and
// enforces that the new label is the old one plus data times rho.
//
// No path has index bits of its own: the bits of a challenge are slices of a digest, and those of
// the partition, and everything that depends on the node's index uses these.
// An object is a handle on the back end, used by one thread.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "filecoin/update_circuit.h"
#include "gadget/merkle.h"
#include "gadget/poseidon.h"

namespace cuzk::filecoin {

using field::Fr;
using gadget::Number;
using gadget::NumberBits;
using gadget::Word;

// What all challenges of a partition share (UPD-30 to UPD-32).
template <class B>
struct UpdateShared {
  Word<B> head;  // partition bits, then h-select bits
  Number<B> partition, comm_d_new, comm_r_new, phi, root_r_old, root_r_new;
  std::vector<Number<B>> apex_leaves;
  std::vector<NumberBits<B>> digest_bits;
};

template <class B>
class UpdateDefinition {
 public:
  UpdateDefinition(B& b, const UpdateShape& shape) : b_(b), shape_(shape) {}

  UpdateShared<B> prologue(const UpdateValues& values) {
    std::vector<Number<B>> siblings;
    UpdateShared<B> shared = commitments(values, siblings);
    apex(shared, siblings);
    for (unsigned j = 0; j < shape_.digests(); ++j) {
      shared.digest_bits.push_back(digest_bits(shared, j));
    }
    return shared;
  }

  // UPD-33.
  void challenge(const UpdateShared<B>& shared, const UpdateChallenge& proof, unsigned c) {
    const Word<B> bits = challenge_bits(shared, c);
    const Number<B> rho = gadget::randomness(b_, shared.phi, high_bits(shared.head, bits));
    const Number<B> old_label = b_.alloc(proof.old_replica.leaf);
    const Number<B> data = b_.alloc(proof.data.leaf);
    const Number<B> new_label = encode(old_label, data, rho);
    replica_inclusion("old replica", old_label, shared.root_r_old, bits, proof.old_replica);
    replica_inclusion("new replica", new_label, shared.root_r_new, bits, proof.new_replica);
    data_inclusion(shared, data, bits, proof.data);
  }

  // Where the bits of a challenge stand: first bit of which digest.
  struct Slice {
    unsigned digest, first;
  };
  static Slice slice_of(const UpdateShape& shape, unsigned c) {
    const unsigned q = shape.challenges_per_digest();
    return {c / q, c % q * shape.challenge_bits()};
  }

 private:
  // UPD-30; the siblings of the partition's path in tree D are made here and used by the apex.
  UpdateShared<B> commitments(const UpdateValues& values, std::vector<Number<B>>& siblings) {
    auto scope = b_.scope("commitments");
    const UpdatePartition& partition = *values.partition;
    const UpdateChallenge& first = partition.challenges.front();
    UpdateShared<B> shared;
    shared.head = head_bits(values);
    shared.partition = gadget::pack<B>(b_, {&shared.head, 1}, shape_.log_partitions);
    const Number<B> comm_r_old = b_.alloc(values.commitments.comm_r_old);
    gadget::inputize(b_, comm_r_old);
    shared.comm_d_new = b_.alloc(values.commitments.comm_d_new);
    gadget::inputize(b_, shared.comm_d_new);
    shared.comm_r_new = b_.alloc(values.commitments.comm_r_new);
    gadget::inputize(b_, shared.comm_r_new);
    shared.phi = gadget::randomness(b_, shared.comm_d_new, comm_r_old);
    const Number<B> comm_c = b_.alloc(partition.comm_c);
    shared.root_r_old = b_.alloc(first.old_replica.root);
    shared.root_r_new = b_.alloc(first.new_replica.root);
    for (const Fr& leaf : partition.apex_leaves) shared.apex_leaves.push_back(b_.alloc(leaf));
    siblings = alloc_siblings(std::span(first.data.siblings).last(shape_.log_partitions));
    const auto commitment = [&](const char* name, const Number<B>& root, const Number<B>& comm_r) {
      auto inner = b_.scope(name);
      gadget::enforce_equal(b_, gadget::poseidon<2>(b_, {comm_c, root}), comm_r);
    };
    commitment("old replica", shared.root_r_old, comm_r_old);
    commitment("new replica", shared.root_r_new, shared.comm_r_new);
    return shared;
  }

  Word<B> head_bits(const UpdateValues& values) {
    const unsigned count = shape_.log_partitions + kHighBitsChoices;
    const uint32_t value = values.index + (values.h_select << shape_.log_partitions);
    const Number<B> number = b_.alloc(Fr::from_u64(value));
    gadget::inputize(b_, number);
    Word<B> bits = gadget::alloc_bits(b_, count, typename B::Bits(value));
    gadget::enforce_packed<B>(b_, {&bits, 1}, count, number);
    return bits;
  }

  // UPD-31.
  void apex(const UpdateShared<B>& shared, const std::vector<Number<B>>& siblings) {
    auto scope = b_.scope("apex");
    std::vector<Number<B>> row = shared.apex_leaves;
    while (row.size() > 1) {
      for (size_t i = 0; i < row.size() / 2; ++i) {
        row[i] = gadget::sha256_node(b_, {row[2 * i], row[2 * i + 1]});
      }
      row.resize(row.size() / 2);
    }
    const std::vector<unsigned> arities(shape_.log_partitions, 2);
    gadget::enforce_known_inclusion<gadget::Sha256Tree>(b_, row[0], shared.comm_d_new, shared.head,
                                                        arities, siblings);
  }

  // UPD-32.
  NumberBits<B> digest_bits(const UpdateShared<B>& shared, unsigned j) {
    auto scope = b_.scope("digest ", j);
    const Fr count = Fr::from_u64(shape_.digests()), offset = Fr::from_u64(j);
    const Number<B> index = b_.alloc(B::value(shared.partition) * count + offset);
    b_.enforce("digest index", [&](auto& ra, auto& rb, auto& rc) {
      ra.add(shared.partition, count);
      ra.add_one(offset);
      rb.add(b_.one());
      rc.add(index);
    });
    const Number<B> digest = gadget::randomness(b_, shared.comm_r_new, index);
    NumberBits<B> bits = gadget::alloc_number_bits(b_, digest);
    gadget::enforce_packed<B>(b_, bits, 255, digest);
    return bits;
  }

  // The node's index in one word: the challenge's bits, then those of the partition.
  Word<B> challenge_bits(const UpdateShared<B>& shared, unsigned c) {
    const Slice slice = slice_of(shape_, c);
    const unsigned own = shape_.challenge_bits();
    const Word<B> bits = gadget::bit_slice<B>(shared.digest_bits[slice.digest], slice.first, own);
    if (shape_.log_partitions == 0) return bits;
    const Word<B> partition = gadget::bit_slice<B>({&shared.head, 1}, 0, shape_.log_partitions);
    return gadget::select(~0u >> (32 - own), bits, gadget::rotate_right(partition, 32 - own));
  }

  // UPD-33.1 and 2: the top h bits of the node's index, for the h that is selected.
  Number<B> high_bits(const Word<B>& head, const Word<B>& bits) {
    auto scope = b_.scope("high bits");
    std::array<Number<B>, kHighBitsChoices> chosen;
    typename B::Value sum = Fr::zero();
    const auto hs = update_hs(shape_.log_nodes);
    for (unsigned i = 0; i < kHighBitsChoices; ++i) {
      const Word<B> high = gadget::rotate_right(bits, shape_.log_nodes - hs[i]);
      const Number<B> number = gadget::pack<B>(b_, {&high, 1}, hs[i]);
      const unsigned lane = shape_.log_partitions + i;
      const typename B::Value zero = Fr::zero();
      chosen[i] = b_.alloc(r1cs::choose(gadget::bits(head), lane, B::value(number), zero));
      b_.enforce("choice", [&](auto& ra, auto& rb, auto& rc) {
        ra.add(number);
        gadget::add_bit(rb, head, lane);
        rc.add(chosen[i]);
      });
      sum = sum + B::value(chosen[i]);
    }
    const Number<B> high = b_.alloc(sum);
    b_.enforce("sum", [&](auto& ra, auto& rb, auto& rc) {
      for (const Number<B>& number : chosen) ra.add(number);
      rb.add(b_.one());
      rc.add(high);
    });
    return high;
  }

  // UPD-33.5 and 6. The new label is computed, never taken from the record.
  Number<B> encode(const Number<B>& old_label, const Number<B>& data, const Number<B>& rho) {
    const Number<B> product = b_.alloc(B::value(data) * B::value(rho));
    b_.enforce("data times rho", [&](auto& ra, auto& rb, auto& rc) {
      ra.add(data);
      rb.add(rho);
      rc.add(product);
    });
    const Number<B> label = b_.alloc(B::value(old_label) + B::value(product));
    b_.enforce("encode", [&](auto& ra, auto& rb, auto& rc) {
      ra.add(old_label);
      ra.add(product);
      rb.add(b_.one());
      rc.add(label);
    });
    return label;
  }

  void replica_inclusion(const char* name, const Number<B>& label, const Number<B>& root,
                         const Word<B>& bits, const Opening& opening) {
    auto scope = b_.scope(name);
    const std::vector<Number<B>> siblings = alloc_siblings(opening.siblings);
    gadget::enforce_known_inclusion<gadget::PoseidonTree>(b_, label, root, bits,
                                                          shape_.tree_arities, siblings);
  }

  // UPD-33.11 to 13: up to the apex leaf above the challenge.
  void data_inclusion(const UpdateShared<B>& shared, const Number<B>& data, const Word<B>& bits,
                      const Opening& opening) {
    auto scope = b_.scope("data");
    const unsigned levels = shape_.data_levels();
    std::vector<Number<B>> leaves = shared.apex_leaves;
    const Word<B> apex_index = gadget::rotate_right(bits, levels);
    const Number<B> root = gadget::select_number<B>(b_, apex_index, shape_.log_apex_leaves, leaves);
    const std::vector<unsigned> arities(levels, 2);
    const std::vector<Number<B>> siblings =
        alloc_siblings(std::span(opening.siblings).first(levels));
    gadget::enforce_known_inclusion<gadget::Sha256Tree>(b_, data, root, bits, arities, siblings);
  }

  std::vector<Number<B>> alloc_siblings(std::span<const Fr> values) {
    std::vector<Number<B>> siblings;
    for (const Fr& value : values) siblings.push_back(b_.alloc(value));
    return siblings;
  }

  B& b_;
  const UpdateShape& shape_;
};

// A whole partition.
template <class B>
void update_text(B& b, const UpdateShape& shape, const UpdateValues& values) {
  using Definition = UpdateDefinition<B>;
  check_shape(shape, values);
  const UpdateShared<B> shared = Definition(b, shape).prologue(values);
  const auto lend = [&](unsigned c, auto& lender) {
    const auto [digest, first] = Definition::slice_of(shape, c);
    for (unsigned bit = first, end = first + shape.challenge_bits(); bit < end;) {
      const unsigned count = std::min(end - bit, 32 - bit % 32);
      lender.add_lanes(shared.digest_bits[digest][bit / 32].lanes, ~0u >> (32 - count) << bit % 32);
      bit += count;
    }
  };
  b.repeat(shape.challenges, lend, [&](B& block, unsigned c) {
    auto scope = block.scope("challenge ", c);
    Definition(block, shape).challenge(shared, values.partition->challenges[c], c);
  });
}

}  // namespace cuzk::filecoin
