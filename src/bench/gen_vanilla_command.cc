// SPDX-License-Identifier: MIT OR Apache-2.0
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "base/clock.h"
#include "base/error.h"
#include "bench/arguments.h"
#include "bench/bench.h"
#include "bench/output_file.h"
#include "bench/report.h"
#include "bench/vanilla_file.h"
#include "cli/decimal.h"
#include "cli/human_text.h"
#include "filecoin/c1_writer.h"
#include "filecoin/porep_synthetic.h"
#include "filecoin/post_bincode.h"
#include "filecoin/post_synthetic.h"
#include "filecoin/update_bincode.h"
#include "filecoin/update_synthetic.h"

namespace cuzk::bench {
namespace {

using filecoin::ParameterKind;

struct Options {
  std::string proof;
  uint64_t sector_number = 1;
  uint64_t miner = 1000;
  unsigned sectors = 1;
  uint32_t partition = 0;
  std::string randomness;
  uint64_t seed = 0;
  std::string output;
};

// What a subcommand makes: the text of the file, and in the report what is in it and what a command
// that proves it has to be told.
struct Generated {
  std::string text;
  Report report;
};

Generated generate_porep(const Options& options) {
  const filecoin::SealProof& proof = seal_proof_argument("--registered-proof", options.proof);
  const filecoin::SealCommitOne c1 =
      filecoin::make_synthetic_porep(proof, options.miner, options.sector_number, options.seed);
  Generated out{.text = filecoin::write_c1(c1, options.sector_number), .report = {}};
  out.report
      .field("proof", fmt::format("{} ({}), sector {} of miner {}, seed {}", proof.name, proof.id,
                                  options.sector_number, options.miner, options.seed))
      .field("partitions",
             fmt::format("{} of {} challenges", c1.partitions.size(), proof.sector->challenges));
  return out;
}

template <ParameterKind kKind>
Generated generate_post(const Options& options) {
  const filecoin::ProofKind& kind = filecoin::proof_kind_of(kKind);
  const RegisteredProof registered =
      registered_proof_argument("--registered-proof", options.proof, kind);
  const filecoin::PostProof& proof = *filecoin::find_post_proof(registered.number);
  const unsigned sectors_max = filecoin::records_max(proof.kind, *proof.sector);
  if (options.sectors < 1 || options.sectors > sectors_max) {
    throw base::Error(base::ErrorCode::kBadArgument,
                      fmt::format("--sectors: expected 1 to {}, those of a partition of {}, found "
                                  "{}",
                                  sectors_max, proof.name, options.sectors));
  }
  const base::Bytes32 randomness = options.randomness.empty()
                                       ? filecoin::synthetic_randomness(options.seed)
                                       : bytes32_argument("--randomness", options.randomness);
  const auto records = filecoin::make_synthetic_post({.proof = &proof,
                                                      .first_sector = options.sector_number,
                                                      .sectors = options.sectors,
                                                      .randomness = randomness,
                                                      .partition = options.partition,
                                                      .seed = options.seed});
  std::vector<std::string> bytes;
  for (const auto& record : records) bytes.push_back(filecoin::write_post_record(proof, record));
  const std::string partition = proof.kind == filecoin::PostKind::kWindow
                                    ? fmt::format(" --partition {}", options.partition)
                                    : std::string();
  Generated out{.text = write_vanilla(bytes), .report = {}};
  out.report.field("proof", fmt::format("{} ({}), seed {}", proof.name, proof.id, options.seed))
      .field("sectors", fmt::format("{}, from {} on", options.sectors, options.sector_number))
      .field("to prove it", fmt::format("cuzk-bench single -t {} --vanilla {} --registered-proof "
                                        "{} --randomness {}{}",
                                        kind.short_name, options.output, proof.id,
                                        base::to_hex(randomness), partition));
  return out;
}

Generated generate_update(const Options& options) {
  const filecoin::ProofKind& kind = filecoin::proof_kind_of(ParameterKind::kUpdate);
  const RegisteredProof registered =
      registered_proof_argument("--registered-proof", options.proof, kind);
  const filecoin::UpdateProof& proof = *filecoin::find_update_proof(registered.number);
  const filecoin::UpdateShape shape = filecoin::update_shape(proof);
  const filecoin::SectorUpdate update = filecoin::make_synthetic_update(proof, options.seed);
  std::vector<std::string> bytes;
  for (const filecoin::UpdatePartition& partition : update.partitions) {
    bytes.push_back(filecoin::write_update_record(shape, partition));
  }
  const auto hex = [](const field::Fr& value) { return base::to_hex(value.to_bytes_le()); };
  Generated out{.text = write_vanilla(bytes), .report = {}};
  out.report.field("proof", fmt::format("{} ({}), seed {}", proof.name, proof.id, options.seed))
      .field("partitions",
             fmt::format("{} of {} challenges", update.partitions.size(), proof.challenges))
      .field(
          "to prove it",
          fmt::format("cuzk-bench single -t {} --vanilla {} --registered-proof {} --comm-r-old "
                      "{} --comm-r-new {} --comm-d-new {}",
                      kind.short_name, options.output, proof.id, hex(update.commitments.comm_r_old),
                      hex(update.commitments.comm_r_new), hex(update.commitments.comm_d_new)));
  return out;
}

// The subcommands, and their flags beside those of all.
struct Subcommand {
  const char* name;
  const char* help;
  const char* proof;  // unless another is named
  const char* output;
  const char* example;  // its flags
  Generated (*generate)(const Options& options);
  bool has_sector, has_miner, has_sectors, has_partition, has_randomness;
};

const Subcommand kSubcommands[] = {
    {.name = "porep",
     .help = "Write a C1 file of a made-up sector",
     .proof = "StackedDrg2KiBV1_1",
     .output = "porep-vanilla.json",
     .example = "--registered-proof 8 --seed 7 -o 32g.json",
     .generate = generate_porep,
     .has_sector = true,
     .has_miner = true,
     .has_sectors = false,
     .has_partition = false,
     .has_randomness = false},
    {.name = "wpost",
     .help = "Write vanilla proofs of a WindowPoSt partition",
     .proof = "StackedDrgWindow2KiBV1_1",
     .output = "wpost-vanilla.json",
     .example = "--registered-proof 13 --sectors 2349 -o wpost.json",
     .generate = generate_post<ParameterKind::kWindowPost>,
     .has_sector = true,
     .has_miner = false,
     .has_sectors = true,
     .has_partition = true,
     .has_randomness = true},
    {.name = "winning",
     .help = "Write the vanilla proof of a WinningPoSt",
     .proof = "StackedDrgWinning2KiBV1",
     .output = "winning-vanilla.json",
     .example = "--registered-proof 3 -o winning.json",
     .generate = generate_post<ParameterKind::kWinningPost>,
     .has_sector = true,
     .has_miner = false,
     .has_sectors = false,
     .has_partition = false,
     .has_randomness = true},
    {.name = filecoin::proof_kind_of(ParameterKind::kUpdate).name,
     .help = "Write vanilla proofs of a sector update",
     .proof = "StackedDrg2KiBV1",
     .output = "snap-vanilla.json",
     .example = "--registered-proof 3 -o snap.json",
     .generate = generate_update,
     .has_sector = false,
     .has_miner = false,
     .has_sectors = false,
     .has_partition = false,
     .has_randomness = false},
};

cli::ExitCode generate(const Subcommand& subcommand, const Options& options) {
  const base::Stopwatch watch;
  OutputFile output(options.output);
  Generated made = subcommand.generate(options);
  output.write(made.text);
  Report report;
  report.field("file", fmt::format("{} ({})", options.output, cli::bytes_text(made.text.size())))
      .append(made.report.text())
      .field("wall time", cli::seconds_text(watch.seconds()))
      .print();
  return cli::kExitOk;
}

void add_subcommand(CLI::App& parent, const Subcommand& row, cli::Action& action) {
  CLI::App& command = *parent.add_subcommand(row.name, row.help);
  auto options = std::make_shared<Options>();
  options->proof = row.proof;
  options->output = row.output;
  command.add_option("--registered-proof", options->proof, "Registered proof, a number or a name")
      ->capture_default_str();
  if (row.has_sector) {
    command
        .add_option("--sector-num", options->sector_number,
                    row.has_sectors ? "Number of the first sector" : "Sector number")
        ->capture_default_str();
  }
  if (row.has_miner) {
    command.add_option("--miner-id", options->miner, "Actor id of the miner, 1000 or f01000")
        ->transform(cli::actor_id())
        ->capture_default_str();
  }
  if (row.has_sectors) {
    command.add_option("--sectors", options->sectors, "Sectors of the partition")
        ->capture_default_str();
  }
  if (row.has_partition) {
    command
        .add_option("--partition", options->partition,
                    "Index of the partition in its proof, from 0")
        ->capture_default_str();
  }
  if (row.has_randomness) {
    command.add_option("--randomness", options->randomness,
                       "Randomness of the challenges, 64 hexadecimal digits; without it that of "
                       "the seed");
  }
  command.add_option("--seed", options->seed, "The same seed makes the same sectors")
      ->capture_default_str();
  command.add_option("-o,--output", options->output, "File to write; it must not exist yet")
      ->capture_default_str();
  command.footer(fmt::format(
      "What is made satisfies circuit and checks at any size, at the price of seconds, "
      "and proves\nnothing about storage.\n\nExample:\n  cuzk-bench gen-vanilla {} {}\n",
      row.name, row.example));
  command.callback(
      [options, &row, &action] { action = [options, &row] { return generate(row, *options); }; });
}

}  // namespace

void add_gen_vanilla(CLI::App& bench, cli::Action& action) {
  CLI::App* command =
      bench.add_subcommand("gen-vanilla", "Make vanilla proofs without sealing, for tests");
  command->require_subcommand(1);
  for (const Subcommand& row : kSubcommands) add_subcommand(*command, row, action);
}

}  // namespace cuzk::bench
