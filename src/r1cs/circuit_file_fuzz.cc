// SPDX-License-Identifier: MIT OR Apache-2.0
// Fuzz target for the reader of compiled circuits. The digest is put right first, or nothing behind
// it would be reached.
#include <algorithm>
#include <cstddef>
#include <vector>

#include "base/digest.h"
#include "base/error.h"
#include "r1cs/circuit_file.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::vector<uint8_t> bytes(data, data + size);
  cuzk::base::Bytes32 digest = cuzk::base::sha256(std::span<const uint8_t>(bytes));
  bytes.insert(bytes.end(), digest.begin(), digest.end());
  try {
    cuzk::r1cs::read_circuit(bytes, "fuzz");
  } catch (const cuzk::base::Error&) {
  }
  return 0;
}
