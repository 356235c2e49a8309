// SPDX-License-Identifier: MIT OR Apache-2.0
// Compares a circuit with the reference digests of tests/vectors/reference/digests (porep.md 7.5),
// which were made by running the published Rust libraries: counts, non-zeros, densities, DIG-1 and
// its checkpoints. A checkpoint that differs tells the million rows of the first difference.
// Used by tests only, in `gadget` and `filecoin`; the including test must be compiled with
// CUZK_VECTORS, the folder of the vectors.
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "r1cs/circuit_digest.h"

namespace cuzk::r1cs {

inline void expect_reference_digest(const std::string& name, const Circuit& circuit) {
  SCOPED_TRACE(name);
  std::ifstream file(std::string(CUZK_VECTORS) + "/reference/digests/" + name + ".json");
  ASSERT_TRUE(file.good()) << "no digest file";
  nlohmann::json expected = nlohmann::json::parse(file);
  EXPECT_EQ(circuit.num_constraints(), expected["num_constraints"]);
  EXPECT_EQ(circuit.num_rows(), expected["num_constraints_with_input_rows"]);
  EXPECT_EQ(circuit.num_inputs(), expected["num_inputs"]);
  EXPECT_EQ(circuit.num_aux(), expected["num_aux"]);
  EXPECT_EQ(circuit.log_domain(), expected["domain_log2"]);
  EXPECT_EQ(circuit.non_zeros(Matrix::kA), expected["nonzeros"][0]);
  EXPECT_EQ(circuit.non_zeros(Matrix::kB), expected["nonzeros"][1]);
  EXPECT_EQ(circuit.non_zeros(Matrix::kC), expected["nonzeros"][2]);
  EXPECT_EQ(circuit.a_aux_density().popcount(), expected["density_a_aux"]);
  EXPECT_EQ(circuit.b_aux_density().popcount(), expected["density_b_aux"]);
  EXPECT_EQ(circuit.b_input_density().popcount(), expected["density_b_input"]);
  CircuitDigest actual = digest(circuit);
  // Where the library keeps a zero coefficient, which is no term here (CS-5), its checkpoints have
  // it too, and the whole digest is stated without it.
  const bool has_checkpoints = expected["dig1"] == expected["dig1_without_zero_entries"];
  for (size_t i = 0; has_checkpoints && i < expected["dig1_checkpoints"].size(); ++i) {
    ASSERT_LT(i, actual.checkpoints.size());
    ASSERT_EQ(base::to_hex(actual.checkpoints[i]), expected["dig1_checkpoints"][i])
        << "first difference in rows " << i << ",000,000 to " << i + 1 << ",000,000";
  }
  EXPECT_EQ(base::to_hex(actual.value), expected["dig1_without_zero_entries"]);
}

}  // namespace cuzk::r1cs
