// SPDX-License-Identifier: MIT OR Apache-2.0
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "bench/backend_options.h"
#include "bench/bench.h"
#include "bench/output_file.h"
#include "bench/progress_display.h"
#include "bench/report.h"
#include "bench/statement.h"
#include "bench/sweep.h"
#include "bench/sweep_report.h"
#include "engine/circuit_prover.h"

namespace cuzk::bench {
namespace {

constexpr int kCountMax = 10000;

struct Options {
  StatementOptions statement;
  BackendOptions backend;
  KnobLists lists;
  unsigned count = 3, repeats = 3;
  std::string memory_budget = "0";
  bool json = false;
  std::string csv;
};

cli::ExitCode run(const Options& options) {
  options.statement.check();
  OutputFile csv(options.csv);
  SweepResult result{.type = options.statement.type,
                     .count = options.count,
                     .repeats = options.repeats,
                     .configurations = combinations(options.lists),
                     .runs = {}};
  const Statement statement = read_statement(options.statement);
  engine::ProverOptions prover = options.statement.prover_options(options.backend.value());
  prover.circuits = {statement.checked->circuit};
  const std::unique_ptr<gpu::Device> device = options.backend.make_device();
  ProgressDisplay display;
  run_sweep({.memory_budget = options.memory_budget,
             .requests = requests_of(statement),
             .circuit = statement.checked->circuit,
             .prover = engine::circuit_prover(prover),
             .memory = process_memory(device.get()),
             .progress = [&](const std::string& text,
                             bool ended) { display.report(text, ended ? 1 : 0, 1); }},
            result);
  display.finish();
  csv.write(sweep_csv(result));
  if (options.json) {
    print_json(sweep_json(result));
  } else {
    fmt::print("{}", sweep_text(result));
  }
  return result.all_completed() ? cli::kExitOk : cli::kExitFailed;
}

void add_knob(CLI::App& command, size_t knob, std::vector<unsigned>& values) {
  const Knob& row = kKnobs[knob];
  values = {row.preset};
  CLI::Option* option = command.add_option(row.flag, values, row.help)->delimiter(',');
  if (knob == kTimeline) {
    option->default_str("off")->transform(
        CLI::CheckedTransformer(std::map<std::string, unsigned>{{"off", 0}, {"on", 1}}));
  } else {
    option->capture_default_str()->check(CLI::Range(row.min, kKnobMax));
  }
}

}  // namespace

void add_sweep(CLI::App& bench, cli::Action& action) {
  CLI::App* command =
      bench.add_subcommand("sweep", "Prove under many settings, and compare their times");
  auto options = std::make_shared<Options>();
  options->statement.add_to(*command);
  options->backend.add_to(*command);
  command->add_option("--memory-budget", options->memory_budget, kMemoryBudgetHelp)
      ->capture_default_str();
  for (size_t knob = 0; knob < kKnobCount; ++knob) {
    add_knob(*command, knob, options->lists[knob]);
  }
  command->add_option("-c,--count", options->count, "Proofs in each run")
      ->capture_default_str()
      ->check(CLI::Range(1, kCountMax));
  command->add_option("--repeats", options->repeats, "Rounds, each of all configurations")
      ->capture_default_str()
      ->check(CLI::Range(2, kCountMax));
  command->add_flag("--json", options->json, "Print all runs as one JSON document, for compare");
  command->add_option("--csv", options->csv, "Write a row for each run");
  command->footer(
      "Lists are separated by commas; every combination is a configuration. The rounds run all of\n"
      "them, every second one in reverse order, after a run that warms up and does not count;\n"
      "circuit and parameters are loaded once. Every proof is verified. The best configuration is\n"
      "marked, and those that cannot be told from it: three rounds show their ranges, four or "
      "more\n"
      "allow a test. With --timeline off,on the cost of recording is compared at the end.\n"
      "The exit code is 1 if a proof failed.\n"
      "\n"
      "Examples:\n"
      "  cuzk-bench sweep --c1 c1.json --backend gpu -c 15 -j 5,15 --partition-workers 2,5,10\n"
      "  cuzk-bench sweep --c1 c1.json --backend gpu --timeline off,on --repeats 5\n"
      "  cuzk-bench sweep --c1 c1.json --gpu-workers 1,2 --json > before.json\n");
  command->callback([options, &action] { action = [options] { return run(*options); }; });
}

}  // namespace cuzk::bench
