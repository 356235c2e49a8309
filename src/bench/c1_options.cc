// SPDX-License-Identifier: MIT OR Apache-2.0
#include "bench/c1_options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "base/error.h"
#include "cli/decimal.h"
#include "cli/parameter_cache.h"

namespace cuzk::bench {

using base::Error;
using base::ErrorCode;

void C1Options::add_to(CLI::App& command) {
  command
      .add_option("-t,--type", type,
                  "Proof type: " + filecoin::accepted_names(
                                       filecoin::proof_kind_of(filecoin::ParameterKind::kPorep)))
      ->capture_default_str();
  command.add_option("--c1", c1, "C1 file in any of its forms; - for the standard input")
      ->required();
  command.add_option("--sector-num", sector_number,
                     "Sector number; without it the one that the C1 file states, else 1");
  command.add_option("--miner-id", miner, "Actor id of the miner, 1000 or f01000")
      ->transform(cli::actor_id())
      ->capture_default_str();
  command.add_option("--param-cache", cache,
                     fmt::format("Folder of parameter files (else {}, else {})",
                                 cli::kParameterCacheVariable, cli::kDefaultParameterCache));
  command.add_flag("--keep-test-params", keep_in_memory,
                   "Make parameters for tests on the GPU and keep them in memory, no file");
}

void C1Options::check_type() const {
  const filecoin::ProofKind* kind = filecoin::find_proof_kind(type);
  const filecoin::ProofKind& porep = filecoin::proof_kind_of(filecoin::ParameterKind::kPorep);
  if (kind == &porep) return;
  if (kind != nullptr) {
    throw Error(ErrorCode::kNotSupported,
                fmt::format("--type {}: this version proves {} only", type, porep.short_name));
  }
  throw Error(ErrorCode::kBadArgument, fmt::format("--type: expected one of {}, found '{}'",
                                                   filecoin::accepted_names(porep), type));
}

filecoin::StatementIdentity C1Options::identity(const filecoin::SealCommitOne& file) const {
  return {miner, sector_number.value_or(file.sector_number.value_or(1))};
}

std::filesystem::path C1Options::parameters() const { return cli::parameter_cache(cache); }

engine::ProverOptions C1Options::prover_options(const engine::Backend& backend) const {
  engine::ProverOptions out{.parameters = {}, .circuit_cache = {}, .devices = {backend}};
  if (keep_in_memory) return out;
  out.parameters = parameters();
  out.circuit_cache = out.parameters;
  return out;
}

}  // namespace cuzk::bench
