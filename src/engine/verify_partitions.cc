// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/verify_partitions.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace cuzk::engine {

std::vector<size_t> bad_partitions(const VerifyPartitions& verify,
                                   std::span<const size_t> partitions,
                                   std::span<const ProofBytes> proofs) {
  std::vector<size_t> bad;
  if (verify(partitions, proofs)) return bad;
  for (size_t i = 0; i < partitions.size(); ++i) {
    if (!verify(partitions.subspan(i, 1), proofs.subspan(i, 1))) bad.push_back(partitions[i]);
  }
  return bad;
}

VerifyPartitions verify_with(
    std::shared_ptr<const groth16::PreparedKey> key,
    std::function<std::vector<groth16::Fr>(size_t partition)> public_inputs) {
  return [key = std::move(key), public_inputs = std::move(public_inputs)](
             std::span<const size_t> partitions, std::span<const ProofBytes> proofs) {
    std::vector<uint8_t> bytes;
    std::vector<std::vector<groth16::Fr>> inputs;
    for (size_t i = 0; i < partitions.size(); ++i) {
      bytes.insert(bytes.end(), proofs[i].begin(), proofs[i].end());
      inputs.push_back(public_inputs(partitions[i]));
    }
    return groth16::verify_bytes(*key, bytes, inputs);
  };
}

std::string bad_proof_text(std::span<const size_t> bad, unsigned attempts) {
  return fmt::format(
      "the proof of partition {} does not verify against the statement{}; the parameters may "
      "belong to another circuit, or the hardware is faulty",
      fmt::join(bad, ", "), attempts > 1 ? fmt::format(" after {} attempts", attempts) : "");
}

}  // namespace cuzk::engine
