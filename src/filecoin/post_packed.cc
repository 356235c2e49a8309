// SPDX-License-Identifier: MIT OR Apache-2.0
#include "filecoin/post_packed.h"

#include <cstring>

#include "base/check.h"

namespace cuzk::filecoin {

PackedPostShape::PackedPostShape(const PostShape& shape)
    : sectors(shape.sectors),
      challenges(shape.challenges),
      levels(static_cast<unsigned>(shape.tree_arities.size())),
      siblings(0) {
  base::check(levels <= gadget::kPathLevelsMax, "trees of known depth");
  for (unsigned i = 0; i < levels; ++i) {
    arities[i] = shape.tree_arities[i];
    siblings += arities[i] - 1;
  }
}

void pack_post(const PackedPostShape& shape, std::span<const PostSectorValues> sectors, void* out) {
  base::check(sectors.size() == shape.sectors, "values have the shape");
  auto* numbers = static_cast<field::Fr*>(out);
  auto* indices = reinterpret_cast<uint8_t*>(numbers + uint64_t{shape.sectors} * shape.numbers());
  for (const PostSectorValues& sector : sectors) {
    base::check(sector.openings.size() == shape.challenges, "values have the shape");
    *numbers++ = sector.comm_r_last;
    *numbers++ = sector.comm_c;
    *numbers++ = sector.comm_r;
    for (const Opening& opening : sector.openings) {
      base::check(
          opening.siblings.size() == shape.siblings && opening.indices.size() == shape.levels,
          "values have the shape");
      *numbers++ = opening.leaf;
      std::memcpy(numbers, opening.siblings.data(), shape.siblings * sizeof(field::Fr));
      numbers += shape.siblings;
      std::memcpy(indices, opening.indices.data(), shape.levels);
      indices += shape.levels;
    }
  }
}

}  // namespace cuzk::filecoin
