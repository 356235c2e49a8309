// SPDX-License-Identifier: MIT OR Apache-2.0
#include "filecoin/post_check.h"

#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include <string>
#include <string_view>

#include "base/error.h"
#include "filecoin/merkle.h"

namespace cuzk::filecoin {
namespace {

using field::Fr;

constexpr size_t kLinesMax = 100;

using Lines = std::vector<std::string>;

std::string hex(const Fr& value) { return base::to_hex(value.to_bytes_le()); }

void compare(Lines& lines, std::string_view what, const Fr& expected, const Fr& found) {
  if (expected == found) return;
  lines.push_back(fmt::format("{}: expected {}, found {}", what, hex(expected), hex(found)));
}

// What every sector of a partition is checked against.
struct Rules {
  const PostProof& proof;
  const base::Bytes32& randomness;
  std::vector<unsigned> arities;
};

void check_opening(const Rules& rules, const PostRecord& record, size_t n, uint64_t challenge,
                   Lines& lines) {
  const Opening& opening = record.openings[n];
  const auto what = [&](std::string_view element) {
    return fmt::format("challenge {}: {}", n, element);
  };
  const uint64_t leaf = leaf_index(rules.arities, opening.indices);
  if (leaf != challenge) {
    lines.push_back(
        fmt::format("{}: expected {}, found {}", what("index of the leaf"), challenge, leaf));
  }
  compare(lines, what("root that it states"), record.comm_r_last, opening.root);
  compare(lines, what("root of leaf and path"), record.comm_r_last,
          merkle_fold(NodeHash::kPoseidon, rules.arities, opening.leaf, opening.siblings,
                      opening.indices));
}

Lines check_sector(const Rules& rules, const PostRecord& record, uint64_t sector_index) {
  Lines lines;
  compare(lines, "comm_r, the hash of comm_c and comm_r_last",
          replica_commitment(record.comm_c, record.comm_r_last), record.comm_r);
  const std::vector<uint64_t> challenges = post_challenges(
      rules.randomness, record.sector_number, sector_index,
      static_cast<unsigned>(record.openings.size()), rules.proof.sector->nodes, rules.proof.api);
  for (size_t n = 0; n < challenges.size(); ++n) {
    check_opening(rules, record, n, challenges[n], lines);
  }
  return lines;
}

bool same(const Opening& a, const Opening& b) {
  return a.leaf == b.leaf && a.root == b.root && a.siblings == b.siblings && a.indices == b.indices;
}

bool same(const PostRecord& a, const PostRecord& b) {
  return a.sector_number == b.sector_number && a.comm_r == b.comm_r && a.comm_c == b.comm_c &&
         a.comm_r_last == b.comm_r_last &&
         std::equal(a.openings.begin(), a.openings.end(), b.openings.begin(), b.openings.end(),
                    [](const Opening& x, const Opening& y) { return same(x, y); });
}

// Without repetitions of the last one.
std::span<const PostRecord> own_records(std::span<const PostRecord> records) {
  while (records.size() > 1 && same(records[records.size() - 2], records.back())) {
    records = records.first(records.size() - 1);
  }
  return records;
}

void check_order(std::span<const PostRecord> records) {
  for (size_t i = 1; i < records.size(); ++i) {
    const uint64_t before = records[i - 1].sector_number, number = records[i].sector_number;
    if (before < number) continue;
    throw base::Error(
        base::ErrorCode::kVanillaMismatch,
        fmt::format("vanilla proof {}: sector number: expected more than {}, that of the one "
                    "before, found {}; sectors come in ascending order, each once",
                    i, before, number));
  }
}

}  // namespace

void check_post_records(const PostProof& proof, const base::Bytes32& randomness, uint64_t partition,
                        std::span<const PostRecord> all) {
  const std::span<const PostRecord> records = own_records(all);
  check_order(records);
  const Rules rules{proof, randomness, tree_r_arities(*proof.sector)};
  const uint64_t first = partition * records_max(proof.kind, *proof.sector);
  std::vector<Lines> found(records.size());
  tbb::parallel_for(size_t{0}, records.size(),
                    [&](size_t i) { found[i] = check_sector(rules, records[i], first + i); });
  std::string text, further;
  size_t lines = 0, sectors = 0;
  for (size_t i = 0; i < records.size(); ++i) {
    if (found[i].empty()) continue;
    ++sectors;
    const uint64_t number = records[i].sector_number;
    if (lines >= kLinesMax) further += fmt::format("{}{}", further.empty() ? "" : ", ", number);
    for (const std::string& line : found[i]) {
      if (lines++ < kLinesMax) text += fmt::format("\nsector {}: {}", number, line);
    }
  }
  if (sectors == 0) return;
  throw base::Error(
      base::ErrorCode::kVanillaMismatch,
      fmt::format("vanilla proofs of {} of {} sectors do not hold for this randomness:{}{}{}",
                  sectors, records.size(), text,
                  further.empty() ? "" : "\nfurther sectors: ", further));
}

std::vector<Fr> post_public_inputs(const PostProof& proof, const base::Bytes32& randomness,
                                   uint64_t partition, std::span<const PostRecord> all) {
  std::vector<PostSector> sectors;
  for (const PostRecord& record : own_records(all)) {
    sectors.push_back({record.sector_number, record.comm_r});
  }
  PostStatement statement{.sector = proof.sector,
                          .api = proof.api,
                          .randomness = randomness,
                          .partition = partition,
                          .sectors_per_partition = records_max(proof.kind, *proof.sector),
                          .challenges_per_sector = openings_per_record(proof.kind),
                          .sectors = sectors};
  if (proof.kind == PostKind::kWinning) {
    // The verifier lists the sector once for each challenge (POST-37).
    statement.sectors_per_partition = statement.challenges_per_sector;
    statement.challenges_per_sector = 1;
    sectors.assign(statement.sectors_per_partition, sectors.front());
    statement.sectors = sectors;
  }
  return public_inputs(statement);
}

}  // namespace cuzk::filecoin
