// SPDX-License-Identifier: MIT OR Apache-2.0
// The flags of the commands that prove a C1 file: --type, --c1, --sector-num, --miner-id, and where
// parameters come from, --param-cache and --keep-test-params. Proof types have the reference's
// names (daemon-reference.md 1.8); those of kinds that this version does not prove are refused as
// such, other words as a mistake.
//
// One instance a command; it lives as long as the command's action.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "engine/circuit_prover.h"
#include "filecoin/porep_check.h"
#include "filecoin/proof_kind.h"

namespace CLI {
class App;
}

namespace cuzk::bench {

struct C1Options {
  std::string type = "porep";
  std::string c1;
  std::optional<uint64_t> sector_number;
  uint64_t miner = 1000;
  std::string cache;
  bool keep_in_memory = false;

  void add_to(CLI::App& command);
  // Throws kNotSupported, kBadArgument.
  void check_type() const;
  // Of a file that was read: the flags, else what the file states, else sector 1.
  filecoin::StatementIdentity identity(const filecoin::SealCommitOne& file) const;
  // The folder of parameter files.
  std::filesystem::path parameters() const;
  // For proving in this process; compiled circuits are kept beside the parameters.
  engine::ProverOptions prover_options(const engine::Backend& backend) const;
};

}  // namespace cuzk::bench
