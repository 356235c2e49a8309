// SPDX-License-Identifier: MIT OR Apache-2.0
// Comparison of PoRep witnesses with the reference's digests in tests/vectors/reference/porep,
// which were made by running the published Rust libraries on the sealed sectors whose C1 files
// stand in tests/vectors/reference/seal.
// All partitions of a sector are compared; witness_testing.h says what of each. Used by tests only.
// The comparison takes as long as making the witness and evaluating the rows: seconds at 2 KiB.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "filecoin/c1_test_files.h"
#include "filecoin/porep_circuit.h"
#include "filecoin/test_vectors.h"
#include "filecoin/witness_testing.h"
#include "r1cs/reference_digest.h"

namespace cuzk::filecoin {

// All partitions of a sealed sector.
inline void expect_reference_witness(const std::string& name, const r1cs::Circuit& circuit) {
  SCOPED_TRACE(name);
  SealCommitOne sector = read_text(load_c1(name));
  nlohmann::json expected = read_vectors("reference/porep/" + name + "/witness.json");
  ASSERT_EQ(sector.partitions.size(), expected.size());
  PorepShape shape = porep_shape(*sector.proof->sector);
  for (size_t k = 0; k < sector.partitions.size(); ++k) {
    SCOPED_TRACE("partition " + std::to_string(k));
    expect_partition(expected[k], circuit, porep_witness(shape, porep_values(sector, k)));
  }
}

}  // namespace cuzk::filecoin
