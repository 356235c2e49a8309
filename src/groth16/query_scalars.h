// SPDX-License-Identifier: MIT OR Apache-2.0
// Which scalar belongs to which point of a query (groth16.md G16-231, G16-520). Nearly all scalars
// are witness bits, so a query's scalars are kept as the packed bits plus a list of the wide ones,
// never as field elements in full.
//
// l takes all auxiliary variables. a takes all inputs, then the auxiliaries of the density of A;
// b_g1 and b_g2 take the inputs and auxiliaries of the densities of B. The densities belong to the
// circuit, so the layout of a query is made once and serves every proof.
#pragma once

#include <cstdint>
#include <vector>

#include "base/bits.h"
#include "r1cs/assignment.h"
#include "r1cs/circuit.h"

namespace cuzk::groth16 {

using field::Fr;

// The scalars of a query of n points, by position.
struct QueryScalars {
  base::BitVector booleans;  // n bits: the point is added as it stands
  base::BitVector wide;      // n bits: the point has the next scalar of `values`
  std::vector<Fr> values;
};

class QueryLayout {
 public:
  // Requires: input_density and aux_density have the circuit's numbers of bits.
  QueryLayout(const r1cs::Circuit& circuit, base::BitVector input_density,
              base::BitVector aux_density);

  uint64_t num_points() const { return num_points_; }
  const base::BitVector& input_density() const { return input_density_; }
  const base::BitVector& aux_density() const { return aux_density_; }
  const base::BitVector& wide_aux() const { return wide_aux_; }
  QueryScalars scalars(const r1cs::Assignment& assignment) const;

 private:
  base::BitVector input_density_;
  base::BitVector aux_density_;
  base::BitVector wide_aux_;
  uint64_t num_points_;
};

struct QueryLayouts {
  explicit QueryLayouts(const r1cs::Circuit& circuit);

  QueryLayout l, a, b;
};

}  // namespace cuzk::groth16
