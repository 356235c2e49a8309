// SPDX-License-Identifier: MIT OR Apache-2.0
// Comparison of a witness with the reference's digests of one partition (witness.json under
// tests/vectors/reference): the auxiliary variables, and the values of A, B, C with and without the
// closing rows, in whole and by chunks of 65,536 values, so that a failure tells roughly where the
// first difference is. The digests were made by running the published Rust libraries on the cases
// whose records or C1 files stand beside them. Used by tests only.
#pragma once

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "r1cs/evaluate.h"
#include "r1cs/witness_digest.h"

namespace cuzk::filecoin {

using field::Fr;

inline void expect_values(const nlohmann::json& expected, const r1cs::ValuesDigest& actual) {
  ASSERT_EQ(actual.count, expected["count"]);
  for (size_t i = 0; i < actual.chunks.size(); ++i) {
    ASSERT_EQ(base::to_hex(actual.chunks[i]), expected["chunk_sha256"][i]) << "chunk " << i;
  }
  EXPECT_EQ(base::to_hex(actual.whole), expected["sha256"]);
}

inline void expect_partition(const nlohmann::json& expected, const r1cs::Circuit& circuit,
                             const r1cs::Assignment& assignment) {
  for (size_t i = 0; i < assignment.inputs.size(); ++i) {
    EXPECT_EQ(base::to_hex(assignment.inputs[i].to_bytes_le()), expected["inputs_with_one"][i]);
  }
  expect_values(expected["aux"], r1cs::digest_aux(circuit, assignment));
  struct Row {
    const char* name;
    r1cs::Matrix matrix;
  };
  for (const Row& row :
       {Row{"a", r1cs::Matrix::kA}, Row{"b", r1cs::Matrix::kB}, Row{"c", r1cs::Matrix::kC}}) {
    SCOPED_TRACE(row.name);
    std::vector<Fr> values = r1cs::evaluate(circuit, row.matrix, assignment);
    expect_values(expected[row.name], r1cs::digest_values(values));
    auto own_rows = std::span<const Fr>(values).first(circuit.num_constraints());
    EXPECT_EQ(base::to_hex(r1cs::digest_values(own_rows).whole),
              expected[std::string(row.name) + "_sha256_circuit_rows_only"]);
  }
}

}  // namespace cuzk::filecoin
