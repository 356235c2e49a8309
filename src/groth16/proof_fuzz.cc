// SPDX-License-Identifier: MIT OR Apache-2.0
// Fuzz target for proofs: the first byte is the number of partitions, the rest the proof.
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "base/check.h"
#include "base/error.h"
#include "groth16/proof.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  std::span<const uint8_t> bytes(data + 1, size - 1);
  try {
    auto proofs = cuzk::groth16::decode_proofs(bytes, data[0]);
    for (size_t i = 0; i < proofs.size(); ++i) {
      cuzk::groth16::ProofBytes again = cuzk::groth16::encode_proof(proofs[i]);
      bool same = std::equal(again.begin(), again.end(), bytes.begin() + 192 * i);
      cuzk::base::check(same, "an accepted proof has one encoding");
    }
  } catch (const cuzk::base::Error&) {
  }
  return 0;
}
