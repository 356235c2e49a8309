// SPDX-License-Identifier: MIT OR Apache-2.0
#include "r1cs/device_rows.h"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <unordered_map>

#include "base/check.h"
#include "gpu/arena.h"
#include "r1cs/gpu_tuning.h"

namespace cuzk::r1cs {
namespace {

using base::check;

struct Entry {
  uint32_t column;
  uint32_t coefficient;
};

// Reads the rows of a block's matrix one after another.
class RowReader {
 public:
  RowReader(const Block& block, Matrix matrix)
      : block_(block), rows_(block.rows[static_cast<size_t>(matrix)]) {}

  const std::vector<Entry>& next() {
    entries_.clear();
    for (unsigned left = rows_.lengths[row_++]; left > 0; --left) {
      uint32_t term = rows_.terms[term_++];
      Entry entry{term & (Block::kColumns - 1), term >> Block::kColumnBits};
      if (entry.coefficient == Block::kEscape) {
        const Escape& escape = block_.escapes[entry.column];
        entry = {escape.column, escape.coefficient};
      }
      entries_.push_back(entry);
    }
    return entries_;
  }

 private:
  const Block& block_;
  const Rows& rows_;
  uint64_t row_ = 0, term_ = 0;
  std::vector<Entry> entries_;
};

// The value as a signed integer of at most kSmallMax in magnitude; 0 for all others.
int32_t small_integer(const Fr& value) {
  auto magnitude = [](const Fr& x) -> int32_t {
    auto limbs = x.canonical();
    bool fits = limbs[0] <= kSmallMax && (limbs[1] | limbs[2] | limbs[3]) == 0;
    return fits ? static_cast<int32_t>(limbs[0]) : 0;
  };
  int32_t positive = magnitude(value);
  return positive != 0 ? positive : -magnitude(-value);
}

const FarColumn& far_column(const Block& block, uint32_t column) {
  return block.far[Block::kColumns - 1 - column];
}

// Whether the column is ONE in all repetitions.
bool is_one(const Block& block, uint32_t column) {
  if (column < block.aux_count) return false;
  const FarColumn& far = far_column(block, column);
  if (far.lent) return false;
  return block.far_variable(far, 0) == 0 && (!far.local_input || block.repeat == 1);
}

class Recoder {
 public:
  Recoder(const Circuit& circuit, StoredMatrices stored, DeviceRows& out)
      : circuit_(circuit), stored_(stored), out_(out) {
    out_.patterns.push_back(0);
    for (uint32_t id = 0; id < circuit.coefficients().size(); ++id) {
      out_.coefficients.push_back({circuit.coefficients()[id]});
      small_.push_back(small_integer(circuit.coefficients()[id]));
    }
    out_.multiples.resize(2 * kMultipleMax + 1);
    Fr multiple = -Fr::from_u64(kMultipleMax);
    for (Fr& slot : out_.multiples) {
      slot = multiple;
      multiple += Fr::one();
    }
  }

  void add_block(const Block& block);

 private:
  // Absent if the row is not small.
  std::optional<uint64_t> small_word(const Block& block, const std::vector<Entry>& entries);
  std::optional<uint64_t> pattern_of(const std::array<int32_t, 4>& factors);
  void add_general_row(const Block& block, uint64_t row, const std::vector<Entry>& a,
                       const std::vector<Entry>& b);
  GeneralTerm general_term(const Block& block, const Entry& entry) const;
  GeneralTerm far_term(const Block& block, const FarColumn& column, uint32_t coefficient) const;
  uint32_t term_count() const { return static_cast<uint32_t>(out_.terms.size()); }

  const Circuit& circuit_;
  StoredMatrices stored_;
  DeviceRows& out_;
  std::vector<int32_t> small_;  // by coefficient id
  std::unordered_map<uint32_t, uint64_t> pattern_ids_;
  std::vector<GeneralRow> long_rows_;
};

void Recoder::add_block(const Block& block) {
  if (block.row_count == 0) return;
  RowBlock head{.repeat = static_cast<uint32_t>(block.repeat),
                .first_row = static_cast<uint32_t>(block.first_row),
                .row_count = static_cast<uint32_t>(block.row_count),
                .first_aux = static_cast<uint32_t>(block.first_aux),
                .aux_count = static_cast<uint32_t>(block.aux_count),
                .wide_count = static_cast<uint32_t>(block.wide_count()),
                .input_count = static_cast<uint32_t>(block.input_count),
                .small_begin = static_cast<uint32_t>(out_.small[0].size()),
                .rows_begin = static_cast<uint32_t>(out_.rows.size()),
                .long_rows_begin = 0,
                .rows_end = 0,
                .lent_begin = static_cast<uint32_t>(out_.lent.size()),
                .lent_count = static_cast<uint32_t>(block.lent_count())};
  for (uint32_t variable : block.lent) out_.lent.push_back(variable & ~kAuxFlag);
  long_rows_.clear();
  for (auto& words : out_.small) words.reserve(words.size() + block.row_count);
  const bool has_a = stored_ == StoredMatrices::kAB;
  const std::vector<Entry> none;
  RowReader a_reader(block, Matrix::kA), b_reader(block, has_a ? Matrix::kB : Matrix::kC);
  for (uint64_t row = 0; row < block.row_count; ++row) {
    const std::vector<Entry>& a = has_a ? a_reader.next() : none;
    const std::vector<Entry>& b = b_reader.next();
    std::optional<uint64_t> a_word = small_word(block, a), b_word = small_word(block, b);
    bool is_small = a_word && b_word;
    out_.small[0].push_back(is_small ? *a_word : 0);
    out_.small[1].push_back(is_small ? *b_word : 0);
    if (!is_small) add_general_row(block, row, a, b);
  }
  head.long_rows_begin = static_cast<uint32_t>(out_.rows.size());
  out_.rows.insert(out_.rows.end(), long_rows_.begin(), long_rows_.end());
  head.rows_end = static_cast<uint32_t>(out_.rows.size());
  out_.blocks.push_back(head);
}

std::optional<uint64_t> Recoder::small_word(const Block& block, const std::vector<Entry>& entries) {
  if (entries.empty()) return 0;
  std::array<int32_t, 4> factors{};  // constant, coefficients 1 to 3
  uint64_t word = 0;
  uint32_t last = 0;
  unsigned bits = 0;
  int32_t magnitude = 0;
  for (const Entry& entry : entries) {
    int32_t factor = small_[entry.coefficient];
    magnitude += std::abs(factor);
    if (factor == 0 || magnitude > kSmallMax) return std::nullopt;
    if (is_one(block, entry.column)) {
      factors[0] = factor;
      continue;
    }
    bool is_bit = entry.column < block.aux_count && !block.wide.get(entry.column);
    uint32_t gap = entry.column - last;  // columns ascend
    if (!is_bit || bits == 3 || (bits > 0 && gap > SmallRow::kGapMax)) return std::nullopt;
    unsigned shift = bits == 0 ? 0 : SmallRow::kColumnBits + (bits - 1) * SmallRow::kGapBits;
    word |= uint64_t{gap} << shift;
    factors[++bits] = factor;
    last = entry.column;
  }
  if (bits == 0) return std::nullopt;
  std::optional<uint64_t> pattern = pattern_of(factors);
  if (!pattern) return std::nullopt;
  return word | *pattern << SmallRow::kPatternShift;
}

std::optional<uint64_t> Recoder::pattern_of(const std::array<int32_t, 4>& factors) {
  uint32_t pattern = 0;
  for (unsigned i = 0; i < 4; ++i) pattern |= (static_cast<uint32_t>(factors[i]) & 0xff) << 8 * i;
  auto found = pattern_ids_.find(pattern);
  if (found != pattern_ids_.end()) return found->second;
  if (out_.patterns.size() == SmallRow::kPatterns) return std::nullopt;
  pattern_ids_[pattern] = out_.patterns.size();
  out_.patterns.push_back(pattern);
  return out_.patterns.size() - 1;
}

void Recoder::add_general_row(const Block& block, uint64_t row, const std::vector<Entry>& a,
                              const std::vector<Entry>& b) {
  GeneralRow out{
      .row = static_cast<uint32_t>(row), .a_begin = term_count(), .b_begin = 0, .end = 0};
  for (const Entry& entry : a) out_.terms.push_back(general_term(block, entry));
  out.b_begin = term_count();
  for (const Entry& entry : b) out_.terms.push_back(general_term(block, entry));
  out.end = term_count();
  bool is_long = std::max(a.size(), b.size()) > kThreadRowTerms;
  (is_long ? long_rows_ : out_.rows).push_back(out);
}

GeneralTerm Recoder::general_term(const Block& block, const Entry& entry) const {
  uint32_t coefficient = entry.coefficient;
  if (is_one(block, entry.column)) return {TermKind::kOne, false, 0, coefficient};
  if (entry.column >= block.aux_count) {
    return far_term(block, far_column(block, entry.column), coefficient);
  }
  if (block.wide.get(entry.column)) {
    uint64_t index = block.first_wide + block.wide_index(entry.column);
    return {TermKind::kWide, true, static_cast<uint32_t>(index), coefficient};
  }
  uint64_t index = block.first_aux + entry.column;
  return {TermKind::kBit, true, static_cast<uint32_t>(index), coefficient};
}

GeneralTerm Recoder::far_term(const Block& block, const FarColumn& column,
                              uint32_t coefficient) const {
  if (column.lent) return GeneralTerm::of_lent_bit(column.variable, coefficient);
  uint32_t variable = block.far_variable(column, 0);
  if ((variable & kAuxFlag) == 0) {
    return {TermKind::kInput, column.local_input, variable, coefficient};
  }
  uint32_t index = variable & ~kAuxFlag;
  auto after = std::find_if(circuit_.blocks().begin(), circuit_.blocks().end(),
                            [&](const Block& candidate) { return candidate.first_aux > index; });
  const Block& owner = *std::prev(after);
  uint64_t instance = (index - owner.first_aux) / owner.aux_count;
  uint64_t local = (index - owner.first_aux) % owner.aux_count;
  if (!owner.wide.get(local)) return {TermKind::kBit, false, index, coefficient};
  uint64_t rank = owner.first_wide + instance * owner.wide_count() + owner.wide_index(local);
  return {TermKind::kWide, false, static_cast<uint32_t>(rank), coefficient};
}

}  // namespace

DeviceRows::DeviceRows(const Circuit& circuit, StoredMatrices stored) {
  check(circuit.num_rows() <= uint64_t{1} << 31, "a circuit has at most 2^31 rows");
  check(circuit.coefficients().size() >> GeneralTerm::kCoefficientBits == 0,
        "fewer than 2^28 coefficients");
  num_constraints = static_cast<uint32_t>(circuit.num_constraints());
  Recoder recoder(circuit, stored, *this);
  for (const Block& block : circuit.blocks()) recoder.add_block(block);
  check(terms.size() < uint64_t{1} << 32, "fewer than 2^32 terms in general rows");
}

RowTables DeviceRows::tables() const {
  return {.blocks = blocks.data(),
          .small = {small[0].data(), small[1].data()},
          .patterns = patterns.data(),
          .rows = rows.data(),
          .terms = terms.data(),
          .coefficients = coefficients.data(),
          .multiples = multiples.data(),
          .lent = lent.data(),
          .block_count = static_cast<uint32_t>(blocks.size()),
          .num_constraints = num_constraints};
}

RowTables DeviceRows::take(gpu::Arena& arena) const {
  const auto room = [&](const auto& values) {
    return arena.take<typename std::decay_t<decltype(values)>::value_type>(values.size());
  };
  RowTables out = tables();
  out.blocks = room(blocks);
  out.small = {room(small[0]), room(small[1])};
  out.patterns = room(patterns);
  out.rows = room(rows);
  out.terms = room(terms);
  out.coefficients = room(coefficients);
  out.multiples = room(multiples);
  out.lent = room(lent);
  return out;
}

}  // namespace cuzk::r1cs
