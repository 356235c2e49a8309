// SPDX-License-Identifier: MIT OR Apache-2.0
#include "r1cs/recorder.h"

#include <algorithm>
#include <limits>

#include "base/check.h"

namespace cuzk::r1cs {
namespace {

using base::check;

// In lanes without a variable; using it is caught in column_of.
constexpr uint32_t kNoVariable = 0xffffffff;

// Terms or rows of one matrix that wait before they are hashed together.
constexpr size_t kPending = size_t{1} << 16;

// The order of a row's terms is that of repetition 0 in all of them.
void check_order(const Block& block) {
  if (block.lent.empty()) return;
  const auto [lowest, highest] = std::minmax_element(block.lent.begin(), block.lent.end());
  for (const FarColumn& column : block.far) {
    const bool is_between = !column.lent && !column.local_input && column.variable >= *lowest &&
                            column.variable <= *highest;
    check(!is_between, "no fixed variable of a block lies between those that it is lent");
  }
}

template <class T>
std::span<const uint8_t> as_bytes(const std::vector<T>& values, size_t begin) {
  return {reinterpret_cast<const uint8_t*>(values.data() + begin),
          (values.size() - begin) * sizeof(T)};
}

}  // namespace

void LinearTerms::add(const LinearTerms& other, const Fr& coefficient) {
  for (const Term& term : other.terms_)
    terms_.push_back({term.code, term.coefficient * coefficient});
  one_ += other.one_ * coefficient;
}

void LinearTerms::clear() {
  terms_.clear();
  one_ = Fr::zero();
}

const std::vector<LinearTerms::Term>& LinearTerms::normalise() {
  auto by_code = [](const Term& x, const Term& y) { return x.code < y.code; };
  auto not_ascending = [](const Term& x, const Term& y) { return x.code >= y.code; };
  if (!one_.is_zero()) {
    terms_.insert(terms_.begin(), Term{0, one_});
    one_ = Fr::zero();
  }
  if (std::adjacent_find(terms_.begin(), terms_.end(), not_ascending) != terms_.end()) {
    std::sort(terms_.begin(), terms_.end(), by_code);
    size_t kept = 0;
    for (size_t i = 1; i < terms_.size(); ++i) {
      if (terms_[i].code == terms_[kept].code) {
        terms_[kept].coefficient += terms_[i].coefficient;
      } else {
        terms_[++kept] = terms_[i];
      }
    }
    terms_.resize(kept + 1);
  }
  std::erase_if(terms_, [](const Term& term) { return term.coefficient.is_zero(); });
  return terms_;
}

Recorder::Recorder(unsigned checked_blocks) : checked_blocks_(std::max(checked_blocks, 1u)) {}

uint32_t Recorder::new_aux(bool wide) {
  uint32_t index = next_aux_++;
  check(next_aux_ < kAuxFlag - 1, "fewer than 2^31 auxiliary variables");
  block_.wide.append(wide ? 1 : 0, 1);
  block_.in_a.append(0, 1);
  block_.in_b.append(0, 1);
  return index | kAuxFlag;
}

Recorder::Lanes Recorder::alloc_lanes(uint32_t mask, Unknown) {
  Lanes lanes;
  for (unsigned i = 0; i < 32; ++i) lanes[i] = mask >> i & 1 ? new_aux(false) : kNoVariable;
  return lanes;
}

std::pair<Recorder::Lanes, Recorder::Lanes> Recorder::alloc_lane_pairs(uint32_t mask1, Unknown,
                                                                       uint32_t mask2, Unknown) {
  std::pair<Lanes, Lanes> lanes;
  for (unsigned i = 0; i < 32; ++i) {
    lanes.first[i] = mask1 >> i & 1 ? new_aux(false) : kNoVariable;
    lanes.second[i] = mask2 >> i & 1 ? new_aux(false) : kNoVariable;
  }
  return lanes;
}

void Recorder::emit_row() {
  emit(Matrix::kA, row_[0].normalise());
  emit(Matrix::kB, row_[1].normalise());
  emit(Matrix::kC, row_[2].normalise());
  ++block_.row_count;
  if (block_.row_count % kPending == 0) hash_pending(false);
}

void Recorder::emit(Matrix matrix, const std::vector<LinearTerms::Term>& terms) {
  Rows& rows = block_.rows[static_cast<size_t>(matrix)];
  check(terms.size() <= std::numeric_limits<uint16_t>::max(), "a row has at most 65,535 terms");
  rows.lengths.push_back(static_cast<uint16_t>(terms.size()));
  for (const auto& term : terms) {
    uint32_t column = column_of(term.code, matrix);
    uint32_t coefficient = coefficients_.id_of(term.coefficient);
    if (coefficient >= Block::kEscape) {
      block_.escapes.push_back({column, coefficient});
      column = static_cast<uint32_t>(block_.escapes.size() - 1);
      coefficient = Block::kEscape;
      check(column < Block::kColumns, "a block has at most 2^23 unusual coefficients");
    }
    rows.terms.push_back(column | coefficient << Block::kColumnBits);
  }
}

uint32_t Recorder::column_of(uint32_t code, Matrix matrix) {
  check(code != kNoVariable, "a lane without a variable is never a term");
  uint32_t index = code & ~kAuxFlag;
  bool is_aux = (code & kAuxFlag) != 0;
  if (is_aux && index >= first_aux_) {
    uint32_t local = index - first_aux_;
    if (matrix == Matrix::kA) block_.in_a.set(local);
    if (matrix == Matrix::kB) block_.in_b.set(local);
    return local;
  }
  auto [entry, is_new] = far_index_.try_emplace(code, static_cast<uint32_t>(block_.far.size()));
  if (is_new) {
    auto lent = lent_place_.find(code);
    bool local_input = !is_aux && index >= first_input_;
    FarColumn column{.variable = local_input ? index - first_input_ : code,
                     .local_input = local_input};
    if (lent != lent_place_.end()) column = {.variable = lent->second, .lent = true};
    block_.far.push_back(column);
  }
  FarColumn& far = block_.far[entry->second];
  if (matrix == Matrix::kA) far.in_a = true;
  if (matrix == Matrix::kB) far.in_b = true;
  return Block::kColumns - 1 - entry->second;
}

// Feeds what was written since the last call to the hash, and forgets it where it is only compared.
// Without `all` only at the fixed steps of the row count, so that equal blocks are cut at equal
// places.
void Recorder::hash_pending(bool all) {
  if (!all && block_.row_count % kPending != 0) return;
  for (size_t i = 0; i < 3; ++i) {
    Rows& rows = block_.rows[i];
    hash_.update(as_bytes(rows.terms, hashed_terms_[i]));
    hash_.update(as_bytes(rows.lengths, hashed_rows_[i]));
    if (!storing_) {
      rows.terms.clear();
      rows.lengths.clear();
    }
    hashed_terms_[i] = rows.terms.size();
    hashed_rows_[i] = rows.lengths.size();
  }
}

base::Bytes32 Recorder::end_hash() {
  hash_pending(true);
  hash_.update(as_bytes(block_.escapes, 0));
  for (const FarColumn& column : block_.far) {
    std::array<uint32_t, 2> record{
        column.variable, static_cast<uint32_t>(column.local_input) | uint32_t{column.lent} << 1};
    hash_.update({reinterpret_cast<const uint8_t*>(record.data()), sizeof(record)});
  }
  std::array<uint64_t, 3> counts{block_.row_count, next_aux_ - first_aux_,
                                 next_input_ - first_input_};
  hash_.update({reinterpret_cast<const uint8_t*>(counts.data()), sizeof(counts)});
  hash_.update(as_bytes(block_.wide.words(), 0));
  std::vector<uint8_t> value = hash_.value();
  base::Bytes32 out;
  std::copy(value.begin(), value.end(), out.begin());
  return out;
}

void Recorder::check_lent(unsigned count) const {
  if (lent_.empty()) return;
  check(lent_.size() % count == 0, "every repetition is lent as many variables");
  const size_t each = lent_.size() / count;
  for (size_t i = 0; i < lent_.size(); ++i) {
    check(
        lent_[i] != kNoVariable && (lent_[i] & kAuxFlag) != 0 && (lent_[i] & ~kAuxFlag) < next_aux_,
        "an auxiliary variable is lent that was made before");
    check(i % each == 0 || lent_[i - 1] < lent_[i], "lent variables ascend");
  }
}

void Recorder::take_lent(unsigned index, unsigned count) {
  const size_t each = lent_.size() / count;
  for (size_t i = 0; i < each; ++i) {
    lent_place_[lent_[index * each + i]] = static_cast<uint32_t>(i);
  }
}

void Recorder::close_block() {
  block_.aux_count = next_aux_ - first_aux_;
  block_.input_count = next_input_ - first_input_;
  check(block_.aux_count + block_.far.size() < Block::kColumns,
        "a block has fewer than 2^23 columns");
  if (block_.row_count + block_.aux_count + block_.input_count > 0) {
    for (Rows& rows : block_.rows) {
      rows.terms.shrink_to_fit();
      rows.lengths.shrink_to_fit();
    }
    blocks_.push_back(std::move(block_));
  }
  open_repetition(0);
}

void Recorder::open_repetition(unsigned index) {
  storing_ = index == 0;
  block_ = Block{};
  first_input_ = next_input_;
  first_aux_ = next_aux_;
  far_index_.clear();
  lent_place_.clear();
  hash_ = base::Digest::sha256();
  hashed_terms_ = {};
  hashed_rows_ = {};
}

void Recorder::close_repetition(unsigned index) {
  base::Bytes32 hash = end_hash();
  if (index > 0) {
    check(hash == template_hash_, "all blocks of a repetition have one structure");
    return;
  }
  template_hash_ = hash;
  close_block();
}

void Recorder::finish_repetitions(unsigned count) {
  if (count == 0) return;
  check(count >= 1 && !blocks_.empty(), "a repetition has a block");
  Block& block = blocks_.back();
  block.repeat = count;
  block.lent = std::move(lent_);
  lent_.clear();
  check_order(block);
  unsigned run = std::min(count, checked_blocks_);
  uint64_t skipped = count - run;
  check((next_aux_ + skipped * block.aux_count) < kAuxFlag, "fewer than 2^31 auxiliary variables");
  next_aux_ += static_cast<uint32_t>(skipped * block.aux_count);
  next_input_ += static_cast<uint32_t>(skipped * block.input_count);
  open_repetition(0);
}

Circuit Recorder::finish() && {
  close_block();
  return Circuit(std::move(blocks_), std::move(coefficients_));
}

}  // namespace cuzk::r1cs
