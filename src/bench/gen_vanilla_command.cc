// SPDX-License-Identifier: MIT OR Apache-2.0
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/error.h"
#include "bench/arguments.h"
#include "bench/bench.h"
#include "bench/output_file.h"
#include "bench/vanilla_file.h"
#include "cli/decimal.h"
#include "cli/human_text.h"
#include "filecoin/c1_writer.h"
#include "filecoin/porep_synthetic.h"
#include "filecoin/post_bincode.h"
#include "filecoin/post_synthetic.h"

namespace cuzk::bench {
namespace {

struct Options {
  std::string proof = "StackedDrg2KiBV1_1";
  uint64_t sector_number = 1;
  uint64_t miner = 1000;
  uint64_t seed = 0;
  std::string output = "porep-vanilla.json";
};

cli::ExitCode generate_porep(const Options& options) {
  base::Stopwatch watch;
  OutputFile output(options.output);
  const filecoin::SealProof& proof = seal_proof_argument("--registered-proof", options.proof);
  filecoin::SealCommitOne c1 =
      filecoin::make_synthetic_porep(proof, options.miner, options.sector_number, options.seed);
  std::string text = filecoin::write_c1(c1, options.sector_number);
  output.write(text);
  fmt::print("file:          {} ({})\n", options.output, cli::bytes_text(text.size()));
  fmt::print("proof:         {} ({}), sector {} of miner {}, seed {}\n", proof.name, proof.id,
             options.sector_number, options.miner, options.seed);
  fmt::print("partitions:    {} of {} challenges\n", c1.partitions.size(),
             proof.sector->challenges);
  fmt::print("wall time:     {}\n", cli::seconds_text(watch.seconds()));
  return cli::kExitOk;
}

struct PostOptions {
  filecoin::PostKind kind;
  const char* type;  // of `single`
  std::string proof, output;
  uint64_t first_sector = 1, miner = 1000, sectors = 1, partition = 0, seed = 0;
  std::string randomness;
};

filecoin::SyntheticPost synthetic_post(const PostOptions& options) {
  const filecoin::PostProof& proof =
      post_proof_argument("--registered-proof", options.proof, options.kind);
  const unsigned sectors_max = filecoin::records_max(proof.kind, *proof.sector);
  if (options.sectors < 1 || options.sectors > sectors_max) {
    throw base::Error(base::ErrorCode::kBadArgument,
                      fmt::format("--sectors: expected 1 to {}, a partition of {}, found {}",
                                  sectors_max, proof.name, options.sectors));
  }
  return {.proof = &proof,
          .first_sector = options.first_sector,
          .sectors = static_cast<unsigned>(options.sectors),
          .randomness = options.randomness.empty()
                            ? filecoin::synthetic_randomness(options.seed)
                            : bytes32_argument("--randomness", options.randomness),
          .partition = options.partition,
          .seed = options.seed};
}

cli::ExitCode generate_post(const PostOptions& options) {
  base::Stopwatch watch;
  OutputFile output(options.output);
  const filecoin::SyntheticPost wanted = synthetic_post(options);
  std::vector<std::string> records;
  for (const filecoin::PostRecord& record : filecoin::make_synthetic_post(wanted)) {
    records.push_back(filecoin::write_post_record(*wanted.proof, record));
  }
  const std::string text = write_vanilla(records);
  output.write(text);
  const std::string randomness = base::to_hex(wanted.randomness);
  fmt::print("file:          {} ({})\n", options.output, cli::bytes_text(text.size()));
  fmt::print("proof:         {} ({}), seed {}\n", wanted.proof->name, wanted.proof->id,
             options.seed);
  fmt::print("records:       {} of {} bytes, sectors {} to {}\n", records.size(), records[0].size(),
             wanted.first_sector, wanted.first_sector + wanted.sectors - 1);
  fmt::print("randomness:    {}\n", randomness);
  fmt::print("wall time:     {}\n", cli::seconds_text(watch.seconds()));
  fmt::print(
      "to prove it:   cuzk-bench single -t {} --vanilla {} --registered-proof {}{} --miner-id "
      "{} --randomness {}\n",
      options.type, options.output, wanted.proof->id,
      wanted.partition > 0 ? fmt::format(" --partition {}", wanted.partition) : "", options.miner,
      randomness);
  return cli::kExitOk;
}

void add_post(CLI::App& gen_vanilla, cli::Action& action, const PostOptions& preset,
              const std::vector<const char*>& names, const char* description) {
  CLI::App* post = gen_vanilla.add_subcommand(names[0], description);
  for (size_t i = 1; i < names.size(); ++i) post->alias(names[i]);
  auto options = std::make_shared<PostOptions>(preset);
  post->add_option("--registered-proof", options->proof, "Registered PoSt proof, number or name")
      ->capture_default_str();
  post->add_option("--sector-number,--sector-num", options->first_sector,
                   "Sector number, of several the first")
      ->capture_default_str();
  post->add_option("--miner-id", options->miner, "Actor id of the miner, 1000 or f01000")
      ->transform(cli::actor_id())
      ->capture_default_str();
  if (preset.kind == filecoin::PostKind::kWindow) {
    post->add_option("--sectors", options->sectors, "Sectors of the partition")
        ->capture_default_str();
    post->add_option("--partition", options->partition, "Index of the partition")
        ->check(CLI::Range(0u, ~0u))
        ->capture_default_str();
  }
  post->add_option("--randomness", options->randomness,
                   "64 hexadecimal digits; else the seed makes some");
  post->add_option("--seed", options->seed, "The same seed makes the same sectors")
      ->capture_default_str();
  post->add_option("-o,--output", options->output, "File to write; it must not exist yet")
      ->capture_default_str();
  post->footer(
      "Writes a JSON array of base64, a record for each sector, as Curio does, and prints what\n"
      "`single` needs beside it. The records satisfy circuit and checks at any size, and prove\n"
      "nothing about storage.\n");
  post->callback([options, &action] { action = [options] { return generate_post(*options); }; });
}

}  // namespace

void add_gen_vanilla(CLI::App& bench, cli::Action& action) {
  CLI::App* command =
      bench.add_subcommand("gen-vanilla", "Make vanilla proofs without sealing, for tests");
  command->require_subcommand(1);
  CLI::App* porep = command->add_subcommand("porep", "Write a C1 file of a made-up sector");
  auto options = std::make_shared<Options>();
  porep
      ->add_option("--registered-proof", options->proof,
                   "Registered seal proof, number or name; interactive ones only")
      ->capture_default_str();
  porep->add_option("--sector-num", options->sector_number, "Sector number")->capture_default_str();
  porep->add_option("--miner-id", options->miner, "Actor id of the miner, 1000 or f01000")
      ->transform(cli::actor_id())
      ->capture_default_str();
  porep->add_option("--seed", options->seed, "The same seed makes the same sector")
      ->capture_default_str();
  porep->add_option("-o,--output", options->output, "File to write; it must not exist yet")
      ->capture_default_str();
  porep->footer(
      "The sector satisfies circuit and checks at any size, at the price of seconds, and proves "
      "nothing\n"
      "about storage.\n\n"
      "Example:\n"
      "  cuzk-bench gen-vanilla porep --registered-proof 8 --seed 7 -o 32g.json\n");
  porep->callback([options, &action] { action = [options] { return generate_porep(*options); }; });
  add_post(*command, action,
           {.kind = filecoin::PostKind::kWindow,
            .type = "wpost",
            .proof = "13",
            .output = "wpost-vanilla.json",
            .randomness = ""},
           {"wpost", "window-post", "windowpost"}, "Write the records of a WindowPoSt partition");
  add_post(*command, action,
           {.kind = filecoin::PostKind::kWinning,
            .type = "winning",
            .proof = "3",
            .output = "winning-vanilla.json",
            .randomness = ""},
           {"winning", "winning-post", "winningpost"}, "Write the record of a WinningPoSt");
}

}  // namespace cuzk::bench
