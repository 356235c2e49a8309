// SPDX-License-Identifier: MIT OR Apache-2.0
// Nodes and paths of the three trees of a sector. Tree D over the data is binary with truncated
// SHA-256; trees C and R over columns and replica are Poseidon trees of arity 8 with at most two
// top levels of another arity (porep.md VAN-3, VAN-4, POR-5). A path is a list of levels from the
// leaf to the root; sector.h gives the arity of each.
//
// `siblings` holds the children beside the path without it, arity - 1 for each level, level after
// level; `indices` holds the position of the path among the children of each level. Pure functions,
// callable by any thread.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "field/fr.h"

namespace cuzk::filecoin {

using field::Fr;

enum class NodeHash { kSha256, kPoseidon };

// Tree D: SHA-256 of both children, truncated.
Fr tree_d_node(const Fr& left, const Fr& right);

// The parent of `children`. Requires: two children for SHA-256; 2, 4, 8 or 11 for Poseidon.
Fr merkle_node(NodeHash hash, std::span<const Fr> children);

// The leaf of trees C: Poseidon of a column of 2 or 11 labels, layer 1 first.
Fr column_hash(std::span<const Fr> labels);

// VAN-3.
Fr replica_commitment(const Fr& comm_c, const Fr& comm_r_last);

// The root that a path leads to. Requires: the three lists agree in length, and each index is below
// its arity.
Fr merkle_fold(NodeHash hash, std::span<const unsigned> arities, const Fr& leaf,
               std::span<const Fr> siblings, std::span<const uint8_t> indices);

// Digits of a leaf's number in the mixed base of the levels, least significant first, and back.
std::vector<uint8_t> path_indices(std::span<const unsigned> arities, uint64_t leaf_index);
uint64_t leaf_index(std::span<const unsigned> arities, std::span<const uint8_t> indices);

// The number of sibling values in a path.
size_t sibling_count(std::span<const unsigned> arities);

}  // namespace cuzk::filecoin
