// SPDX-License-Identifier: MIT OR Apache-2.0
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <atomic>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "app/backend_options.h"
#include "app/batch_report.h"
#include "app/bench.h"
#include "app/c1_options.h"
#include "app/host_memory.h"
#include "app/memory_sampler.h"
#include "app/report.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/file.h"
#include "engine/engine.h"
#include "engine/porep_job.h"
#include "filecoin/c1_reader.h"

namespace cuzk::app {
namespace {

using engine::Duration;
using engine::JobResult;

// What is left to the system and to other programs.
constexpr uint64_t kSafetyMargin = uint64_t{5} << 30;

struct Options {
  C1Options c1;
  unsigned count = 3, concurrency = 1;
  BackendOptions backend;
  std::string memory_budget = "0";
  unsigned partition_workers = 0, gpu_workers = 2, gpu_threads = 0;
  size_t queue_capacity = 0;
  bool json = false;
  std::string csv, trace;
};

double seconds(Duration duration) { return std::chrono::duration<double>(duration).count(); }

const char* status_text(engine::JobState state) {
  switch (state) {
    case engine::JobState::kCompleted: return "COMPLETED";
    case engine::JobState::kCancelled: return "CANCELLED";
    case engine::JobState::kTimeout: return "TIMEOUT";
    default: return "FAILED";
  }
}

engine::Options engine_options(const Options& options) {
  engine::Options out;
  const uint64_t budget = bytes_argument("--memory-budget", options.memory_budget);
  const uint64_t all = host_memory().usable_bytes();
  out.host_budget_bytes = budget > 0 ? budget : all - std::min(all / 2, kSafetyMargin);
  out.request_bytes_max = out.host_budget_bytes / 4;
  out.partition_workers = options.partition_workers;
  out.queue_capacity = options.queue_capacity;
  out.gpu_workers_per_device = options.gpu_workers;
  out.gpu_threads = options.gpu_threads;
  out.timeline = !options.trace.empty();
  return out;
}

// One proof after the other on each of `concurrency` threads.
class Batch {
 public:
  Batch(const Options& options, std::string c1, const filecoin::SealCommitOne& sector,
        engine::Engine& engine, const base::Stopwatch& start)
      : options_(options), c1_(std::move(c1)), sector_(sector), engine_(engine), start_(start) {
    result_.type = options.c1.type;
    result_.count = options.count;
    result_.concurrency = options.concurrency;
    result_.proofs.resize(options.count);
  }

  BatchResult run() {
    base::Stopwatch watch;
    std::vector<std::jthread> threads;
    for (unsigned i = 0; i < std::min(options_.concurrency, options_.count); ++i) {
      threads.emplace_back([this] {
        for (unsigned next = next_++; next < options_.count; next = next_++) prove(next);
      });
    }
    threads.clear();
    result_.total_seconds = watch.seconds();
    return result_;
  }

 private:
  // Spaces behind the file make each request another input; the same one would be answered from
  // the first result.
  engine::Request request(unsigned index) const {
    engine::Request out;
    out.label = fmt::format("batch-{}", index + 1);
    out.kind = engine::find_proof_kind(1);
    out.sector_size = sector_.proof->sector->bytes;
    out.registered_proof = sector_.proof->id;
    out.vanilla_proofs = {c1_ + std::string(index, ' ')};
    const filecoin::StatementIdentity identity = options_.c1.identity(sector_);
    out.miner_id = identity.miner;
    out.sector_number = identity.sector_number;
    return out;
  }

  void prove(unsigned index) {
    base::Stopwatch watch;
    BatchProof& proof = result_.proofs[index];
    const auto submitted = engine_.submit(request(index), engine::Interest::kKeep);
    const JobResult result = *engine_.await(submitted.job, std::nullopt);
    proof.status = status_text(result.state);
    proof.error = result.error;
    proof.wall_seconds = watch.seconds();
    proof.prove_seconds = seconds(result.times.prove);
    proof.queue_seconds = seconds(result.times.queue);
    std::lock_guard lock(mutex_);
    if (result_.first_seconds == 0 && result.error.empty()) {
      result_.first_seconds = start_.seconds();
    }
    if (!options_.json) fmt::print("{}\n", proof_line(result_, index));
    std::cout.flush();
  }

  const Options& options_;
  const std::string c1_;
  const filecoin::SealCommitOne& sector_;
  engine::Engine& engine_;
  const base::Stopwatch& start_;
  std::atomic<unsigned> next_ = 0;
  std::mutex mutex_;
  BatchResult result_;
};

void print_head(const Options& options) {
  Report text;
  text.heading("Batch Benchmark")
      .field("proof type", options.c1.type)
      .field("count", fmt::format("{}", options.count))
      .field("concurrency", fmt::format("{}", options.concurrency))
      .print();
}

ExitCode run(const Options& options) {
  const base::Stopwatch start;
  options.c1.check_type();
  const engine::Backend backend = options.backend.value();
  const std::unique_ptr<gpu::Device> device = options.backend.make_device();
  std::string c1;
  filecoin::SealCommitOne sector;
  {
    base::MappedFile file(options.c1.c1);
    sector = filecoin::read_c1(file.bytes(), options.c1.c1);
    sector.partitions.clear();
    c1.assign(file.bytes().begin(), file.bytes().end());
  }
  engine::PorepOptions porep{.parameters = {}, .circuit_cache = {}, .devices = {backend}};
  if (!options.c1.keep_in_memory) {
    porep.parameters = options.c1.parameters();
    porep.circuit_cache = porep.parameters;
  }
  if (!options.json) print_head(options);
  engine::Engine engine(engine_options(options), engine::porep_prover(porep));
  base::Stopwatch watch;
  engine.preload(engine::porep_circuit_name(*sector.proof->sector));
  const double ready = watch.seconds();

  MemorySampler sampler(device.get());
  BatchResult result = Batch(options, std::move(c1), sector, engine, start).run();
  result.ready_seconds = ready;
  result.peak_host_bytes = sampler.peak_host_bytes();
  result.peak_device_bytes = sampler.peak_device_bytes();
  if (!options.csv.empty()) base::write_new_file(options.csv, to_csv(result));
  if (!options.trace.empty()) base::write_new_file(options.trace, engine.trace_json());
  if (options.json) {
    print_json(to_json(result));
  } else {
    fmt::print("\n{}", summary_text(result));
  }
  return result.completed() == options.count ? kExitOk : kExitFailed;
}

void add_engine_options(CLI::App& command, Options& options) {
  command
      .add_option("--memory-budget", options.memory_budget,
                  "Host memory that jobs may use, as 64GiB; 0: all but 5 GiB")
      ->capture_default_str();
  command
      .add_option("--partition-workers", options.partition_workers,
                  "Prepared partitions at once; 0: one for each processor")
      ->capture_default_str();
  command
      .add_option("--queue-capacity", options.queue_capacity,
                  "Prepared partitions before the device; 0: as many again")
      ->capture_default_str();
  command
      .add_option("--gpu-workers", options.gpu_workers,
                  "Partitions in flight on a device, or groups of them where points are streamed")
      ->capture_default_str();
  command
      .add_option("--gpu-threads", options.gpu_threads,
                  "Host threads beside a device; 0: all processors")
      ->capture_default_str();
}

}  // namespace

void add_batch(CLI::App& bench, Action& action) {
  CLI::App* command = bench.add_subcommand("batch", "Prove one C1 file many times, and time it");
  auto options = std::make_shared<Options>();
  options->c1.add_to(*command);
  command->add_option("-c,--count", options->count, "Proofs in all")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
  command->add_option("-j,--concurrency", options->concurrency, "Proofs asked for at once")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
  options->backend.add_to(*command);
  add_engine_options(*command, *options);
  command->add_flag("--json", options->json, "Print one JSON document instead of the report");
  command->add_option("--csv", options->csv, "Write a row for each proof");
  command->add_option("--trace", options->trace,
                      "Write what happened when, for Perfetto or chrome://tracing");
  command->footer(
      "Runs the engine of the daemon in this process; parameters are ready before the first\n"
      "proof is asked for. Every proof is verified. The exit code is 1 if one failed.\n"
      "\n"
      "Examples:\n"
      "  cuzk-bench batch --type porep --c1 c1.json --count 15 --concurrency 15 --backend gpu\n"
      "  cuzk-bench batch --c1 c1.json --backend gpu --vram-budget 16GiB --trace trace.json\n");
  command->callback([options, &action] { action = [options] { return run(*options); }; });
}

}  // namespace cuzk::app
