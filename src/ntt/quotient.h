// SPDX-License-Identifier: MIT OR Apache-2.0
// The quotient polynomial of Groth16 (groth16.md G16-510..512): h = (A B - C) / (X^m - 1), where A,
// B, C take the row values a_j, b_j, c_j at w^j.
//
// For a satisfied system c_j = a_j b_j, so C is A B modulo X^m - 1. Let D be A B modulo X^m + 1.
// From A B = h (X^m - 1) + C follows D = C - 2 h, hence h = (C - D) / 2, coefficient by
// coefficient. That takes three transforms for C, A and B down to coefficients, two for A and B up
// to values at the roots of X^m + 1, and one for D: six, and the vector c is not needed.
//
// This form divides exactly for every a and b; a wrong witness shows in the row check alone
// (r1cs::first_unsatisfied) or in the proof, which does not verify.
//
// Cost at m = 2^log_n: 3 m log_n + 3 m products or fewer; three vectors of m elements and the
// domain's table.
#pragma once

#include <vector>

#include "base/progress.h"
#include "ntt/ntt.h"

namespace cuzk::ntt {

// h_0 .. h_(m-2) in natural order (h_(m-1) is 0 and dropped; for m = 1 the result is empty). The
// vectors are the row values, at most m of each; missing rows are zero. They are taken over and
// used as working space. Requires: a.size() == b.size() <= domain.size().
// Reports "quotient" after each transform; what `progress` throws ends it.
std::vector<Fr> quotient(const Domain& domain, std::vector<Fr> a, std::vector<Fr> b,
                         const base::Progress& progress = {});

}  // namespace cuzk::ntt
