// SPDX-License-Identifier: MIT OR Apache-2.0
// The flags of the commands that prove something: what it is (--type and the flags that belong to
// the type), and where parameters come from, --param-cache and --keep-test-params. Types have the
// reference's names (daemon-reference.md 1.8); those that this version does not prove are refused
// as such, other words as a mistake. A flag that does not belong to the type is refused, and one
// that is missing is named with what it is for, before anything is read.
//
// One instance a command; it lives as long as the command's action.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "engine/circuit_prover.h"
#include "filecoin/proof_kind.h"

namespace CLI {
class App;
}

namespace cuzk::bench {

// What --partition says, where a command has it.
enum class PartitionFlag : uint8_t {
  kIndex,        // of a WindowPoSt partition in its proof; other types have no such flag
  kIndexOrOnly,  // that, and for other types the one partition that is to be proved
};

struct StatementOptions {
  std::string type = "porep";
  std::string c1, vanilla;
  std::string registered_proof, randomness, comm_r_old, comm_r_new, comm_d_new;
  std::optional<uint32_t> partition;
  std::optional<uint64_t> sector_number;
  std::optional<uint64_t> miner;
  std::string cache;
  bool keep_in_memory = false;
  PartitionFlag partition_flag = PartitionFlag::kIndex;

  void add_to(CLI::App& command);
  // Of the statement alone, without identity and parameters.
  void add_statement(CLI::App& command);

  // Throws kNotSupported, kBadArgument.
  const filecoin::ProofKind& check() const;
  // The partition that alone is to be proved. Requires: check() passed.
  std::optional<size_t> only_partition() const;
  // The folder of parameter files.
  std::filesystem::path parameters() const;
  // For proving in this process; compiled circuits are kept beside the parameters.
  engine::ProverOptions prover_options(const engine::Backend& backend) const;
};

}  // namespace cuzk::bench
