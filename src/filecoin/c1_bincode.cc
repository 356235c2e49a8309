// SPDX-License-Identifier: MIT OR Apache-2.0
#include "filecoin/c1_bincode.h"

#include <fmt/format.h>

#include "base/bytes.h"
#include "base/error.h"
#include "filecoin/c1_tree.h"
#include "filecoin/label.h"

namespace cuzk::filecoin {
namespace {

using base::Error;
using base::ErrorCode;
using field::Fr;

constexpr uint64_t kCount = 8;  // bytes of a list's count, and of an index
constexpr uint64_t kElement = 32;
constexpr uint64_t kVariant = 4;  // also of a layer, and of a column's node

uint64_t opening_bytes(const C1Tree& tree) {
  uint64_t bytes = kVariant + 2 * kElement;
  for (const C1PathPart& part : tree.parts) {
    bytes += kCount + part.levels * (kCount + (part.arity - 1) * kElement + kCount);
  }
  return bytes;
}

uint64_t file_bytes(const Sector& sector, uint64_t partitions) {
  const uint64_t tree_r = opening_bytes(c1_tree_r(sector));
  const uint64_t column = kVariant + kCount + sector.layers * kElement + tree_r;
  const uint64_t columns = column + (kCount + 6 * column) + (kCount + 8 * column);
  const uint64_t labeling = kCount + kLabelParents * kElement + kVariant + kCount;
  const uint64_t challenge = opening_bytes(c1_tree_d(sector)) + tree_r + columns +
                             (kCount + sector.layers * labeling) + labeling;
  return kCount + partitions * (kCount + sector.challenges * challenge) + 5 * kElement;
}

class BincodeReader {
 public:
  BincodeReader(std::span<const uint8_t> bytes, const SealProof& proof, std::string_view file)
      : bytes_(bytes),
        proof_(proof),
        sector_(*proof.sector),
        tree_d_(c1_tree_d(sector_)),
        tree_r_(c1_tree_r(sector_)),
        file_(file) {}

  SealCommitOne read();

 private:
  [[noreturn]] void fail(ErrorCode code, std::string_view field, const std::string& expected,
                         const std::string& found) const {
    throw Error(code, fmt::format("{}: {} before byte {}: expected {}, found {}; the file is "
                                  "damaged or of another kind",
                                  file_, field, at_, expected, found));
  }
  std::span<const uint8_t> take(uint64_t bytes) {
    const auto out = bytes_.subspan(at_, bytes);
    at_ += bytes;
    return out;
  }
  uint64_t number(std::string_view field, uint64_t bytes, uint64_t limit) {
    uint64_t value = 0;
    const auto from = take(bytes);
    for (size_t i = from.size(); i-- > 0;) value = value << 8 | from[i];
    if (value < limit) return value;
    fail(ErrorCode::kC1BadNumber, field, fmt::format("a number below {}", limit),
         std::to_string(value));
  }
  void expect(std::string_view field, uint64_t bytes, uint64_t expected, ErrorCode code) {
    const uint64_t found = number(field, bytes, UINT64_MAX);
    if (found != expected) fail(code, field, std::to_string(expected), std::to_string(found));
  }
  base::Bytes32 bytes32() {
    base::Bytes32 out;
    const auto from = take(out.size());
    std::copy(from.begin(), from.end(), out.begin());
    return out;
  }
  Fr element(std::string_view field) {
    const base::Bytes32 bytes = bytes32();
    if (const std::optional<Fr> value = Fr::from_bytes_le(bytes)) return *value;
    fail(ErrorCode::kC1NotCanonical, field, "a little-endian integer below the field modulus",
         base::to_hex(bytes));
  }
  Fr not_zero(std::string_view field) {
    const Fr value = element(field);
    if (value.is_zero()) fail(ErrorCode::kC1ZeroValue, field, "a value other than zero", "zero");
    return value;
  }

  Opening read_opening(std::string_view field, const C1Tree& tree);
  ColumnOpening read_column(std::string_view field);
  uint64_t read_labeling_proof(std::string_view field, uint64_t layer);
  ChallengeProof read_challenge();

  std::span<const uint8_t> bytes_;
  const SealProof& proof_;
  const Sector& sector_;
  const C1Tree tree_d_, tree_r_;
  std::string_view file_;
  uint64_t at_ = 0;
};

Opening BincodeReader::read_opening(std::string_view field, const C1Tree& tree) {
  Opening out;
  const bool single = tree.parts.size() == 1;
  expect(field, kVariant, tree.parts.size() - 1, ErrorCode::kC1PathShape);
  const auto read_ends = [&] {
    out.root = element(field);
    out.leaf = element(field);
  };
  if (single) read_ends();
  for (const C1PathPart& part : tree.parts) {
    expect(field, kCount, part.levels, ErrorCode::kC1PathShape);
    for (size_t level = 0; level < part.levels; ++level) {
      expect(field, kCount, part.arity - 1, ErrorCode::kC1PathShape);
      for (unsigned i = 1; i < part.arity; ++i) out.siblings.push_back(element(field));
      const uint64_t index = number(field, kCount, UINT64_MAX);
      if (index >= part.arity) {
        fail(ErrorCode::kC1PathIndex, field, fmt::format("an index below {}", part.arity),
             std::to_string(index));
      }
      out.indices.push_back(static_cast<uint8_t>(index));
    }
  }
  if (!single) read_ends();
  return out;
}

ColumnOpening BincodeReader::read_column(std::string_view field) {
  ColumnOpening out;
  out.node = number(field, kVariant, sector_.nodes);
  expect(field, kCount, sector_.layers, ErrorCode::kC1LayerCount);
  for (unsigned i = 0; i < sector_.layers; ++i) out.rows.push_back(element(field));
  out.path = read_opening(field, tree_r_);
  return out;
}

uint64_t BincodeReader::read_labeling_proof(std::string_view field, uint64_t layer) {
  expect(field, kCount, kLabelParents, ErrorCode::kC1ParentCount);
  take(kLabelParents * kElement);
  expect(field, kVariant, layer, ErrorCode::kC1BadNumber);
  return number(field, kCount, sector_.nodes);
}

ChallengeProof BincodeReader::read_challenge() {
  ChallengeProof out;
  out.data = read_opening("comm_d_proofs", tree_d_);
  out.replica = read_opening("comm_r_last_proof", tree_r_);
  out.column = read_column("c_x");
  expect("drg_parents", kCount, out.drg_parents.size(), ErrorCode::kC1ParentCount);
  for (ColumnOpening& parent : out.drg_parents) parent = read_column("drg_parents");
  expect("exp_parents", kCount, out.exp_parents.size(), ErrorCode::kC1ParentCount);
  for (ColumnOpening& parent : out.exp_parents) parent = read_column("exp_parents");
  expect("labeling_proofs", kCount, sector_.layers, ErrorCode::kC1LayerCount);
  for (unsigned layer = 1; layer <= sector_.layers + 1; ++layer) {
    const bool last = layer > sector_.layers;
    const uint64_t node = read_labeling_proof(last ? "encoding_proof" : "labeling_proofs",
                                              last ? sector_.layers : layer);
    if (layer == 1) out.node = node;
    if (node == out.node) continue;
    fail(ErrorCode::kC1BadNumber, "node",
         fmt::format("{} as in the first labeling proof", out.node), std::to_string(node));
  }
  return out;
}

SealCommitOne BincodeReader::read() {
  SealCommitOne out;
  out.proof = &proof_;
  out.partitions.resize(number("partitions", kCount, UINT64_MAX));
  for (std::vector<ChallengeProof>& partition : out.partitions) {
    expect("challenges", kCount, sector_.challenges, ErrorCode::kC1ChallengeCount);
    partition.reserve(sector_.challenges);
    for (unsigned i = 0; i < sector_.challenges; ++i) partition.push_back(read_challenge());
  }
  out.comm_r = not_zero("comm_r");
  out.comm_d = not_zero("comm_d");
  out.replica_id = element("replica_id");
  out.seed = bytes32();
  if (out.seed == base::Bytes32{}) {
    fail(ErrorCode::kC1ZeroValue, "seed", "a value other than zero", "zero");
  }
  out.ticket = bytes32();
  return out;
}

}  // namespace

const SealProof* bincode_c1_proof(std::span<const uint8_t> bytes) {
  if (bytes.size() < kCount) return nullptr;
  for (const SealProof& proof : seal_proofs()) {
    const Sector& sector = *proof.sector;
    if (proof.api != ApiVersion::k1_1_0 || proof.feature != Feature::kNone) continue;
    if (bytes.size() != file_bytes(sector, sector.partitions)) continue;
    bool counted = true;  // the number of partitions, little-endian
    for (size_t i = 0; i < kCount; ++i) {
      counted = counted && bytes[i] == (uint64_t{sector.partitions} >> (8 * i) & 0xff);
    }
    if (counted) return &proof;
  }
  return nullptr;
}

SealCommitOne read_bincode_c1(std::span<const uint8_t> bytes, const SealProof& proof,
                              std::string_view file_name) {
  return BincodeReader(bytes, proof, file_name).read();
}

}  // namespace cuzk::filecoin
