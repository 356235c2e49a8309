// SPDX-License-Identifier: MIT OR Apache-2.0
// The ten sector sizes and all that follows from a size: the shape of its trees, the layers of its
// graph, how many challenges a partition proves. One row each (porep.md 4, PAR-1;
// groth16.md G16-402). A size that differs is a row, never a branch elsewhere.
//
// Tree D is binary over all nodes. Trees C and R have the same shape: `base_levels` levels of arity
// 8, then one of `sub_arity`, then one of `top_arity`, where 0 means that the level is absent.
//
// Rows live for the whole program; pointers to them are compared by value.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cuzk::filecoin {

struct Sector {
  const char* name;  // "32GiB"
  uint64_t bytes;
  uint64_t nodes;      // of 32 bytes
  unsigned log_nodes;  // the depth of tree D
  unsigned layers;
  unsigned base_levels;
  unsigned sub_arity;
  unsigned top_arity;
  unsigned challenges;      // in a partition, the same for every feature (PAR-2)
  unsigned partitions;      // interactive and synthetic
  unsigned ni_partitions;   // non-interactive
  unsigned window_sectors;  // in a partition of WindowPoSt
};

std::span<const Sector> sectors();

// Absent if no size has this number of bytes, or this name. "32GiB", "32 GiB" and "32gib" are the
// same name.
const Sector* find_sector(uint64_t bytes);
const Sector* find_sector(std::string_view name);

// Arity of each level of a path from the leaf to the root.
std::vector<unsigned> tree_d_arities(const Sector& sector);
std::vector<unsigned> tree_r_arities(const Sector& sector);  // tree C too

// "8-8-0", as in the names of parameter files.
std::string tree_shape(const Sector& sector);

}  // namespace cuzk::filecoin
