// SPDX-License-Identifier: MIT OR Apache-2.0
#include "r1cs/circuit_digest.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "base/digest.h"

namespace cuzk::r1cs {
namespace {

constexpr uint64_t kCheckpointRows = 1'000'000;
constexpr size_t kEntryBytes = 36;
constexpr size_t kBufferBytes = size_t{1} << 16;

// Builds the stream of one row at a time from the three matrices, which are walked side by side.
class RowStream {
 public:
  explicit RowStream(const Circuit& circuit) {
    for (uint32_t id = 0; id < circuit.coefficients().size(); ++id) {
      coefficients_.push_back(circuit.coefficients()[id].to_bytes_le());
    }
  }

  void open(const Block& block, uint64_t instance) {
    block_ = &block;
    next_ = {};
    first_aux_ = static_cast<uint32_t>(block.first_aux + instance * block.aux_count);
    far_.clear();
    for (const FarColumn& column : block.far) far_.push_back(block.far_variable(column, instance));
  }

  // Inputs stand before auxiliaries in a stored row, each part with its count in front.
  void append_row(uint64_t row, std::vector<uint8_t>& out) {
    for (size_t matrix = 0; matrix < 3; ++matrix) {
      const Rows& rows = block_->rows[matrix];
      unsigned length = rows.lengths[row];
      size_t start = out.size();
      out.resize(start + 8 + kEntryBytes * length);
      uint8_t* to = out.data() + start + 4;
      uint32_t inputs = length;
      for (unsigned i = 0; i < length; ++i) {
        auto [variable, coefficient] = decode(rows.terms[next_[matrix]++]);
        if ((variable & kAuxFlag) != 0 && inputs == length) {
          inputs = i;
          base::store_le<uint32_t>(to, length - inputs);
          to += 4;
        }
        base::store_le<uint32_t>(to, variable & ~kAuxFlag);
        std::memcpy(to + 4, coefficients_[coefficient].data(), 32);
        to += kEntryBytes;
      }
      if (inputs == length) base::store_le<uint32_t>(to, 0);
      base::store_le<uint32_t>(out.data() + start, inputs);
    }
  }

 private:
  std::pair<uint32_t, uint32_t> decode(uint32_t term) const {
    uint32_t column = term & (Block::kColumns - 1);
    uint32_t coefficient = term >> Block::kColumnBits;
    if (coefficient == Block::kEscape) {
      const Escape& escape = block_->escapes[column];
      column = escape.column;
      coefficient = escape.coefficient;
    }
    bool is_local = column < block_->aux_count;
    return {is_local ? (first_aux_ + column) | kAuxFlag : far_[Block::kColumns - 1 - column],
            coefficient};
  }

  std::vector<base::Bytes32> coefficients_;
  const Block* block_ = nullptr;
  uint32_t first_aux_ = 0;
  std::vector<uint32_t> far_;
  std::array<uint64_t, 3> next_{};
};

base::Bytes32 current(const base::Digest& hash) {
  std::vector<uint8_t> value = hash.value();
  base::Bytes32 out;
  std::copy(value.begin(), value.end(), out.begin());
  return out;
}

}  // namespace

CircuitDigest digest(const Circuit& circuit, const base::Progress& progress) {
  CircuitDigest out;
  base::Digest hash = base::Digest::sha256();
  RowStream stream(circuit);
  std::vector<uint8_t> buffer;
  uint64_t rows = 0;
  for (const Block& block : circuit.blocks()) {
    for (uint64_t instance = 0; instance < block.repeat; ++instance) {
      stream.open(block, instance);
      for (uint64_t row = 0; row < block.row_count; ++row) {
        stream.append_row(row, buffer);
        ++rows;
        bool checkpoint = rows % kCheckpointRows == 0;
        if (!checkpoint && buffer.size() < kBufferBytes) continue;
        hash.update(buffer);
        buffer.clear();
        if (!checkpoint) continue;
        out.checkpoints.push_back(current(hash));
        base::report(progress, "digest", rows, circuit.num_constraints());
      }
    }
  }
  hash.update(buffer);
  out.value = current(hash);
  return out;
}

}  // namespace cuzk::r1cs
