// SPDX-License-Identifier: MIT OR Apache-2.0
// The values of a partition in one block of bytes, as a device reads them: no pointers, sizes from
// the shape alone.
//
//   roots | for each challenge: numbers | for each challenge: node | for each challenge: indices
//
// Numbers are leaf and siblings of the path in tree D, the rows of the fourteen parents' columns,
// and the siblings of sixteen paths: those of the parents in tree C, of the challenge's own column
// in tree C, and of its replica in tree R. Indices are a byte for each level of the seventeen
// paths, in the same order. 0.8 MB for a 32 GiB partition.
#pragma once

#include <array>
#include <cstdint>

#include "base/host_device.h"
#include "filecoin/porep_circuit.h"
#include "gadget/merkle.h"

namespace cuzk::filecoin {

// The numbers of a shape, for host and device.
struct PackedShape {
  static constexpr unsigned kDrgParents = 6;
  static constexpr unsigned kParents = 14;
  static constexpr unsigned kOwnPath = kParents;
  static constexpr unsigned kReplicaPath = kParents + 1;
  static constexpr unsigned kPaths = kParents + 2;
  static constexpr unsigned kLayersMax = 11;

  explicit PackedShape(const PorepShape& shape);

  CUZK_HOST_DEVICE uint64_t numbers() const {
    return 1 + data_levels + kParents * layers + kPaths * siblings;
  }
  CUZK_HOST_DEVICE uint64_t indices() const { return data_levels + kPaths * tree_levels; }
  uint64_t bytes() const {
    return sizeof(PorepRoots) + challenges * (numbers() * sizeof(field::Fr) + 8 + indices());
  }

  unsigned challenges, layers, data_levels, tree_levels;
  unsigned siblings;                                       // of a path in tree C or R
  std::array<unsigned, gadget::kPathLevelsMax> arities{};  // of trees C and R
};

// A challenge in the block.
class PackedChallenge {
 public:
  CUZK_HOST_DEVICE PackedChallenge(const PackedShape& shape, const void* packed, unsigned i)
      : shape_(shape) {
    const auto* numbers =
        reinterpret_cast<const field::Fr*>(static_cast<const PorepRoots*>(packed) + 1);
    const auto* nodes =
        reinterpret_cast<const uint64_t*>(numbers + shape.challenges * shape.numbers());
    const auto* indices = reinterpret_cast<const uint8_t*>(nodes + shape.challenges);
    numbers_ = numbers + i * shape.numbers();
    node_ = nodes + i;
    indices_ = indices + i * shape.indices();
  }

  CUZK_HOST_DEVICE const field::Fr& leaf() const { return numbers_[0]; }
  CUZK_HOST_DEVICE const field::Fr* data_siblings() const { return numbers_ + 1; }
  CUZK_HOST_DEVICE const uint8_t* data_indices() const { return indices_; }
  CUZK_HOST_DEVICE std::span<const field::Fr> rows(unsigned parent) const {
    return {all_rows() + parent * shape_.layers, shape_.layers};
  }
  // The rows of all parents, one parent after the other.
  CUZK_HOST_DEVICE const field::Fr* all_rows() const {
    return data_siblings() + shape_.data_levels;
  }
  // In tree C or R. Refers to the shape.
  CUZK_HOST_DEVICE gadget::PathValues path(unsigned path) const {
    const field::Fr* siblings = all_rows() + PackedShape::kParents * shape_.layers;
    const uint8_t* indices = indices_ + shape_.data_levels;
    return {{shape_.arities.data(), shape_.tree_levels},
            {indices + path * shape_.tree_levels, shape_.tree_levels},
            {siblings + path * shape_.siblings, shape_.siblings}};
  }
  CUZK_HOST_DEVICE uint64_t node() const { return *node_; }

 private:
  const PackedShape& shape_;
  const field::Fr* numbers_;
  const uint64_t* node_;
  const uint8_t* indices_;
};

// Requires: `out` has the bytes of the shape and is aligned to 8.
void pack_porep(const PackedShape& shape, const PorepValues& values, void* out);

}  // namespace cuzk::filecoin
