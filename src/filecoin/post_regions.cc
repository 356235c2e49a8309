// SPDX-License-Identifier: MIT OR Apache-2.0
#include "filecoin/post_regions.h"

#include <string>

namespace cuzk::filecoin {

PostRegionList::PostRegionList(const PostShape& shape, const r1cs::ScopeOffsets& offsets)
    : commitments(offsets.of("sector 0/commitments")[0]), sector_size(offsets.block_size()) {
  for (unsigned i = 0; i < shape.challenges; ++i) {
    paths.push_back(offsets.of("sector 0/challenge " + std::to_string(i))[0]);
  }
}

}  // namespace cuzk::filecoin
