// SPDX-License-Identifier: MIT OR Apache-2.0
// Verification of a proof's partitions as every caller does it: all of them as one batch, and one
// by one only if that fails, to say which are bad (groth16.md G16-630, G16-632). A batch costs
// about as much as one proof, so a good proof is the cheap case.
//
// The text of a bad proof stands here too, whoever ends with it: one partition that does not verify
// looks the same to a command and to the engine.
//
// Pure functions, callable by any thread.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/prover.h"
#include "groth16/verifier.h"

namespace cuzk::engine {

// The partitions whose proofs do not verify; none if all do.
std::vector<size_t> bad_partitions(const VerifyPartitions& verify,
                                   std::span<const size_t> partitions,
                                   std::span<const ProofBytes> proofs);

// Under this key, with the public inputs of a partition without ONE. What they refer to outlives
// the function returned.
VerifyPartitions verify_with(
    std::shared_ptr<const groth16::PreparedKey> key,
    std::function<std::vector<groth16::Fr>(size_t partition)> public_inputs);

// "the proof of partition 3 does not verify against the statement; ...", after so many attempts.
std::string bad_proof_text(std::span<const size_t> bad, unsigned attempts);

}  // namespace cuzk::engine
