// SPDX-License-Identifier: MIT OR Apache-2.0
// The values of all variables of a circuit. Nearly all auxiliary variables are bits, so these stand
// packed; the others, the wide ones, stand in a list in the order of their indices. Which index is
// wide is a fact of the circuit (Circuit::wide_aux), not of the assignment.
// One 32 GiB PoRep partition takes 16 MB of bits and 54 MB of wide values instead of 4.2 GB of
// field elements. Values are in Montgomery form, as everywhere in memory.
#pragma once

#include <vector>

#include "base/bits.h"
#include "field/fr.h"

namespace cuzk::r1cs {

struct Assignment {
  std::vector<field::Fr> inputs;  // input 0 is ONE
  base::BitVector bits;           // one bit for each auxiliary variable, 0 for the wide ones
  std::vector<field::Fr> wide;    // the wide auxiliary variables, ascending

  bool operator==(const Assignment&) const = default;
};

}  // namespace cuzk::r1cs
