// SPDX-License-Identifier: MIT OR Apache-2.0
// One PoRep from its vanilla proof to verified Groth16 proofs, on the CPU: check the statement,
// compile the circuit, open the parameters, then for each partition write the witness and prove; at
// the end verify everything with public inputs that are computed from the statement alone. Nothing
// unverified leaves this function.
//
// Memory: four vectors of the domain size while a partition is proved, the circuit, and the mapped
// parameter file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include "base/progress.h"
#include "filecoin/porep_check.h"
#include "filecoin/porep_vanilla.h"
#include "groth16/prover.h"

namespace cuzk::engine {

struct PorepRequest {
  const filecoin::SealCommitOne& sector;
  std::optional<filecoin::StatementIdentity> identity;  // replica_id is recomputed if it is known
  std::optional<size_t> partition;                      // all of them if absent
};

struct PartitionTimes {
  size_t partition = 0;
  double witness_seconds = 0;
  groth16::ProveTimes prove;
};

struct PorepResult {
  std::vector<uint8_t> proof;                    // 192 bytes a partition, in order
  std::vector<std::vector<groth16::Fr>> inputs;  // public inputs of each, without ONE
  double check_seconds = 0, circuit_seconds = 0, parameters_seconds = 0, verify_seconds = 0;
  std::vector<PartitionTimes> partitions;
};

// Throws kVanillaMismatch before any proving, kBadArgument for a partition that does not exist, the
// errors of groth16::ParamsFile and Prover, and kProofInvalid naming the partitions that do not
// verify.
PorepResult prove_porep(const PorepRequest& request, const std::filesystem::path& params,
                        const base::Progress& progress);

}  // namespace cuzk::engine
