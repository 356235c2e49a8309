// SPDX-License-Identifier: MIT OR Apache-2.0
// One PoRep from its vanilla proof to verified Groth16 proofs: check the statement, compile the
// circuit, get the parameters, then for each partition write the witness and prove it on the back
// end (partition_prover.h), a device's work beside the host's; at the end verify everything with
// public inputs that are computed from the statement alone. Nothing unverified leaves this
// function.
//
// Memory on the host: the circuit, and a partition's packed values, 0.8 MB at 32 GiB; on the CPU
// back end its assignment, 70 MB, four vectors of the domain size while it is proved, and the
// parameter file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/progress.h"
#include "engine/partition_prover.h"
#include "filecoin/porep_check.h"
#include "filecoin/porep_vanilla.h"

namespace cuzk::engine {

struct PorepRequest {
  const filecoin::SealCommitOne& sector;
  std::optional<filecoin::StatementIdentity> identity;  // replica_id is recomputed if it is known
  std::optional<size_t> partition;                      // all of them if absent
  std::optional<std::filesystem::path> circuit_cache;   // folder of compiled circuits
  bool check_witness = false;  // whether every constraint of every partition is evaluated
};

struct PartitionTimes {
  size_t partition = 0;
  double witness_seconds = 0;
  groth16::ProveTimes prove;
  uint64_t host_bytes = 0;    // resident when it was finished
  uint64_t device_bytes = 0;  // in use on the device then
};

struct PorepResult {
  std::vector<uint8_t> proof;                    // 192 bytes a partition, in order
  std::vector<std::vector<groth16::Fr>> inputs;  // public inputs of each, without ONE
  BackendReport backend;
  std::string circuit_origin;  // circuit_cache.h
  double check_seconds = 0, circuit_seconds = 0, prove_seconds = 0, verify_seconds = 0;
  std::vector<PartitionTimes> partitions;
};

// Throws kVanillaMismatch before any proving, kBadArgument for a partition that does not exist, the
// errors of PartitionProver, kUnsatisfied naming the first broken constraint if the witness is
// checked, and kProofInvalid naming the partitions that do not verify.
PorepResult prove_porep(const PorepRequest& request, const ParametersSource& parameters,
                        const Backend& backend, const base::Progress& progress);

}  // namespace cuzk::engine
