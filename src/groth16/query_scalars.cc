// SPDX-License-Identifier: MIT OR Apache-2.0
#include "groth16/query_scalars.h"

#include <bit>
#include <utility>

#include "base/check.h"

namespace cuzk::groth16 {
namespace {

base::BitVector filled(uint64_t count) {
  base::BitVector out(count);
  for (uint64_t i = 0; i < count; ++i) out.set(i);
  return out;
}

// The bits of `word` at the set bits of `mask`, moved together at the low end.
uint64_t compressed(uint64_t word, uint64_t mask) {
  uint64_t out = 0;
  for (unsigned position = 0; mask != 0; mask &= mask - 1, ++position) {
    out |= (word >> std::countr_zero(mask) & 1) << position;
  }
  return out;
}

}  // namespace

QueryLayout::QueryLayout(const r1cs::Circuit& circuit, base::BitVector input_density,
                         base::BitVector aux_density)
    : input_density_(std::move(input_density)),
      aux_density_(std::move(aux_density)),
      wide_aux_(circuit.wide_aux()),
      num_points_(input_density_.popcount() + aux_density_.popcount()) {
  base::check(
      input_density_.size() == circuit.num_inputs() && aux_density_.size() == circuit.num_aux(),
      "densities are of the circuit");
}

QueryScalars QueryLayout::scalars(const r1cs::Assignment& assignment) const {
  QueryScalars out;
  for (uint64_t i = 0; i < input_density_.size(); ++i) {
    if (!input_density_.get(i)) continue;
    out.booleans.append(0, 1);
    out.wide.append(1, 1);
    out.values.push_back(assignment.inputs[i]);
  }
  size_t next_wide = 0;
  for (size_t i = 0; i < aux_density_.words().size(); ++i) {
    uint64_t density = aux_density_.words()[i];
    uint64_t wide = wide_aux_.words()[i];
    unsigned count = static_cast<unsigned>(std::popcount(density));
    out.booleans.append(compressed(assignment.bits.words()[i], density), count);
    out.wide.append(compressed(wide, density), count);
    for (uint64_t left = wide; left != 0; left &= left - 1, ++next_wide) {
      if ((density >> std::countr_zero(left) & 1) != 0)
        out.values.push_back(assignment.wide[next_wide]);
    }
  }
  return out;
}

QueryLayouts::QueryLayouts(const r1cs::Circuit& circuit)
    : l(circuit, base::BitVector(circuit.num_inputs()), filled(circuit.num_aux())),
      a(circuit, filled(circuit.num_inputs()), circuit.a_aux_density()),
      b(circuit, circuit.b_input_density(), circuit.b_aux_density()) {}

}  // namespace cuzk::groth16
