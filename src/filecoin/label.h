// SPDX-License-Identifier: MIT OR Apache-2.0
// The label of a node in a layer of the stacked graph: a truncated SHA-256 of replica id, layer,
// node and the labels of the parents, repeated in turn to 37 (porep.md LBL-1, LAB-1 to LAB-3). The
// circuit proves the same 20 blocks bit by bit.
//
// Parents are six in layer 1, and fourteen above: six of the same layer, then eight of the layer
// before. Node 0 has none. Pure, callable by any thread, 20 compressions.
#pragma once

#include <cstdint>
#include <span>

#include "field/fr.h"

namespace cuzk::filecoin {

using field::Fr;

inline constexpr unsigned kLabelParents = 37;

// Layers count from 1. Requires: `parents` is empty exactly for node 0.
Fr label(const Fr& replica_id, unsigned layer, uint64_t node, std::span<const Fr> parents);

// LBL-2: the replica's node is the last label plus the data.
inline Fr encode(const Fr& last_label, const Fr& data) { return last_label + data; }

}  // namespace cuzk::filecoin
