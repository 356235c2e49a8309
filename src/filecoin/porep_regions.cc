// SPDX-License-Identifier: MIT OR Apache-2.0
#include "filecoin/porep_regions.h"

#include <string>

namespace cuzk::filecoin {
namespace {

const std::string kChallenge = "challenge 0/";

// Where the columns and paths begin.
const r1cs::Offset& path_offset(const r1cs::ScopeOffsets& offsets, unsigned path) {
  if (path == PackedShape::kReplicaPath) return offsets.of(kChallenge + "replica")[0];
  if (path == PackedShape::kOwnPath) return offsets.of(kChallenge + "own column")[0];
  bool is_drg = path < PackedShape::kDrgParents;
  return offsets.of(
      kChallenge +
      (is_drg ? "drg parent" : "exp parent"))[is_drg ? path : path - PackedShape::kDrgParents];
}

std::string numbered(const std::string& name, unsigned number) {
  return name + std::to_string(number);
}

void append(std::vector<WitnessRegion>& list, RegionKind kind, unsigned layer, unsigned index,
            const r1cs::Offset& offset) {
  list.push_back({kind, static_cast<uint8_t>(layer), static_cast<uint16_t>(index), offset});
}

}  // namespace

RegionList::RegionList(const PorepShape& shape, const r1cs::ScopeOffsets& offsets)
    : prologue(offsets.of("commitments")[0]), challenge_size(offsets.block_size()) {
  for (unsigned path = 0; path < paths.size(); ++path) paths[path] = path_offset(offsets, path);
  for (unsigned level = 0; level < shape.data_arities.size(); ++level) {
    append(words, RegionKind::kDataLevel, 0, level,
           level == 0 ? offsets.block_begin()
                      : offsets.of(numbered(kChallenge + "data/level ", level))[0]);
  }
  for (unsigned layer = 1; layer <= shape.layers; ++layer) {
    std::string label = numbered(kChallenge + "layer ", layer) + "/label/block ";
    for (unsigned block = 0; block < kLabelBlocks; ++block) {
      append(words, RegionKind::kLabelBlock, layer, block, offsets.of(numbered(label, block))[0]);
    }
  }
  for (unsigned layer = 1; layer <= shape.layers; ++layer) {
    unsigned parent = 0;
    for (const r1cs::Offset& offset :
         offsets.of(numbered(kChallenge + "layer ", layer) + "/parent bits")) {
      append(words, RegionKind::kParentBits, layer, parent++, offset);
    }
  }
  append(words, RegionKind::kDataIndex, 0, 0, offsets.of(kChallenge + "data")[0]);
  append(words, RegionKind::kNode, 0, 0, offsets.of(kChallenge + "challenge bits")[0]);
}

}  // namespace cuzk::filecoin
