// SPDX-License-Identifier: MIT OR Apache-2.0
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <memory>
#include <optional>
#include <string>

#include "base/clock.h"
#include "base/error.h"
#include "bench/arguments.h"
#include "bench/backend_options.h"
#include "bench/bench.h"
#include "bench/engine_knobs.h"
#include "bench/inputs_file.h"
#include "bench/output_file.h"
#include "bench/progress_display.h"
#include "bench/proof_report.h"
#include "bench/statement.h"
#include "cli/parameter_cache.h"
#include "engine/parameters.h"
#include "engine/prove_case.h"

namespace cuzk::bench {
namespace {

namespace fs = std::filesystem;
using base::Error;
using base::ErrorCode;

struct Options {
  StatementOptions statement;
  std::optional<std::string> circuit_cache;
  bool generate = false;
  bool check_witness = false;
  BackendOptions backend;
  std::string memory_budget = "0";
  std::string proof_out;
  std::string inputs_out;
};

bool ask_to_generate(const fs::path& params) {
  if (::isatty(STDIN_FILENO) != 1 || ::isatty(STDERR_FILENO) != 1) return false;
  cli::print_stderr(
      fmt::format("{} is not there.\n"
                  "Make parameters for tests now? No network accepts proofs under them. [y/N] ",
                  params.string()));
  std::string answer;
  std::getline(std::cin, answer);
  return answer == "y" || answer == "Y" || answer == "yes";
}

// Returns the seconds that making the parameters took, if they had to be made.
std::optional<double> ensure_parameters(const Options& options, const fs::path& params,
                                        const engine::KindCircuit& circuit,
                                        const base::Progress& progress) {
  if (fs::exists(params)) return std::nullopt;
  if (!options.generate && !ask_to_generate(params)) {
    throw Error(
        ErrorCode::kFileMissing,
        fmt::format("{}: no such file; name the folder of the parameters with --param-cache "
                    "or {}, or make some for tests with --generate-test-params",
                    params.string(), cli::kParameterCacheVariable));
  }
  base::Stopwatch watch;
  std::unique_ptr<gpu::Device> device = options.backend.make_device();
  engine::generate_parameters(params.parent_path(), circuit, std::nullopt, device.get(), progress);
  return watch.seconds();
}

// Beside the parameters, unless another folder or none at all is asked for.
std::optional<fs::path> circuit_cache(const Options& options, const fs::path& parameters) {
  if (!options.circuit_cache) return parameters;
  if (options.circuit_cache->empty()) return std::nullopt;
  return *options.circuit_cache;
}

cli::ExitCode prove(const Options& options) {
  options.statement.check();
  if (!options.proof_out.empty() && options.proof_out == options.inputs_out) {
    throw Error(ErrorCode::kBadArgument,
                fmt::format("--inputs-out: expected another file than --proof-out, found {}",
                            options.inputs_out));
  }
  OutputFile proof_out(options.proof_out), inputs_out(options.inputs_out);
  engine::Backend backend = options.backend.value();
  options.backend.make_device();  // throws before the work rather than after it
  ProgressDisplay display;
  base::report(display.listener(), "read and check statement", 0, 1);
  const Statement statement = read_statement(options.statement);
  base::report(display.listener(), "read and check statement", 1, 1);
  ProofReport report{.statement = statement};
  const engine::CheckedCase& checked = *statement.checked;
  const engine::KindCircuit& circuit = *engine::find_circuit(engine::kinds(), checked.circuit);
  report.params = engine::parameter_path(options.statement.parameters(), circuit);
  engine::ParametersSource parameters;
  if (!options.statement.keep_in_memory) {
    report.setup_seconds = ensure_parameters(options, report.params, circuit, display.listener());
    parameters.file = report.params;
  }
  report.made_for_tests = options.statement.keep_in_memory || engine::made_for_tests(report.params);
  const base::Stopwatch watch;
  const engine::CaseOptions how{
      .partition = options.statement.only_partition(),
      .circuit_cache = circuit_cache(options, report.params.parent_path()),
      .check_witness = options.check_witness,
      .host_budget_bytes = host_budget_bytes(options.memory_budget)};
  const engine::CaseResult result =
      engine::prove_case(circuit, checked, parameters, backend, how, display.listener());
  display.finish();
  report.wall_seconds = statement.read_seconds + statement.check_seconds + watch.seconds();

  proof_out.write(result.proof);
  inputs_out.write(write_inputs(result.inputs));
  proof_report(report, result).print();
  return cli::kExitOk;
}

}  // namespace

void add_single(CLI::App& bench, cli::Action& action) {
  CLI::App* command = bench.add_subcommand("single", "Prove one statement and verify the proof");
  auto options = std::make_shared<Options>();
  options->statement.partition_flag = PartitionFlag::kIndexOrOnly;
  options->statement.add_to(*command);
  command->add_option("--circuit-cache", options->circuit_cache,
                      "Folder where the compiled circuit is kept for the next time, else that of\n"
                      "the parameters; \"\" for none");
  command->add_flag("--generate-test-params", options->generate,
                    "Make parameters for tests if there are none; on a terminal it is asked");
  command->add_flag("--check-witness", options->check_witness,
                    "Evaluate every constraint and name the first one that does not hold");
  options->backend.add_to(*command);
  command->add_option("--memory-budget", options->memory_budget, kMemoryBudgetHelp)
      ->capture_default_str();
  command->add_option("--proof-out", options->proof_out, "Write the proof, 192 bytes a partition");
  command->add_option("--inputs-out", options->inputs_out, "Write the public inputs (JSON)");
  command->footer(
      "The statement is checked before proving: trees, labels, challenges, and for a C1 file that\n"
      "the replica belongs to this sector of this miner. The proof is verified before it is "
      "printed.\n"
      "\n"
      "Examples:\n"
      "  cuzk-bench single --type porep --c1 c1.json --sector-num 1001 --miner-id 1000\n"
      "  cuzk-bench single --c1 c1.json --param-cache DIR --generate-test-params\n"
      "  cuzk-bench single --c1 c1.json --backend gpu --vram-budget 24GiB\n"
      "  cuzk-bench single -t wpost --vanilla v.json --registered-proof 13 --randomness HEX\n");
  command->callback([options, &action] { action = [options] { return prove(*options); }; });
}

}  // namespace cuzk::bench
