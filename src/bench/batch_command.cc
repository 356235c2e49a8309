// SPDX-License-Identifier: MIT OR Apache-2.0
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "base/clock.h"
#include "base/error.h"
#include "bench/backend_options.h"
#include "bench/batch_report.h"
#include "bench/batch_run.h"
#include "bench/bench.h"
#include "bench/engine_knobs.h"
#include "bench/memory_sampler.h"
#include "bench/output_file.h"
#include "bench/report.h"
#include "bench/statement.h"
#include "engine/circuit_prover.h"
#include "service/client.h"

namespace cuzk::bench {
namespace {

struct Options {
  StatementOptions statement;
  std::vector<std::string> beside;  // C1 files that take turns with it
  unsigned count = 3;
  Configuration configuration = preset_configuration();
  BackendOptions backend;
  std::string memory_budget = "0";
  bool json = false;
  std::string csv, trace;
};

// Where proofs come from, and whose memory is looked at.
struct Prover {
  ProofSource source;
  MemoryProbe memory;
};

void print_head(const BatchResult& batch) {
  Report text;
  text.heading("Batch Benchmark")
      .field("proof type", batch.type)
      .field("count", fmt::format("{}", batch.count))
      .field("concurrency", fmt::format("{}", batch.concurrency));
  if (!batch.daemon.empty()) text.field("daemon", batch.daemon);
  text.print();
}

// What the flags say first, then each file beside it.
std::vector<Statement> all_statements(const Options& options) {
  std::vector<Statement> out = {read_statement(options.statement)};
  StatementOptions beside = options.statement;
  for (const std::string& file : options.beside) {
    beside.c1 = file;
    out.push_back(read_statement(beside));
  }
  return out;
}

void prove_all(const Options& options, const std::vector<Statement>& statements,
               const Prover& prover, const base::Stopwatch& start, BatchResult& result) {
  const MemorySampler sampler(prover.memory);
  const base::Stopwatch watch;
  const auto tell = [&](const BatchProof& proof, unsigned index) {
    result.proofs[index] = proof;
    if (result.first_seconds == 0 && proof.error.empty()) result.first_seconds = start.seconds();
    // What cannot be written shows at the end (cli/action.h); the proofs go on.
    if (!options.json) std::fputs((proof_line(result, index) + "\n").c_str(), stdout);
    std::fflush(stdout);
  };
  const RequestMaker in_turn = [&](unsigned index) {
    return requests_of(statements[index % statements.size()])(index);
  };
  run_batch({result.count, result.concurrency, in_turn, prover.source, tell});
  result.total_seconds = watch.seconds();
  result.peak_host_bytes = sampler.peak().host_bytes;
  result.peak_device_bytes = sampler.peak().device_bytes;
}

void prove_here(const Options& options, const std::vector<Statement>& statements,
                const base::Stopwatch& start, BatchResult& result) {
  OutputFile trace(options.trace);
  engine::ProverOptions prover = options.statement.prover_options(options.backend.value());
  for (const Statement& one : statements) prover.circuits.push_back(one.checked->circuit);
  const std::unique_ptr<gpu::Device> device = options.backend.make_device();
  Configuration configuration = options.configuration;
  configuration[kTimeline] = options.trace.empty() ? 0 : 1;
  engine::Engine engine(engine_options(configuration, options.memory_budget),
                        engine::circuit_prover(prover));
  if (!options.json) print_head(result);
  const base::Stopwatch watch;
  for (const std::string& circuit : prover.circuits) engine.preload(circuit);
  result.ready_seconds = watch.seconds();
  prove_all(options, statements, {engine_source(engine), process_memory(device.get())}, start,
            result);
  if (!options.trace.empty()) trace.write(engine.trace_json());
}

cli::ExitCode run(const Options& options, const std::optional<std::string>& daemon) {
  const base::Stopwatch start;
  if (options.statement.check().parameters != filecoin::ParameterKind::kPorep &&
      !options.beside.empty()) {
    throw base::Error(
        base::ErrorCode::kBadArgument,
        fmt::format("--beside: is for C1 files, not for --type {}", options.statement.type));
  }
  OutputFile csv(options.csv);
  BatchResult result{.type = options.statement.type,
                     .daemon = daemon.value_or(""),
                     .count = options.count,
                     .concurrency = options.configuration[kConcurrency],
                     .proofs = std::vector<BatchProof>(options.count)};
  const std::vector<Statement> statements = all_statements(options);
  if (daemon) {
    service::Client client(*daemon);
    if (!options.json) print_head(result);
    prove_all(options, statements, {daemon_source(client), daemon_memory(client)}, start, result);
  } else {
    prove_here(options, statements, start, result);
  }
  csv.write(to_csv(result));
  if (options.json) {
    print_json(to_json(result));
  } else {
    fmt::print("\n{}", summary_text(result));
  }
  return result.completed() == options.count ? cli::kExitOk : cli::kExitFailed;
}

// A daemon has its own of these.
void refuse_options_of_this_process(const CLI::App& command) {
  for (const char* flag : {"--backend", "--gpu", "--vram-budget", "--memory-budget",
                           "--partition-workers", "--queue-capacity", "--gpu-workers",
                           "--gpu-threads", "--param-cache", "--keep-test-params", "--trace"}) {
    if (command.count(flag) == 0) continue;
    throw base::Error(base::ErrorCode::kBadArgument,
                      fmt::format("{}: is for proving in this process; with --addr the daemon's "
                                  "configuration says it",
                                  flag));
  }
}

}  // namespace

void add_batch(CLI::App& bench, cli::Action& action, const DaemonAddress& daemon) {
  CLI::App* command = bench.add_subcommand("batch", "Prove one statement many times, and time it");
  auto options = std::make_shared<Options>();
  options->statement.add_to(*command);
  command
      ->add_option("--beside", options->beside,
                   "Another C1 file, of any sector size; proofs take the files in turn")
      ->allow_extra_args(false);
  command->add_option("-c,--count", options->count, "Proofs in all")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
  options->backend.add_to(*command);
  command->add_option("--memory-budget", options->memory_budget, kMemoryBudgetHelp)
      ->capture_default_str();
  for (size_t knob = 0; knob < kTimeline; ++knob) {  // the timeline is on for --trace
    command->add_option(kKnobs[knob].flag, options->configuration[knob], kKnobs[knob].help)
        ->capture_default_str()
        ->check(CLI::Range(kKnobs[knob].min, kKnobMax));
  }
  command->add_flag("--json", options->json, "Print one JSON document instead of the report");
  command->add_option("--csv", options->csv, "Write a row for each proof");
  command->add_option("--trace", options->trace,
                      "Write what happened when, for Perfetto or chrome://tracing");
  command->footer(
      "Runs the engine of the daemon in this process; parameters are ready before the first\n"
      "proof is asked for. Every proof is verified. The exit code is 1 if one failed.\n"
      "With --addr a daemon is asked instead, by its Prove call. Prove and queue times are those\n"
      "that it answers with, peaks are of what it has reserved; back end, budgets and workers are\n"
      "its own. The first proof may wait for parameters: cuzk-bench preload loads them before.\n"
      "\n"
      "Examples:\n"
      "  cuzk-bench batch --type porep --c1 c1.json --count 15 --concurrency 15 --backend gpu\n"
      "  cuzk-bench batch --c1 c1.json --backend gpu --vram-budget 16GiB --trace trace.json\n"
      "  cuzk-bench batch --c1 32g.json --beside 64g.json -c 10 -j 4 --backend gpu\n"
      "  cuzk-bench batch -t winning --vanilla v.json --registered-proof 3 --randomness HEX\n"
      "  cuzk-bench -a unix:///run/curio/cuzk.sock batch --c1 c1.json -c 15 -j 15\n");
  command->fallthrough()->callback([=, &action] {
    action = [=] {
      if (*daemon) refuse_options_of_this_process(*command);
      return run(*options, *daemon);
    };
  });
}

}  // namespace cuzk::bench
