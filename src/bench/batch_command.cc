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
#include "bench/proof_request.h"
#include "bench/report.h"
#include "engine/circuit_prover.h"
#include "service/client.h"

namespace cuzk::bench {
namespace {

struct Options {
  ProofOptions proof;
  std::vector<std::string> beside;  // files of the same type that take turns with it
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

// Of each file, that of the flags first.
std::vector<ProofRequests> all_requests(const Options& options) {
  std::vector<ProofRequests> out = {proof_requests(options.proof)};
  ProofOptions beside = options.proof;
  for (const std::string& file : options.beside) {
    (beside.is_porep() ? beside.c1 : beside.vanilla) = file;
    out.push_back(proof_requests(beside));
  }
  return out;
}

void prove_all(const Options& options, const std::vector<ProofRequests>& requests,
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
    return requests[index % requests.size()].make(index);
  };
  run_batch({result.count, result.concurrency, in_turn, prover.source, tell});
  result.total_seconds = watch.seconds();
  result.peak_host_bytes = sampler.peak().host_bytes;
  result.peak_device_bytes = sampler.peak().device_bytes;
}

void prove_here(const Options& options, const std::vector<ProofRequests>& requests,
                const base::Stopwatch& start, BatchResult& result) {
  OutputFile trace(options.trace);
  engine::ProverOptions prover = options.proof.prover_options(options.backend.value());
  for (const ProofRequests& file : requests) prover.circuits.push_back(file.circuit);
  const std::unique_ptr<gpu::Device> device = options.backend.make_device();
  Configuration configuration = options.configuration;
  configuration[kTimeline] = options.trace.empty() ? 0 : 1;
  engine::Engine engine(engine_options(configuration, options.memory_budget),
                        engine::circuit_prover(prover));
  if (!options.json) print_head(result);
  const base::Stopwatch watch;
  for (const std::string& circuit : prover.circuits) engine.preload(circuit);
  result.ready_seconds = watch.seconds();
  prove_all(options, requests, {engine_source(engine), process_memory(device.get())}, start,
            result);
  if (!options.trace.empty()) trace.write(engine.trace_json());
}

cli::ExitCode run(const Options& options, const std::optional<std::string>& daemon) {
  const base::Stopwatch start;
  options.proof.kind();  // throws for what is none
  OutputFile csv(options.csv);
  BatchResult result{.type = options.proof.type,
                     .daemon = daemon.value_or(""),
                     .count = options.count,
                     .concurrency = options.configuration[kConcurrency],
                     .proofs = std::vector<BatchProof>(options.count)};
  const std::vector<ProofRequests> requests = all_requests(options);
  if (daemon) {
    service::Client client(*daemon);
    if (!options.json) print_head(result);
    prove_all(options, requests, {daemon_source(client), daemon_memory(client)}, start, result);
  } else {
    prove_here(options, requests, start, result);
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
  CLI::App* command = bench.add_subcommand("batch", "Prove one input many times, and time it");
  auto options = std::make_shared<Options>();
  options->proof.add_input(*command);
  options->proof.add_parameters(*command);
  command
      ->add_option(
          "--beside", options->beside,
          "Another file of the same type; proofs take the files in turn. C1 files may be of\n"
          "any sector size, vanilla proofs are of the same registered proof")
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
      "  cuzk-bench batch -t winning --vanilla v.json --registered-proof 3 --randomness R -c 5\n"
      "  cuzk-bench -a unix:///run/curio/cuzk.sock batch --c1 c1.json -c 15 -j 15\n");
  command->fallthrough()->callback([=, &action] {
    action = [=] {
      if (*daemon) refuse_options_of_this_process(*command);
      return run(*options, *daemon);
    };
  });
}

}  // namespace cuzk::bench
