// SPDX-License-Identifier: MIT OR Apache-2.0
#include "filecoin/post_circuit.h"

#include <algorithm>

#include "base/check.h"
#include "filecoin/merkle.h"
#include "filecoin/post_definition.h"
#include "r1cs/recorder.h"
#include "r1cs/row_namer.h"

namespace cuzk::filecoin {
namespace {

using field::Fr;

// Values of the right shape for the back ends that ignore values.
template <class B>
void run_blank(B& b, const PostShape& shape) {
  const Opening blank{.siblings = std::vector<Fr>(sibling_count(shape.tree_arities), Fr::zero()),
                      .indices = std::vector<uint8_t>(shape.tree_arities.size(), 0)};
  const std::vector<Opening> openings(shape.challenges, blank);
  const std::vector<PostSectorValues> sectors(shape.sectors, {.openings = openings});
  post_text<B>(b, shape, sectors);
}

}  // namespace

PostShape post_shape(PostKind kind, const Sector& sector) {
  const unsigned openings = openings_per_record(kind);
  if (kind == PostKind::kWindow) {
    return {.sectors = sector.window_sectors,
            .challenges = openings,
            .tree_arities = tree_r_arities(sector)};
  }
  return {.sectors = openings, .challenges = 1, .tree_arities = tree_r_arities(sector)};
}

void check_shape(const PostShape& shape, std::span<const PostSectorValues> sectors) {
  base::check(shape.tree_arities.size() <= gadget::kPathLevelsMax, "levels of the known trees");
  for (unsigned arity : shape.tree_arities) {
    base::check(arity == 2 || arity == 4 || arity == 8, "trees have arity 2, 4 or 8");
  }
  const size_t siblings = sibling_count(shape.tree_arities);
  base::check(sectors.size() == shape.sectors, "a partition has all its sectors");
  for (const PostSectorValues& sector : sectors) {
    base::check(sector.openings.size() == shape.challenges, "a sector has all its openings");
    for (const Opening& opening : sector.openings) {
      base::check(opening.siblings.size() == siblings, "a path has all its siblings");
      base::check(opening.indices.size() == shape.tree_arities.size(),
                  "a path has all its indices");
    }
  }
}

std::vector<PostSectorValues> post_values(PostKind kind, const PostShape& shape,
                                          std::span<const PostRecord> records) {
  std::vector<PostSectorValues> sectors;
  for (size_t i = 0; i < shape.sectors; ++i) {
    const PostRecord& record = records[std::min(i, records.size() - 1)];
    const std::span<const Opening> openings = record.openings;
    sectors.push_back({record.comm_r, record.comm_c, record.comm_r_last,
                       kind == PostKind::kWindow ? openings : openings.subspan(i, 1)});
  }
  return sectors;
}

r1cs::ScopeOffsets post_offsets(const PostShape& shape) {
  r1cs::ScopeOffsets offsets;
  run_blank(offsets, shape);
  return offsets;
}

r1cs::Circuit compile_post(const PostShape& shape, unsigned checked_blocks) {
  return r1cs::record([&](r1cs::Recorder& b) { run_blank(b, shape); }, checked_blocks);
}

r1cs::Assignment post_witness(const PostShape& shape, std::span<const PostSectorValues> sectors) {
  r1cs::WitnessWriter writer;
  post_text(writer, shape, sectors);
  return writer.take();
}

std::optional<r1cs::BrokenRow> check_post(const PostShape& shape,
                                          std::span<const PostSectorValues> sectors) {
  r1cs::Checker checker;
  post_text(checker, shape, sectors);
  return checker.broken();
}

std::string post_row_name(const PostShape& shape, uint64_t row) {
  r1cs::RowNamer namer(row);
  run_blank(namer, shape);
  return namer.name();
}

}  // namespace cuzk::filecoin
