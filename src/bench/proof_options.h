// SPDX-License-Identifier: MIT OR Apache-2.0
// The flags of the commands that prove: what is proved, by the names of the reference
// (daemon-reference.md 1.8), and where parameters come from, --param-cache and --keep-test-params.
// A PoRep comes as a C1 file (--c1); every other kind as a file of vanilla proofs (--vanilla) with
// the numbers and values of the request beside it. What a kind makes of them is its own affair
// (engine/kind.h); proof_request.h reads the files.
//
// Kinds that this version does not prove are refused as such, other words as a mistake, and so are
// flags of another kind. One instance a command; it lives as long as the command's action.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "engine/circuit_prover.h"
#include "engine/kind.h"

namespace CLI {
class App;
}

namespace cuzk::bench {

struct ProofOptions {
  std::string type = "porep";
  std::string c1, vanilla;                         // files
  std::string registered_proof;                    // of --vanilla: number or name
  std::string randomness;                          // of PoSt, hexadecimal
  std::string comm_r_old, comm_r_new, comm_d_new;  // of sector updates, hexadecimal
  std::optional<uint64_t> sector_number;
  std::optional<uint64_t> partition;
  uint64_t miner = 1000;
  std::string cache;
  bool keep_in_memory = false;

  // What is proved, and where parameters come from; `add_partition` is for commands that may prove
  // one of several partitions.
  void add_input(CLI::App& command);
  void add_parameters(CLI::App& command);
  void add_partition(CLI::App& command);

  // Throws kNotSupported, kBadArgument; also for a file or flags of another kind.
  const engine::Kind& kind() const;
  bool is_porep() const;
  // The partition of a proof of several that --partition names; absent for kinds whose requests are
  // one partition, where it is the partition's index in the proof of the chain.
  std::optional<uint64_t> partition_of_proof() const;
  // The file of --c1 or --vanilla.
  const std::string& file() const { return is_porep() ? c1 : vanilla; }

  // The folder of parameter files.
  std::filesystem::path parameters() const;
  // For proving in this process; compiled circuits are kept beside the parameters.
  engine::ProverOptions prover_options(const engine::Backend& backend) const;
};

}  // namespace cuzk::bench
