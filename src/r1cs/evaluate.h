// SPDX-License-Identifier: MIT OR Apache-2.0
// Sums over the entries of a compiled circuit: row values for the prover (CS-6) and column sums for
// setup. Both include the closing rows CS-7 and run in parallel over repetitions and ranges of
// rows.
//
// A row value costs one field addition for each set bit of a term with a coefficient of plus or
// minus a power of two, a multiplication only for wide variables with other coefficients than plus
// and minus one.
#pragma once

#include <span>
#include <vector>

#include "base/progress.h"
#include "r1cs/assignment.h"
#include "r1cs/circuit.h"

namespace cuzk::r1cs {

using field::Fr;

// <row, w> for all num_rows() rows of a matrix. Requires: the assignment has the circuit's counts.
// Reports "rows of A" (B, C) after each repetition of a block; what `progress` throws ends it.
std::vector<Fr> evaluate(const Circuit& circuit, Matrix matrix, const Assignment& assignment,
                         const base::Progress& progress = {});

// For every variable, inputs first: the sum over all rows of weight times coefficient.
// Requires: num_rows() weights.
std::vector<Fr> column_sums(const Circuit& circuit, Matrix matrix, std::span<const Fr> weights);

// The number of the first row with a * b != c; num_rows() if there is none.
uint64_t first_unsatisfied(std::span<const Fr> a, std::span<const Fr> b, std::span<const Fr> c);

}  // namespace cuzk::r1cs
