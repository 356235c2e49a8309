// SPDX-License-Identifier: MIT OR Apache-2.0
// Writes the binary form of a C1 file (porep.md FMT-10), for the tests of c1_bincode.h and its fuzz
// target's first input. No public file of this form is small enough to be kept here, so the layout
// is written a second time, from the specification: variant, then the fields of FMT-3 to FMT-5 in
// their order, counts of 64 bits before every list.
//
// Labels of parents are repeated to 37 as the JSON writer repeats them (c1_writer.cc).
#pragma once

#include <string>

#include "filecoin/c1_tree.h"
#include "filecoin/label.h"
#include "filecoin/porep_vanilla.h"

namespace cuzk::filecoin {

class BincodeWriter {
 public:
  static std::string write(const SealCommitOne& c1) {
    BincodeWriter out(*c1.proof->sector);
    out.number(c1.partitions.size(), 8);
    for (const auto& partition : c1.partitions) {
      out.number(partition.size(), 8);
      for (const ChallengeProof& proof : partition) out.challenge(proof);
    }
    for (const field::Fr* value : {&c1.comm_r, &c1.comm_d, &c1.replica_id}) out.element(*value);
    out.bytes(c1.seed);
    out.bytes(c1.ticket);
    return out.out_;
  }

 private:
  explicit BincodeWriter(const Sector& sector)
      : layers_(sector.layers), tree_d_(c1_tree_d(sector)), tree_r_(c1_tree_r(sector)) {}

  void number(uint64_t value, unsigned width) {
    for (unsigned i = 0; i < width; ++i) out_ += static_cast<char>(value >> (8 * i));
  }
  void bytes(const base::Bytes32& value) { out_.append(value.begin(), value.end()); }
  void element(const field::Fr& value) { bytes(value.to_bytes_le()); }

  void opening(const Opening& opening, const C1Tree& tree) {
    number(tree.parts.size() - 1, 4);
    const bool single = tree.parts.size() == 1;
    if (single) element(opening.root), element(opening.leaf);
    size_t sibling = 0, level = 0;
    for (const C1PathPart& part : tree.parts) {
      number(part.levels, 8);
      for (size_t i = 0; i < part.levels; ++i) {
        number(part.arity - 1, 8);
        for (unsigned k = 1; k < part.arity; ++k) element(opening.siblings[sibling++]);
        number(opening.indices[level++], 8);
      }
    }
    if (!single) element(opening.root), element(opening.leaf);
  }
  void column(const ColumnOpening& column) {
    number(column.node, 4);
    number(column.rows.size(), 8);
    for (const field::Fr& row : column.rows) element(row);
    opening(column.path, tree_r_);
  }
  void labeling(const ChallengeProof& proof, unsigned layer) {
    const std::vector<field::Fr> parents = parent_labels(proof, layer);
    number(kLabelParents, 8);
    for (unsigned i = 0; i < kLabelParents; ++i) element(parents[i % parents.size()]);
    number(layer, 4);
    number(proof.node, 8);
  }
  void challenge(const ChallengeProof& proof) {
    opening(proof.data, tree_d_);
    opening(proof.replica, tree_r_);
    column(proof.column);
    number(proof.drg_parents.size(), 8);
    for (const ColumnOpening& parent : proof.drg_parents) column(parent);
    number(proof.exp_parents.size(), 8);
    for (const ColumnOpening& parent : proof.exp_parents) column(parent);
    number(layers_, 8);
    for (unsigned layer = 1; layer <= layers_; ++layer) labeling(proof, layer);
    labeling(proof, layers_);
  }

  const unsigned layers_;
  const C1Tree tree_d_, tree_r_;
  std::string out_;
};

}  // namespace cuzk::filecoin
