// SPDX-License-Identifier: MIT OR Apache-2.0
#include "filecoin/sector.h"

#include <fmt/format.h>

namespace cuzk::filecoin {
namespace {

constexpr Sector kSectors[] = {
#include "filecoin/sectors.inc"
};

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// Lower case, without the one space that may stand between number and unit.
std::string normalised(std::string_view name) {
  std::string out;
  for (size_t i = 0; i < name.size(); ++i) {
    const bool before_unit = i > 0 && name[i - 1] >= '0' && name[i - 1] <= '9' &&
                             i + 1 < name.size() && lower(name[i + 1]) >= 'a';
    if (name[i] != ' ' || !before_unit) out += lower(name[i]);
  }
  return out;
}

}  // namespace

std::span<const Sector> sectors() { return kSectors; }

const Sector* find_sector(uint64_t bytes) {
  for (const Sector& sector : kSectors) {
    if (sector.bytes == bytes) return &sector;
  }
  return nullptr;
}

const Sector* find_sector(std::string_view name) {
  const std::string wanted = normalised(name);
  for (const Sector& sector : kSectors) {
    if (normalised(sector.name) == wanted) return &sector;
  }
  return nullptr;
}

std::vector<unsigned> tree_d_arities(const Sector& sector) {
  return std::vector<unsigned>(sector.log_nodes, 2);
}

std::vector<unsigned> tree_r_arities(const Sector& sector) {
  std::vector<unsigned> arities(sector.base_levels, 8);
  if (sector.sub_arity != 0) arities.push_back(sector.sub_arity);
  if (sector.top_arity != 0) arities.push_back(sector.top_arity);
  return arities;
}

std::string tree_shape(const Sector& sector) {
  return fmt::format("8-{}-{}", sector.sub_arity, sector.top_arity);
}

}  // namespace cuzk::filecoin
