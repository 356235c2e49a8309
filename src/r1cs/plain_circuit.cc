// SPDX-License-Identifier: MIT OR Apache-2.0
#include "r1cs/plain_circuit.h"

namespace cuzk::r1cs {

using field::Fr;

PlainCircuit::PlainCircuit(const Circuit& circuit) : circuit_(circuit) {
  rows_.resize(circuit.num_rows());
  rows_of_.resize(circuit.num_inputs() + circuit.num_aux());
  for (const Block& block : circuit.blocks()) {
    for (uint64_t instance = 0; instance < block.repeat; ++instance) {
      uint64_t first_row = block.first_row + instance * block.row_count;
      uint64_t first_aux = circuit.num_inputs() + block.first_aux + instance * block.aux_count;
      for (Matrix matrix : {Matrix::kA, Matrix::kB, Matrix::kC}) {
        for_each_term(
            block, matrix, 0, block.row_count, [&](uint64_t row, uint32_t column, uint32_t k) {
              uint64_t variable = first_aux + column;
              if (column >= block.aux_count) {
                uint32_t code =
                    block.far_variable(block.far[Block::kColumns - 1 - column], instance);
                variable =
                    (code & kAuxFlag) != 0 ? circuit.num_inputs() + (code & ~kAuxFlag) : code;
              }
              rows_[first_row + row][static_cast<size_t>(matrix)].push_back(
                  {variable, circuit.coefficients()[k]});
              rows_of_[variable].push_back(first_row + row);
            });
      }
    }
  }
  for (uint64_t i = 0; i < circuit.num_inputs(); ++i) {
    rows_[circuit.num_constraints() + i][0].push_back({i, Fr::one()});
  }
}

std::vector<Fr> PlainCircuit::values(const Assignment& assignment) const {
  std::vector<Fr> out = assignment.inputs;
  base::BitVector is_wide = circuit_.wide_aux();
  size_t next_wide = 0;
  for (uint64_t i = 0; i < circuit_.num_aux(); ++i) {
    Fr bit = assignment.bits.get(i) ? Fr::one() : Fr::zero();
    out.push_back(is_wide.get(i) ? assignment.wide[next_wide++] : bit);
  }
  return out;
}

Fr PlainCircuit::evaluate(uint64_t row, Matrix matrix, const std::vector<Fr>& values) const {
  Fr sum = Fr::zero();
  for (const Term& term : rows_[row][static_cast<size_t>(matrix)]) {
    sum += term.coefficient * values[term.variable];
  }
  return sum;
}

bool PlainCircuit::holds(uint64_t row, const std::vector<Fr>& values) const {
  return evaluate(row, Matrix::kA, values) * evaluate(row, Matrix::kB, values) ==
         evaluate(row, Matrix::kC, values);
}

std::optional<uint64_t> PlainCircuit::broken_row_of(uint64_t variable,
                                                    const std::vector<Fr>& values) const {
  for (uint64_t row : rows_of_[variable]) {
    if (!holds(row, values)) return row;
  }
  return std::nullopt;
}

}  // namespace cuzk::r1cs
