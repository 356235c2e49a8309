// SPDX-License-Identifier: MIT OR Apache-2.0
// One checked case to verified Groth16 proofs without an engine, for a command that wants to know
// the time of every stage: get the compiled circuit, get the parameters, then for each partition
// make the input and prove it on the back end (partition_prover.h), a device's work beside the
// host's; at the end verify everything with public inputs of the statement alone. Nothing
// unverified leaves this function. It uses the engine's own pieces: case (kind.h), bytes
// (circuit_footprint.h), back end, verification (verify_partitions.h).
//
// Memory on the host is what the engine would reserve: the case, the circuit with the working
// memory of the back end, and the input of a partition. What does not fit into the budget is
// refused before parameters are touched.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/progress.h"
#include "engine/kind.h"
#include "engine/partition_prover.h"

namespace cuzk::engine {

struct CaseOptions {
  std::optional<size_t> partition = {};                     // all of them if absent
  std::optional<std::filesystem::path> circuit_cache = {};  // folder of compiled circuits
  bool check_witness = false;      // whether every constraint of every partition is evaluated
  uint64_t host_budget_bytes = 0;  // 0: without limit
};

struct PartitionTimes {
  size_t partition = 0;
  double witness_seconds = 0;
  groth16::ProveTimes prove;
  uint64_t host_bytes = 0;    // resident when it was finished
  uint64_t device_bytes = 0;  // in use on the device then
};

struct CaseResult {
  std::vector<uint8_t> proof;                    // 192 bytes a partition, in order
  std::vector<std::vector<groth16::Fr>> inputs;  // public inputs of each, without ONE
  BackendReport backend;
  std::string circuit_origin;  // circuit_cache.h
  double circuit_seconds = 0, prove_seconds = 0, verify_seconds = 0;
  std::vector<PartitionTimes> partitions;
};

// Throws kBadArgument for a partition that does not exist, kResourceExhausted for what does not fit
// into the budget, the errors of PartitionProver, kUnsatisfied naming the first broken constraint
// if the witness is checked, and kProofInvalid naming the partitions that do not verify.
// Requires: the circuit is that of the case.
CaseResult prove_case(const KindCircuit& kind_circuit, const CheckedCase& checked,
                      const ParametersSource& parameters, const Backend& backend,
                      const CaseOptions& options, const base::Progress& progress);

}  // namespace cuzk::engine
