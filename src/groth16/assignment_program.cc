// SPDX-License-Identifier: MIT OR Apache-2.0
#include "groth16/assignment_program.h"

#include <algorithm>

#include "base/check.h"

namespace cuzk::groth16 {

PackInput plain_input(const r1cs::Circuit& circuit, const r1cs::Assignment& assignment) {
  const std::vector<uint64_t>& words = assignment.bits.words();
  base::check(assignment.inputs.size() == circuit.num_inputs() &&
                  assignment.wide.size() == circuit.num_wide() &&
                  words.size() == (circuit.num_aux() + 63) / 64,
              "the assignment is the circuit's");
  return [&assignment](void* input) {
    auto* numbers = static_cast<field::Fr*>(input);
    numbers = std::copy(assignment.inputs.begin(), assignment.inputs.end(), numbers);
    numbers = std::copy(assignment.wide.begin(), assignment.wide.end(), numbers);
    const std::vector<uint64_t>& bits = assignment.bits.words();
    std::copy(bits.begin(), bits.end(), reinterpret_cast<uint64_t*>(numbers));
  };
}

}  // namespace cuzk::groth16
