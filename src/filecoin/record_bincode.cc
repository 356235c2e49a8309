// SPDX-License-Identifier: MIT OR Apache-2.0
#include "filecoin/record_bincode.h"

#include "base/bytes.h"
#include "base/check.h"
#include "filecoin/merkle.h"

namespace cuzk::filecoin {

using base::Error;
using base::ErrorCode;
using field::Fr;

uint64_t RecordTree::opening_bytes() const {
  return RecordReader::kTag + 2 * RecordReader::kElement + parts() * RecordReader::kCount +
         arities.size() * 2 * RecordReader::kCount +
         sibling_count(arities) * RecordReader::kElement;
}

RecordTree replica_record_tree(const Sector& sector) {
  return {tree_r_arities(sector), sector.base_levels};
}

RecordReader::RecordReader(std::span<const uint8_t> bytes, uint64_t expected_bytes,
                           std::string_view label)
    : bytes_(bytes), label_(label) {
  if (bytes.size() == expected_bytes) return;
  throw Error(ErrorCode::kRecordLength,
              fmt::format("{}: length: expected {} bytes, found {}; the record is cut off or of "
                          "another sector size",
                          label, expected_bytes, bytes.size()));
}

void RecordReader::fail(ErrorCode code, const std::string& field, uint64_t width,
                        const std::string& expected, const std::string& found) const {
  throw Error(code, fmt::format("{}: {}, byte {}: expected {}, found {}; the record is damaged or "
                                "of another kind or size",
                                label_, field, at_ - width, expected, found));
}

std::span<const uint8_t> RecordReader::take(uint64_t count) {
  base::check(count <= bytes_.size() - at_, "the record has the length of its shape");
  const auto out = bytes_.subspan(at_, count);
  at_ += count;
  return out;
}

uint64_t RecordReader::number(uint64_t width) {
  uint64_t value = 0;
  const auto from = take(width);
  for (size_t i = from.size(); i-- > 0;) value = value << 8 | from[i];
  return value;
}

void RecordWriter::number(uint64_t value, uint64_t width) {
  for (unsigned i = 0; i < width; ++i) out_ += static_cast<char>(value >> (8 * i));
}

void RecordWriter::element(const Fr& value) {
  const base::Bytes32 bytes = value.to_bytes_le();
  out_.append(bytes.begin(), bytes.end());
}

void RecordWriter::opening(const Opening& opening, const RecordTree& tree) {
  number(tree.parts() - 1, RecordReader::kTag);
  const auto write_ends = [&] {
    element(opening.root);
    element(opening.leaf);
  };
  if (tree.parts() == 1) write_ends();
  size_t sibling = 0;
  for (size_t level = 0; level < tree.arities.size(); ++level) {
    if (tree.begins_part(level)) number(tree.part_levels(level), RecordReader::kCount);
    number(tree.arities[level] - 1, RecordReader::kCount);
    for (unsigned i = 1; i < tree.arities[level]; ++i) element(opening.siblings[sibling++]);
    number(opening.indices[level], RecordReader::kCount);
  }
  if (tree.parts() != 1) write_ends();
}

}  // namespace cuzk::filecoin
