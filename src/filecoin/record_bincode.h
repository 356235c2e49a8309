// SPDX-License-Identifier: MIT OR Apache-2.0
// What the records of PoSt and of sector updates have in common in bincode 1 (post.md POST-60,
// POST-61): integers of fixed width, little-endian; lists begin with a count of 64 bits; 32-byte
// values stand as they are; a Merkle proof has a variant for its number of parts, and root and leaf
// stand before the path if there is one part, else behind it.
//
// A record says nothing about its size: the registered proof of the request fixes every count in it
// and its length. The reader takes the exact bytes that the writer makes and no others; what
// differs is refused with the field, the byte, what was expected and what was found, so hostile
// bytes cost no more than a right record. One pass, one thread.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "filecoin/porep_vanilla.h"

namespace cuzk::filecoin {

// A tree whose paths have one part, or a base, a sub and perhaps a top one, each with a count of
// its levels.
struct RecordTree {
  std::vector<unsigned> arities;  // leaf side first
  size_t base_levels;

  size_t parts() const { return 1 + arities.size() - base_levels; }
  bool begins_part(size_t level) const { return level == 0 || level >= base_levels; }
  uint64_t part_levels(size_t level) const { return level == 0 ? base_levels : 1; }
  uint64_t opening_bytes() const;
};

// Tree R of a sector.
RecordTree replica_record_tree(const Sector& sector);

class RecordReader {
 public:
  static constexpr uint64_t kTag = 4;    // bytes of an enumeration's variant
  static constexpr uint64_t kCount = 8;  // of a list's count, an index, a sector number
  static constexpr uint64_t kElement = 32;

  // `label` says whose record it is. Throws kRecordLength unless the bytes are as many as expected.
  RecordReader(std::span<const uint8_t> bytes, uint64_t expected_bytes, std::string_view label);

  // Requires, here and below: the fields read so far are those of the expected length.
  uint64_t number(uint64_t width);
  // `name` makes the field's name where it is needed. Throws `code`.
  template <class Name>
  void expect(const Name& name, uint64_t width, uint64_t expected, base::ErrorCode code) {
    const uint64_t found = number(width);
    if (found != expected)
      fail(code, name(), width, std::to_string(expected), std::to_string(found));
  }
  // Throws kRecordNotCanonical.
  template <class Name>
  field::Fr element(const Name& name) {
    const std::span<const uint8_t> from = take(kElement);
    if (const std::optional<field::Fr> value = field::Fr::from_bytes_le(from)) return *value;
    fail(base::ErrorCode::kRecordNotCanonical, name(), kElement,
         "a little-endian integer below the field modulus", base::to_hex(from));
  }
  // `name` is that of the Merkle proof. Throws kRecordPathShape, kRecordPathIndex,
  // kRecordNotCanonical.
  template <class Name>
  Opening opening(const Name& name, const RecordTree& tree) {
    Opening out;
    const auto field = [&](const char* part) {
      return [&name, part] { return fmt::format("{}.{}", name(), part); };
    };
    expect(field("variant"), kTag, tree.parts() - 1, base::ErrorCode::kRecordPathShape);
    const auto read_ends = [&] {
      out.root = element(field("root"));
      out.leaf = element(field("leaf"));
    };
    if (tree.parts() == 1) read_ends();
    for (size_t level = 0; level < tree.arities.size(); ++level) {
      read_level(name, tree, level, out);
    }
    if (tree.parts() != 1) read_ends();
    return out;
  }

 private:
  template <class Name>
  void read_level(const Name& name, const RecordTree& tree, size_t level, Opening& out) {
    const unsigned arity = tree.arities[level];
    const auto field = [&](const char* part) {
      return [&name, level, part] { return fmt::format("{}.path[{}].{}", name(), level, part); };
    };
    if (tree.begins_part(level)) {
      expect(field("levels from here"), kCount, tree.part_levels(level),
             base::ErrorCode::kRecordPathShape);
    }
    expect(field("number of hashes"), kCount, arity - 1, base::ErrorCode::kRecordPathShape);
    for (unsigned i = 1; i < arity; ++i) out.siblings.push_back(element(field("hashes")));
    const uint64_t index = number(kCount);
    if (index >= arity) {
      fail(base::ErrorCode::kRecordPathIndex, field("index")(), kCount,
           fmt::format("an index below {}", arity), std::to_string(index));
    }
    out.indices.push_back(static_cast<uint8_t>(index));
  }
  std::span<const uint8_t> take(uint64_t count);
  [[noreturn]] void fail(base::ErrorCode code, const std::string& field, uint64_t width,
                         const std::string& expected, const std::string& found) const;

  std::span<const uint8_t> bytes_;
  std::string_view label_;
  uint64_t at_ = 0;
};

class RecordWriter {
 public:
  void number(uint64_t value, uint64_t width);
  void element(const field::Fr& value);
  void opening(const Opening& opening, const RecordTree& tree);
  std::string take() { return std::move(out_); }

 private:
  std::string out_;
};

}  // namespace cuzk::filecoin
