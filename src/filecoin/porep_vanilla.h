// SPDX-License-Identifier: MIT OR Apache-2.0
// The vanilla proof of a sealed sector (porep.md 6.2) as plain values: what the stacked
// circuit reads (FMT-6) and what the statement check compares beforehand (SYN-7), and nothing else.
// The parents inside the labelling and encoding proofs are not kept: they are columns' rows again
// (LAB-3).
//
// Filled by the C1 reader or by the synthetic sector; shapes follow the sector table (porep.md
// 4): the reader and the generator guarantee them, nobody below checks them again.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/bytes.h"
#include "field/fr.h"
#include "filecoin/seal_proof.h"

namespace cuzk::filecoin {

// A leaf opened in a Merkle tree. Levels go from the leaf to the root: base levels, then sub, then
// top. A level of arity a has a - 1 siblings in child order; the running node stands at position
// `indices[level]` among them.
struct Opening {
  field::Fr leaf{};
  field::Fr root{};
  std::vector<field::Fr> siblings;
  std::vector<uint8_t> indices;
};

// The labels of one node in all layers, layer 1 first, and its path in tree C.
struct ColumnOpening {
  uint64_t node = 0;
  std::vector<field::Fr> rows;
  Opening path;
};

struct ChallengeProof {
  uint64_t node = 0;
  Opening data;          // tree D, root comm_d
  Opening replica;       // tree R, root comm_r_last
  ColumnOpening column;  // tree C, root comm_c, of the challenged node itself
  std::array<ColumnOpening, 6> drg_parents;
  std::array<ColumnOpening, 8> exp_parents;
};

struct SealCommitOne {
  const SealProof* proof = nullptr;
  field::Fr comm_r{};
  field::Fr comm_d{};
  field::Fr replica_id{};
  base::Bytes32 seed{};
  base::Bytes32 ticket{};
  std::optional<uint64_t> sector_number;                // stated by the wrapper only
  std::vector<std::vector<ChallengeProof>> partitions;  // partition, then challenge
};

// The parents' labels that the label of this layer hashes, before repetition: six, above layer 1
// fourteen (LAB-3). Requires: 1 <= layer <= L.
std::vector<field::Fr> parent_labels(const ChallengeProof& proof, unsigned layer);

}  // namespace cuzk::filecoin
