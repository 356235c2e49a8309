// SPDX-License-Identifier: MIT OR Apache-2.0
// How a Merkle path is spelled in C1 JSON (porep.md FMT-5): the variant of a tree with one, two or
// three parts, and the parts with their names, from the leaf to the root. Tree D is always of one
// part; trees C and R have one for each of the base, sub and top levels of the sector table.
//
// Shared by reader and writer, so that a new sector size needs no line in either. Siblings and
// indices of an opening are the parts' levels one after the other.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "filecoin/sector.h"

namespace cuzk::filecoin {

struct C1PathPart {
  std::string_view field;  // {field: {"path": [levels]}}
  unsigned arity;
  size_t levels;
};

struct C1Tree {
  std::string_view variant;
  std::vector<C1PathPart> parts;
};

inline C1Tree c1_tree_d(const Sector& sector) {
  return {"Single", {{"path", 2, sector.log_nodes}}};
}

// Trees C and R.
inline C1Tree c1_tree_r(const Sector& sector) {
  if (sector.sub_arity == 0) return {"Single", {{"path", 8, sector.base_levels}}};
  C1Tree tree{"Sub", {{"base_proof", 8, sector.base_levels}, {"sub_proof", sector.sub_arity, 1}}};
  if (sector.top_arity != 0) {
    tree.variant = "Top";
    tree.parts.push_back({"top_proof", sector.top_arity, 1});
  }
  return tree;
}

}  // namespace cuzk::filecoin
