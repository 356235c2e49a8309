// SPDX-License-Identifier: MIT OR Apache-2.0
// A circuit and an assignment written out in full, without blocks, packed bits or dictionaries: the
// plain reference that tests compare compiled circuits with, and a way to alter one value of a
// witness and see which rows object. Rows are numbered as in the compiled circuit, closing rows
// (CS-7) included; variables count inputs first, then auxiliaries.
// Memory: about 60 bytes a term, so for gadgets and tiny circuits only.
#pragma once

#include <optional>
#include <vector>

#include "r1cs/assignment.h"
#include "r1cs/circuit.h"

namespace cuzk::r1cs {

class PlainCircuit {
 public:
  struct Term {
    uint64_t variable;  // inputs, then auxiliaries
    field::Fr coefficient;
  };
  using Row = std::array<std::vector<Term>, 3>;  // by Matrix

  explicit PlainCircuit(const Circuit& circuit);

  const std::vector<Row>& rows() const { return rows_; }  // closing rows included
  uint64_t num_variables() const { return rows_of_.size(); }

  // All values, inputs first.
  std::vector<field::Fr> values(const Assignment& assignment) const;

  field::Fr evaluate(uint64_t row, Matrix matrix, const std::vector<field::Fr>& values) const;
  bool holds(uint64_t row, const std::vector<field::Fr>& values) const;

  // The first row that mentions the variable and does not hold.
  std::optional<uint64_t> broken_row_of(uint64_t variable,
                                        const std::vector<field::Fr>& values) const;

 private:
  const Circuit& circuit_;
  std::vector<Row> rows_;
  std::vector<std::vector<uint64_t>> rows_of_;
};

}  // namespace cuzk::r1cs
