// SPDX-License-Identifier: MIT OR Apache-2.0
// The scalar half of setup: what every point of a parameter file is a multiple of (setup.h).
// Lagrange values at tau come from one inverse transform, the columns from three passes over the
// matrices. All results are full field elements, in Montgomery form; which points the file leaves
// out is decided here, by zeros. Memory: m scalars and three for each variable. The secrets stay
// in the caller's hands: nothing here keeps or prints them.
#pragma once

#include <vector>

#include "groth16/trapdoor.h"
#include "r1cs/circuit.h"

namespace cuzk::groth16 {

// The multiples of the group's base, in file order.
struct SetupScalars {
  Fr h_first, h_ratio;    // h_i = h_first * h_ratio^i
  std::vector<Fr> ic, l;  // by variable
  std::vector<Fr> a, b;   // by variable, zeros dropped
};

// Throws kSetupBadSecret if tau makes a column vanish, kNotSupported if an auxiliary variable has
// no constraint.
SetupScalars setup_scalars(const r1cs::Circuit& circuit, const Trapdoor& trapdoor);

}  // namespace cuzk::groth16
