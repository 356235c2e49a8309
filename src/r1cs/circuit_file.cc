// SPDX-License-Identifier: MIT OR Apache-2.0
#include "r1cs/circuit_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "base/digest.h"
#include "base/error.h"
#include "base/file.h"

namespace cuzk::r1cs {
namespace {

using base::BitVector;
using base::Error;
using base::ErrorCode;
using field::Fr;

static_assert(std::endian::native == std::endian::little,
              "arrays are written as they stand in memory");

constexpr std::string_view kMagic = "cuzkr1cs";
constexpr uint32_t kVersion = 2;
constexpr size_t kDigestBytes = 32;
constexpr size_t kHeaderBytes = 8 + 3 * sizeof(uint32_t);
constexpr size_t kFarBytes = 5;

uint64_t block_bytes(const Block& block) {
  uint64_t bytes = 4 * 8 + 8 + block.escapes.size() * sizeof(Escape) + 8 +
                   block.far.size() * kFarBytes + 8 + block.lent.size() * sizeof(uint32_t);
  for (const Rows& rows : block.rows) {
    bytes += 8 + rows.terms.size() * sizeof(uint32_t) + rows.lengths.size() * sizeof(uint16_t);
  }
  return bytes + 3 * ((block.aux_count + 63) / 64) * 8;
}

class Writer {
 public:
  explicit Writer(const std::filesystem::path& path) : file_(path) {}

  void bytes(std::span<const uint8_t> value) {
    file_.write(value);
    digest_.update(value);
  }
  template <class T>
  void number(T value) {
    bytes({reinterpret_cast<const uint8_t*>(&value), sizeof(T)});
  }
  template <class T>
  void array(const std::vector<T>& values) {
    bytes({reinterpret_cast<const uint8_t*>(values.data()), values.size() * sizeof(T)});
  }
  void commit() {
    file_.write(digest_.value());
    file_.commit();
  }

 private:
  base::NewFile file_;
  base::Digest digest_ = base::Digest::sha256();
};

void write_block(Writer& out, const Block& block) {
  out.number(block.repeat);
  out.number(block.aux_count);
  out.number(block.input_count);
  out.number(block.row_count);
  for (const Rows& rows : block.rows) {
    out.number<uint64_t>(rows.terms.size());
    out.array(rows.terms);
    out.array(rows.lengths);
  }
  out.number<uint64_t>(block.escapes.size());
  out.array(block.escapes);
  out.number<uint64_t>(block.far.size());
  for (const FarColumn& column : block.far) {
    out.number(column.variable);
    out.number(static_cast<uint8_t>(column.local_input | column.in_a << 1 | column.in_b << 2 |
                                    column.lent << 3));
  }
  out.number<uint64_t>(block.lent_count());
  out.array(block.lent);
  for (const BitVector* bits : {&block.in_a, &block.in_b, &block.wide}) out.array(bits->words());
}

class Reader {
 public:
  Reader(std::span<const uint8_t> bytes, std::string_view name) : rest_(bytes), name_(name) {}

  [[noreturn]] void refuse(std::string_view what) const {
    throw Error(ErrorCode::kCircuitFileDamaged,
                fmt::format("{}: {}; remove the file, it is made again", name_, what));
  }
  std::span<const uint8_t> bytes(uint64_t count) {
    if (count > rest_.size())
      refuse(fmt::format("ends early: {} bytes missing", count - rest_.size()));
    auto out = rest_.first(count);
    rest_ = rest_.subspan(count);
    return out;
  }
  template <class T>
  T number() {
    T value;
    std::memcpy(&value, bytes(sizeof(T)).data(), sizeof(T));
    return value;
  }
  template <class T>
  std::vector<T> array(uint64_t count) {
    if (count > rest_.size() / sizeof(T))
      refuse(fmt::format("an array of {} entries does not fit", count));
    std::vector<T> out(count);
    auto from = bytes(count * sizeof(T));
    if (count > 0) std::memcpy(static_cast<void*>(out.data()), from.data(), from.size());
    return out;
  }
  bool at_end() const { return rest_.empty(); }

 private:
  std::span<const uint8_t> rest_;
  std::string_view name_;
};

BitVector read_bits(Reader& in, uint64_t count) {
  BitVector out(count);
  out.words() = in.array<uint64_t>((count + 63) / 64);
  if (count % 64 != 0 && out.words().back() >> (count % 64) != 0)
    in.refuse("bits beyond the variables");
  return out;
}

// What the blocks before hold in all: far columns may refer to those variables only.
struct Totals {
  uint64_t inputs = 0, aux = 0;
};

bool has_variable(const FarColumn& column, const Block& block, const Totals& before,
                  uint64_t lent_count) {
  if (column.local_input && column.lent) return false;
  if (column.local_input) return column.variable < block.input_count;
  if (column.lent) return column.variable < lent_count;
  const bool is_aux = (column.variable & kAuxFlag) != 0;
  return (column.variable & ~kAuxFlag) < (is_aux ? before.aux : before.inputs);
}

bool is_bit(uint32_t code, const std::vector<Block>& blocks) {
  if ((code & kAuxFlag) == 0) return false;
  uint64_t index = code & ~kAuxFlag;
  for (const Block& block : blocks) {
    const uint64_t all = block.repeat * block.aux_count;
    if (index < all) return !block.wide.get(index % block.aux_count);
    index -= all;
  }
  return false;
}

void read_far(Reader& in, Block& block, const Totals& before, const std::vector<Block>& earlier) {
  uint64_t count = in.number<uint64_t>();
  if (count >= Block::kColumns) in.refuse("too many far columns");
  for (uint64_t i = 0; i < count; ++i) {
    FarColumn column{.variable = in.number<uint32_t>()};
    uint8_t flags = in.number<uint8_t>();
    column.local_input = flags & 1;
    column.in_a = flags & 2;
    column.in_b = flags & 4;
    column.lent = flags & 8;
    if (flags > 15) in.refuse(fmt::format("far column {} has unknown flags", i));
    block.far.push_back(column);
  }
  uint64_t lent_count = in.number<uint64_t>();
  if (lent_count >= Block::kColumns) in.refuse("too many lent bits");
  block.lent = in.array<uint32_t>(block.repeat * lent_count);
  for (uint32_t code : block.lent) {
    if (!is_bit(code, earlier)) in.refuse("a lent variable that is no bit of an earlier block");
  }
  for (uint64_t i = 0; i < count; ++i) {
    if (!has_variable(block.far[i], block, before, lent_count))
      in.refuse(fmt::format("far column {} has no variable", i));
  }
}

void check_columns(const Reader& in, const Block& block, uint32_t coefficients) {
  auto valid = [&](uint32_t column, uint32_t coefficient) {
    bool is_known = column < block.aux_count || Block::kColumns - 1 - column < block.far.size();
    return column < Block::kColumns && is_known && coefficient < coefficients;
  };
  for (const Escape& escape : block.escapes) {
    if (!valid(escape.column, escape.coefficient)) in.refuse("an escape without meaning");
  }
  for (const Rows& rows : block.rows) {
    uint64_t sum = 0;
    for (uint16_t length : rows.lengths) sum += length;
    if (sum != rows.terms.size()) in.refuse("row lengths that do not add up to the terms");
    for (uint32_t term : rows.terms) {
      uint32_t column = term & (Block::kColumns - 1), coefficient = term >> Block::kColumnBits;
      bool good = coefficient == Block::kEscape
                      ? column < block.escapes.size()
                      : coefficient < Block::kEscape && valid(column, coefficient);
      if (!good) in.refuse("a term without meaning");
    }
  }
}

Block read_block(Reader& in, const Totals& before, const std::vector<Block>& earlier,
                 uint32_t coefficients) {
  Block block;
  block.repeat = in.number<uint64_t>();
  block.aux_count = in.number<uint64_t>();
  block.input_count = in.number<uint64_t>();
  block.row_count = in.number<uint64_t>();
  auto small = [](uint64_t value) { return value < kAuxFlag; };
  bool fits = small(block.repeat) && block.aux_count < Block::kColumns &&
              small(block.input_count) && small(block.row_count) && block.repeat > 0 &&
              small(before.aux + block.repeat * block.aux_count) &&
              small(before.inputs + block.repeat * block.input_count);
  if (!fits) in.refuse("counts out of range");
  for (Rows& rows : block.rows) {
    rows.terms = in.array<uint32_t>(in.number<uint64_t>());
    rows.lengths = in.array<uint16_t>(block.row_count);
  }
  block.escapes = in.array<Escape>(in.number<uint64_t>());
  read_far(in, block, before, earlier);
  block.in_a = read_bits(in, block.aux_count);
  block.in_b = read_bits(in, block.aux_count);
  block.wide = read_bits(in, block.aux_count);
  check_columns(in, block, coefficients);
  return block;
}

CoefficientTable read_coefficients(Reader& in, uint32_t count) {
  CoefficientTable table;
  for (uint32_t i = 0; i < count; ++i) {
    auto value = Fr::from_bytes_le(in.bytes(32));
    bool is_new =
        value && !value->is_zero() && table.id_of(*value) == CoefficientTable::kFirstOther + i;
    if (!is_new) in.refuse(fmt::format("coefficient {} is not canonical or repeated", i));
  }
  return table;
}

}  // namespace

uint64_t circuit_file_bytes(const Circuit& circuit) {
  uint64_t bytes = kHeaderBytes + 32 * circuit.coefficients().others().size() + kDigestBytes;
  for (const Block& block : circuit.blocks()) bytes += block_bytes(block);
  return bytes;
}

void write_circuit(const Circuit& circuit, const std::filesystem::path& path) {
  Writer out(path);
  out.bytes({reinterpret_cast<const uint8_t*>(kMagic.data()), kMagic.size()});
  out.number(kVersion);
  out.number(static_cast<uint32_t>(circuit.blocks().size()));
  out.number(static_cast<uint32_t>(circuit.coefficients().others().size()));
  for (const Fr& value : circuit.coefficients().others()) out.bytes(value.to_bytes_le());
  for (const Block& block : circuit.blocks()) write_block(out, block);
  out.commit();
}

Circuit read_circuit(std::span<const uint8_t> bytes, std::string_view file_name) {
  if (bytes.size() < kHeaderBytes + kDigestBytes) Reader(bytes, file_name).refuse("too short");
  Reader in(bytes.first(bytes.size() - kDigestBytes), file_name);
  auto magic = in.bytes(kMagic.size());
  if (!std::equal(magic.begin(), magic.end(), kMagic.begin())) in.refuse("not a compiled circuit");
  uint32_t version = in.number<uint32_t>();
  if (version != kVersion) {
    throw Error(ErrorCode::kCircuitFileVersion,
                fmt::format("{}: version: expected {}, found {}; remove the file, it is made again",
                            file_name, kVersion, version));
  }
  base::Bytes32 digest = base::sha256(bytes.first(bytes.size() - kDigestBytes));
  if (!std::equal(digest.begin(), digest.end(), bytes.end() - kDigestBytes)) {
    in.refuse("its SHA-256 does not match");
  }
  uint32_t block_count = in.number<uint32_t>();
  CoefficientTable coefficients = read_coefficients(in, in.number<uint32_t>());
  std::vector<Block> blocks;
  Totals totals;
  for (uint32_t i = 0; i < block_count; ++i) {
    blocks.push_back(read_block(in, totals, blocks, coefficients.size()));
    totals.inputs += blocks.back().repeat * blocks.back().input_count;
    totals.aux += blocks.back().repeat * blocks.back().aux_count;
  }
  if (!in.at_end()) in.refuse("bytes after the last block");
  return Circuit(std::move(blocks), std::move(coefficients));
}

}  // namespace cuzk::r1cs
