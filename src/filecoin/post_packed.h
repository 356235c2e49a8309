// SPDX-License-Identifier: MIT OR Apache-2.0
// The values of a PoSt partition in one block of bytes, as a device reads them: no pointers, sizes
// from the shape alone.
//
//   for each sector: numbers | for each sector: indices
//
// Numbers are comm_r_last, comm_c and comm_r, and for each challenge the leaf and the siblings of
// its path in tree R. Indices are a byte for each level of each path. 54 MB for a 32 GiB
// WindowPoSt, 0.2 MB for a 32 GiB WinningPoSt.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "base/host_device.h"
#include "filecoin/post_circuit.h"
#include "gadget/merkle.h"

namespace cuzk::filecoin {

// The numbers of a shape, for host and device.
struct PackedPostShape {
  static constexpr unsigned kRoots = 3;

  explicit PackedPostShape(const PostShape& shape);

  CUZK_HOST_DEVICE unsigned numbers() const { return kRoots + challenges * (1 + siblings); }
  CUZK_HOST_DEVICE unsigned indices() const { return challenges * levels; }
  uint64_t bytes() const { return sectors * (numbers() * sizeof(field::Fr) + uint64_t{indices()}); }

  unsigned sectors, challenges;  // of a partition, of a sector
  unsigned levels;
  unsigned siblings;  // of a path
  std::array<unsigned, gadget::kPathLevelsMax> arities{};
};

// A sector in the block.
class PackedPostSector {
 public:
  CUZK_HOST_DEVICE PackedPostSector(const PackedPostShape& shape, const void* packed, unsigned i)
      : shape_(shape) {
    const auto* numbers = static_cast<const field::Fr*>(packed);
    const auto* indices =
        reinterpret_cast<const uint8_t*>(numbers + uint64_t{shape.sectors} * shape.numbers());
    numbers_ = numbers + uint64_t{i} * shape.numbers();
    indices_ = indices + uint64_t{i} * shape.indices();
  }

  CUZK_HOST_DEVICE const field::Fr& comm_r_last() const { return numbers_[0]; }
  CUZK_HOST_DEVICE const field::Fr& comm_c() const { return numbers_[1]; }
  CUZK_HOST_DEVICE const field::Fr& comm_r() const { return numbers_[2]; }
  CUZK_HOST_DEVICE const field::Fr& leaf(unsigned challenge) const {
    return numbers_[PackedPostShape::kRoots + challenge * (1 + shape_.siblings)];
  }
  // Refers to the shape.
  CUZK_HOST_DEVICE gadget::PathValues path(unsigned challenge) const {
    return {{shape_.arities.data(), shape_.levels},
            {indices_ + challenge * shape_.levels, shape_.levels},
            {&leaf(challenge) + 1, shape_.siblings}};
  }

 private:
  const PackedPostShape& shape_;
  const field::Fr* numbers_;
  const uint8_t* indices_;
};

// Requires: `out` has the bytes of the shape and is aligned to 8.
void pack_post(const PackedPostShape& shape, std::span<const PostSectorValues> sectors, void* out);

}  // namespace cuzk::filecoin
