// SPDX-License-Identifier: MIT OR Apache-2.0
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "base/clock.h"
#include "bench/arguments.h"
#include "bench/bench.h"
#include "bench/output_file.h"
#include "cli/decimal.h"
#include "cli/human_text.h"
#include "filecoin/c1_writer.h"
#include "filecoin/porep_synthetic.h"

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
}

}  // namespace cuzk::bench
