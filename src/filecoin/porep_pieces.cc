// SPDX-License-Identifier: MIT OR Apache-2.0
#include "filecoin/porep_pieces.h"

#include <string>

namespace cuzk::filecoin {
namespace {

const std::string kChallenge = "challenge 0/";

// The scope of a path or of its column, and which of several of this name it is.
struct PathScope {
  std::string column;  // empty for the replica
  std::string path;
  unsigned occurrence = 0;
};

PathScope path_scope(unsigned path) {
  if (path == PackedShape::kReplicaPath) return {"", kChallenge + "replica"};
  if (path == PackedShape::kOwnPath) {
    return {kChallenge + "own column", kChallenge + "own column/path"};
  }
  bool drg = path < PackedShape::kDrgParents;
  std::string column = kChallenge + (drg ? "drg parent" : "exp parent");
  return {column, column + "/path", drg ? path : path - PackedShape::kDrgParents};
}

std::string numbered(const std::string& name, unsigned number) {
  return name + std::to_string(number);
}

void append(std::vector<Piece>& list, PieceKind kind, unsigned group, unsigned index,
            const r1cs::Place& place) {
  list.push_back({kind, static_cast<uint8_t>(group), static_cast<uint16_t>(index), place});
}

}  // namespace

PieceList::PieceList(const PorepShape& shape, const r1cs::ScopePlaces& places)
    : challenge_size(places.block_size()) {
  append(hashes, PieceKind::kPrologue, 0, 0, places.of("commitments")[0]);
  for (unsigned path = 0; path < PackedShape::kPaths; ++path) {
    PathScope scope = path_scope(path);
    if (scope.column.empty()) continue;
    append(hashes, PieceKind::kColumn, path, 0, places.of(scope.column)[scope.occurrence]);
  }
  for (unsigned path = 0; path < PackedShape::kPaths; ++path) {
    PathScope scope = path_scope(path);
    for (unsigned level = 0; level < shape.tree_arities.size(); ++level) {
      append(hashes, PieceKind::kPathLevel, path, level,
             places.of(numbered(scope.path + "/level ", level))[scope.occurrence]);
    }
  }
  for (unsigned path = 0; path < PackedShape::kPaths; ++path) {
    PathScope scope = path_scope(path);
    append(hashes, PieceKind::kPathIndex, path, 0, places.of(scope.path)[scope.occurrence]);
  }
  append(hashes, PieceKind::kDataIndex, 0, 0, places.of(kChallenge + "data")[0]);

  for (unsigned level = 0; level < shape.data_arities.size(); ++level) {
    append(words, PieceKind::kDataLevel, 0, level,
           level == 0 ? places.block_begin()
                      : places.of(numbered(kChallenge + "data/level ", level))[0]);
  }
  for (unsigned layer = 1; layer <= shape.layers; ++layer) {
    std::string label = numbered(kChallenge + "layer ", layer) + "/label/block ";
    for (unsigned block = 0; block < kLabelBlocks; ++block) {
      append(words, PieceKind::kLabelBlock, layer, block, places.of(numbered(label, block))[0]);
    }
  }
  for (unsigned layer = 1; layer <= shape.layers; ++layer) {
    unsigned parent = 0;
    for (const r1cs::Place& place :
         places.of(numbered(kChallenge + "layer ", layer) + "/parent bits")) {
      append(words, PieceKind::kParentBits, layer, parent++, place);
    }
  }
  append(words, PieceKind::kNode, 0, 0, places.of(kChallenge + "challenge bits")[0]);
}

}  // namespace cuzk::filecoin
