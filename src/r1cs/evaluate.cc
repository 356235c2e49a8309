// SPDX-License-Identifier: MIT OR Apache-2.0
#include "r1cs/evaluate.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <algorithm>

#include "base/check.h"

namespace cuzk::r1cs {
namespace {

// One repetition of a block with its values at hand.
class Instance {
 public:
  Instance(const Circuit& circuit, const Block& block, uint64_t index, const Assignment& assignment)
      : block_(block),
        assignment_(assignment),
        first_aux_(block.first_aux + index * block.aux_count),
        first_wide_(block.first_wide + index * block.wide_count()) {
    for (const FarColumn& column : block.far) {
      far_.push_back(value_of(circuit, block.far_variable(column, index), assignment));
    }
  }

  void add(Fr& sum, uint32_t column, uint32_t coefficient, const CoefficientTable& table) const {
    if (column < block_.aux_count && !block_.wide.get(column)) {
      if (assignment_.bits.get(first_aux_ + column)) sum += table[coefficient];
      return;
    }
    const Fr& value = column < block_.aux_count
                          ? assignment_.wide[first_wide_ + block_.wide_index(column)]
                          : far_[Block::kColumns - 1 - column];
    if (coefficient == 0) {
      sum += value;
    } else if (coefficient == CoefficientTable::kPowers) {
      sum -= value;
    } else {
      sum += value * table[coefficient];
    }
  }

 private:
  static Fr value_of(const Circuit& circuit, uint32_t variable, const Assignment& assignment) {
    if ((variable & kAuxFlag) == 0) return assignment.inputs[variable];
    uint64_t index = variable & ~kAuxFlag;
    auto after = std::find_if(circuit.blocks().begin(), circuit.blocks().end(),
                              [&](const Block& block) { return block.first_aux > index; });
    const Block& block = *std::prev(after);
    uint64_t local = (index - block.first_aux) % block.aux_count;
    uint64_t instance = (index - block.first_aux) / block.aux_count;
    if (!block.wide.get(local)) return assignment.bits.get(index) ? Fr::one() : Fr::zero();
    return assignment
        .wide[block.first_wide + instance * block.wide_count() + block.wide_index(local)];
  }

  const Block& block_;
  const Assignment& assignment_;
  uint64_t first_aux_, first_wide_;
  std::vector<Fr> far_;
};

void evaluate_instance(const Circuit& circuit, const Block& block, uint64_t index, Matrix matrix,
                       const Assignment& assignment, std::span<Fr> out) {
  Instance instance(circuit, block, index, assignment);
  uint64_t chunks = (block.row_count + Rows::kChunk - 1) / Rows::kChunk;
  tbb::parallel_for(uint64_t{0}, chunks, [&](uint64_t chunk) {
    uint64_t begin = chunk * Rows::kChunk;
    uint64_t end = std::min(begin + Rows::kChunk, block.row_count);
    for_each_term(block, matrix, begin, end,
                  [&](uint64_t row, uint32_t column, uint32_t coefficient) {
                    instance.add(out[row], column, coefficient, circuit.coefficients());
                  });
  });
}

}  // namespace

std::vector<Fr> evaluate(const Circuit& circuit, Matrix matrix, const Assignment& assignment,
                         const base::Progress& progress) {
  base::check(assignment.inputs.size() == circuit.num_inputs() &&
                  assignment.bits.size() == circuit.num_aux() &&
                  assignment.wide.size() == circuit.num_wide(),
              "the assignment belongs to the circuit");
  constexpr const char* kStages[] = {"rows of A", "rows of B", "rows of C"};
  const char* stage = kStages[static_cast<size_t>(matrix)];
  std::vector<Fr> out(circuit.num_rows(), Fr::zero());
  base::report(progress, stage, 0, out.size());
  for (const Block& block : circuit.blocks()) {
    for (uint64_t index = 0; index < block.repeat; ++index) {
      auto rows =
          std::span(out).subspan(block.first_row + index * block.row_count, block.row_count);
      evaluate_instance(circuit, block, index, matrix, assignment, rows);
      base::report(progress, stage, block.first_row + (index + 1) * block.row_count, out.size());
    }
  }
  if (matrix == Matrix::kA) {
    std::copy(assignment.inputs.begin(), assignment.inputs.end(),
              out.begin() + static_cast<ptrdiff_t>(circuit.num_constraints()));
  }
  return out;
}

std::vector<Fr> column_sums(const Circuit& circuit, Matrix matrix, std::span<const Fr> weights) {
  base::check(weights.size() >= circuit.num_rows(), "every row has a weight");
  uint64_t num_inputs = circuit.num_inputs();
  std::vector<Fr> out(num_inputs + circuit.num_aux(), Fr::zero());
  if (matrix == Matrix::kA) {
    std::copy_n(weights.begin() + static_cast<ptrdiff_t>(circuit.num_constraints()), num_inputs,
                out.begin());
  }
  for (const Block& block : circuit.blocks()) {
    std::vector<std::vector<Fr>> far_sums(block.repeat);
    tbb::parallel_for(uint64_t{0}, block.repeat, [&](uint64_t index) {
      Fr* local = out.data() + num_inputs + block.first_aux + index * block.aux_count;
      const Fr* weight = weights.data() + block.first_row + index * block.row_count;
      std::vector<Fr> far(block.far.size(), Fr::zero());
      const CoefficientTable& table = circuit.coefficients();
      for_each_term(
          block, matrix, 0, block.row_count, [&](uint64_t row, uint32_t column, uint32_t k) {
            Fr& sum = column < block.aux_count ? local[column] : far[Block::kColumns - 1 - column];
            if (k == 0) {
              sum += weight[row];
            } else if (k == CoefficientTable::kPowers) {
              sum -= weight[row];
            } else {
              sum += weight[row] * table[k];
            }
          });
      far_sums[index] = std::move(far);
    });
    for (uint64_t index = 0; index < block.repeat; ++index) {
      for (size_t i = 0; i < block.far.size(); ++i) {
        uint32_t variable = block.far_variable(block.far[i], index);
        bool is_aux = (variable & kAuxFlag) != 0;
        out[is_aux ? num_inputs + (variable & ~kAuxFlag) : variable] += far_sums[index][i];
      }
    }
  }
  return out;
}

uint64_t first_unsatisfied(std::span<const Fr> a, std::span<const Fr> b, std::span<const Fr> c) {
  base::check(a.size() == b.size() && a.size() == c.size(), "three vectors of one length");
  for (size_t row = 0; row < a.size(); ++row) {
    if (a[row] * b[row] != c[row]) return row;
  }
  return a.size();
}

}  // namespace cuzk::r1cs
