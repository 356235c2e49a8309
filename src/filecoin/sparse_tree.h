// SPDX-License-Identifier: MIT OR Apache-2.0
// Merkle trees over a whole sector of which only some leaves matter (porep.md SYN-1, SYN-4). They
// open like real trees, at the price of the leaves that are opened: a tree of 2^31 leaves takes a
// few thousand hashes.
//
// SparseTree (Poseidon): needed leaves are given; a node with none of them below it is a
// pseudo-random value of (key, level, index); the others are hashed. PeriodicTree (tree D): the
// data repeats every few leaves, so each level has a short period and above the period a single
// value. Both are immutable once made and may be read by any thread.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "filecoin/porep_vanilla.h"

namespace cuzk::filecoin {

// Field elements below 2^254 that depend on the key and four numbers only.
struct PseudoRandom {
  base::Bytes32 key;

  field::Fr value(uint64_t purpose, uint64_t a = 0, uint64_t b = 0) const;
};

class SparseTree {
 public:
  // Requires: at least one leaf; arities from the leaf side, as sector.h gives them.
  SparseTree(const PseudoRandom& random, uint64_t purpose, std::vector<unsigned> arities,
             const std::map<uint64_t, field::Fr>& leaves);

  const field::Fr& root() const { return levels_.back().begin()->second; }

  // Requires: a given leaf.
  Opening open(uint64_t leaf) const;

 private:
  using Level = std::map<uint64_t, field::Fr>;

  field::Fr node(size_t level, uint64_t index) const;
  Level hash_level(size_t level) const;

  PseudoRandom random_;
  uint64_t purpose_;
  std::vector<unsigned> arities_;
  std::vector<Level> levels_;  // hashed nodes; leaves first
};

class PeriodicTree {
 public:
  // Requires: a power of two of leaves, at most 2^depth.
  PeriodicTree(std::vector<field::Fr> period, unsigned depth);

  const field::Fr& root() const { return levels_.back()[0]; }
  Opening open(uint64_t leaf) const;

 private:
  std::vector<std::vector<field::Fr>> levels_;  // one period of each level
};

}  // namespace cuzk::filecoin
