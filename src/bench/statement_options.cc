// SPDX-License-Identifier: MIT OR Apache-2.0
#include "bench/statement_options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <initializer_list>

#include "base/error.h"
#include "cli/decimal.h"
#include "cli/parameter_cache.h"

namespace cuzk::bench {
namespace {

using base::Error;
using base::ErrorCode;
using filecoin::ParameterKind;
using filecoin::ProofKind;

// A flag that only some types have, and that those need.
struct TypeFlag {
  const char* flag;
  const char* help;
  std::string StatementOptions::*value;
  std::initializer_list<ParameterKind> types;
};

constexpr ParameterKind kPorep = ParameterKind::kPorep, kUpdate = ParameterKind::kUpdate,
                        kWindow = ParameterKind::kWindowPost,
                        kWinning = ParameterKind::kWinningPost;

const TypeFlag kTypeFlags[] = {
    {"--c1",
     "C1 file in any of its forms; - for the standard input",
     &StatementOptions::c1,
     {kPorep}},
    {"--vanilla",
     "Vanilla proofs: JSON array of base64, or one raw record; - for the standard input",
     &StatementOptions::vanilla,
     {kUpdate, kWindow, kWinning}},
    {"--registered-proof",
     "Registered proof that the vanilla proofs are of, a number or a name",
     &StatementOptions::registered_proof,
     {kUpdate, kWindow, kWinning}},
    {"--randomness",
     "Randomness of the challenges, 64 hexadecimal digits",
     &StatementOptions::randomness,
     {kWindow, kWinning}},
    {"--comm-r-old",
     "Replica commitment before the update, 64 hexadecimal digits",
     &StatementOptions::comm_r_old,
     {kUpdate}},
    {"--comm-r-new",
     "Replica commitment after the update, 64 hexadecimal digits",
     &StatementOptions::comm_r_new,
     {kUpdate}},
    {"--comm-d-new",
     "Data commitment after the update, 64 hexadecimal digits",
     &StatementOptions::comm_d_new,
     {kUpdate}},
};

bool contains(std::initializer_list<ParameterKind> types, ParameterKind type) {
  return std::find(types.begin(), types.end(), type) != types.end();
}

std::string names(std::initializer_list<ParameterKind> types) {
  std::string out;
  for (ParameterKind type : types) {
    out += fmt::format("{}{}", out.empty() ? "" : ", ", filecoin::proof_kind_of(type).short_name);
  }
  return out;
}

// Of the kinds that this version proves.
std::string accepted_types() {
  std::string out;
  for (const engine::Kind& kind : engine::kinds()) {
    out += fmt::format("{}{}", out.empty() ? "" : ", ", filecoin::accepted_names(*kind.row));
  }
  return out;
}

void refuse_flag(const char* flag, const ProofKind& kind,
                 std::initializer_list<ParameterKind> types) {
  throw Error(ErrorCode::kBadArgument,
              fmt::format("{}: is for --type {}, not for {}", flag, names(types), kind.short_name));
}

}  // namespace

void StatementOptions::add_statement(CLI::App& command) {
  command.add_option("-t,--type", type, "Proof type: " + accepted_types())->capture_default_str();
  for (const TypeFlag& row : kTypeFlags) {
    command.add_option(row.flag, this->*row.value,
                       fmt::format("{} ({})", row.help, names(row.types)));
  }
  command.add_option("--partition", partition,
                     partition_flag == PartitionFlag::kIndex
                         ? "Index of the partition in its proof, from 0 (wpost)"
                         : "Index of the partition in its proof, from 0 (wpost); for other types "
                           "prove only this one");
}

void StatementOptions::add_to(CLI::App& command) {
  add_statement(command);
  command.add_option("--sector-num", sector_number,
                     "Sector number; without it the one that the C1 file states, else 1 (porep)");
  command
      .add_option("--miner-id", miner,
                  "Actor id of the miner, 1000 or f01000; without it 1000 (porep)")
      ->transform(cli::actor_id());
  command.add_option("--param-cache", cache,
                     fmt::format("Folder of parameter files (else {}, else {})",
                                 cli::kParameterCacheVariable, cli::kDefaultParameterCache));
  command.add_flag("--keep-test-params", keep_in_memory,
                   "Make parameters for tests on the GPU and keep them in memory, no file");
}

const ProofKind& StatementOptions::check() const {
  const ProofKind* kind = filecoin::find_proof_kind(type);
  if (kind == nullptr) {
    throw Error(ErrorCode::kBadArgument,
                fmt::format("--type: expected one of {}, found '{}'", accepted_types(), type));
  }
  if (engine::find_kind(engine::kinds(), *kind) == nullptr) {
    throw Error(ErrorCode::kNotSupported, fmt::format("--type {}: this version proves {}", type,
                                                      engine::names_of(engine::kinds())));
  }
  const ParameterKind own = kind->parameters;
  for (const TypeFlag& row : kTypeFlags) {
    const bool given = !(this->*row.value).empty(), belongs = contains(row.types, own);
    if (given && !belongs) refuse_flag(row.flag, *kind, row.types);
    if (!given && belongs) {
      throw Error(ErrorCode::kBadArgument,
                  fmt::format("{}: is needed for --type {}: {}", row.flag, type, row.help));
    }
  }
  if (sector_number && own != kPorep) refuse_flag("--sector-num", *kind, {kPorep});
  if (miner && own != kPorep) refuse_flag("--miner-id", *kind, {kPorep});
  if (partition && own != kWindow && partition_flag == PartitionFlag::kIndex) {
    refuse_flag("--partition", *kind, {kWindow});
  }
  return *kind;
}

std::optional<size_t> StatementOptions::only_partition() const {
  if (!partition || filecoin::find_proof_kind(type)->parameters == kWindow) return std::nullopt;
  return static_cast<size_t>(*partition);
}

std::filesystem::path StatementOptions::parameters() const { return cli::parameter_cache(cache); }

engine::ProverOptions StatementOptions::prover_options(const engine::Backend& backend) const {
  engine::ProverOptions out{.parameters = {}, .circuit_cache = {}, .devices = {backend}};
  if (keep_in_memory) return out;
  out.parameters = parameters();
  out.circuit_cache = out.parameters;
  return out;
}

}  // namespace cuzk::bench
