// SPDX-License-Identifier: MIT OR Apache-2.0
#include "bench/proof_options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <utility>

#include "base/error.h"
#include "cli/decimal.h"
#include "cli/parameter_cache.h"

namespace cuzk::bench {
namespace {

using base::Error;
using base::ErrorCode;
using filecoin::ParameterKind;

std::string type_names() {
  std::string names;
  for (const engine::Kind& kind : engine::kinds()) {
    names += (names.empty() ? "" : "; ") + filecoin::accepted_names(*kind.row);
  }
  return names;
}

const filecoin::ProofKind& porep_row() { return filecoin::proof_kind_of(ParameterKind::kPorep); }

// The kinds whose requests are one partition of a larger proof.
bool is_part(const filecoin::ProofKind& row) {
  return row.parameters == ParameterKind::kWindowPost;
}

void refuse_with(const std::string& type, const char* flag, bool given) {
  if (!given) return;
  throw Error(
      ErrorCode::kBadArgument,
      fmt::format("{}: expected with another proof type, found with --type {}", flag, type));
}

}  // namespace

void ProofOptions::add_input(CLI::App& command) {
  command.add_option("-t,--type", type, "Proof type: " + type_names())->capture_default_str();
  command.add_option("--c1", c1, "PoRep: C1 file in any of its forms; - for the standard input");
  command.add_option("--vanilla", vanilla,
                     "Other types: vanilla proofs as a JSON array of base64, or one as it is");
  command.add_option("--registered-proof", registered_proof,
                     "With --vanilla: registered proof, number or name");
  command.add_option("--randomness", randomness, "Of a PoSt: 64 hexadecimal digits (else zeros)");
  command.add_option("--comm-r-old", comm_r_old, "Of a sector update: 64 hexadecimal digits");
  command.add_option("--comm-r-new", comm_r_new, "Of a sector update: 64 hexadecimal digits");
  command.add_option("--comm-d-new", comm_d_new, "Of a sector update: 64 hexadecimal digits");
  command.add_option("--sector-num", sector_number,
                     "Sector number; without it the one that the C1 file states, else 1");
  command.add_option("--miner-id", miner, "Actor id of the miner, 1000 or f01000")
      ->transform(cli::actor_id())
      ->capture_default_str();
}

void ProofOptions::add_parameters(CLI::App& command) {
  command.add_option("--param-cache", cache,
                     fmt::format("Folder of parameter files (else {}, else {})",
                                 cli::kParameterCacheVariable, cli::kDefaultParameterCache));
  command.add_flag("--keep-test-params", keep_in_memory,
                   "Make parameters for tests on the GPU and keep them in memory, no file");
}

void ProofOptions::add_partition(CLI::App& command) {
  command
      .add_option("--partition", partition,
                  "Prove only this partition, from 0; of a WindowPoSt the index of its partition")
      ->check(CLI::NonNegativeNumber);
}

const engine::Kind& ProofOptions::kind() const {
  const filecoin::ProofKind* row = filecoin::find_proof_kind(type);
  if (row == nullptr) {
    throw Error(ErrorCode::kBadArgument,
                fmt::format("--type: expected one of {}, found '{}'", type_names(), type));
  }
  const engine::Kind* kind = engine::find_kind(engine::kinds(), *row);
  if (kind == nullptr) {
    throw Error(ErrorCode::kNotSupported, fmt::format("--type {}: this version proves {} only",
                                                      type, engine::names_of(engine::kinds())));
  }
  const bool porep = row == &porep_row();
  if (file().empty()) {
    throw Error(ErrorCode::kBadArgument,
                fmt::format("--type {}: expected a file with {}, found none", type,
                            porep ? "--c1" : "--vanilla"));
  }
  refuse_with(type, "--c1", !porep && !c1.empty());
  for (const auto& [flag, value] :
       {std::pair{"--vanilla", &vanilla}, std::pair{"--registered-proof", &registered_proof},
        std::pair{"--randomness", &randomness}, std::pair{"--comm-r-old", &comm_r_old},
        std::pair{"--comm-r-new", &comm_r_new}, std::pair{"--comm-d-new", &comm_d_new}}) {
    refuse_with(type, flag, porep && !value->empty());
  }
  return *kind;
}

bool ProofOptions::is_porep() const { return filecoin::find_proof_kind(type) == &porep_row(); }

std::optional<uint64_t> ProofOptions::partition_of_proof() const {
  const filecoin::ProofKind* row = filecoin::find_proof_kind(type);
  return row != nullptr && is_part(*row) ? std::nullopt : partition;
}

std::filesystem::path ProofOptions::parameters() const { return cli::parameter_cache(cache); }

engine::ProverOptions ProofOptions::prover_options(const engine::Backend& backend) const {
  engine::ProverOptions out{.parameters = {}, .circuit_cache = {}, .devices = {backend}};
  if (keep_in_memory) return out;
  out.parameters = parameters();
  out.circuit_cache = out.parameters;
  return out;
}

}  // namespace cuzk::bench
