// SPDX-License-Identifier: MIT OR Apache-2.0
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "bench/bench.h"
#include "bench/report.h"
#include "engine/pipeline_model.h"

namespace cuzk::bench {
namespace {

using engine::ModelResult;
using engine::ModelSettings;
using engine::PermitRule;
using nlohmann::json;

constexpr double kGiB = 1 << 30;

struct Options {
  std::vector<unsigned> partition_workers = {1, 2, 5, 10, 12, 14, 16};
  unsigned gpu_workers = 2;
  double prepare_seconds = 29, gpu_seconds = 5.5;
  double partition_gib = 16, started_gib = 4, fixed_gib = 70;
  double budget_gib = 300;
  size_t count = 30, concurrency = 20;
  bool json = false;
};

struct Row {
  const char* rule;
  ModelSettings settings;
  ModelResult result;
  bool budgeted;
};

uint64_t bytes_of(double gib) { return static_cast<uint64_t>(gib * kGiB); }
double gib_of(uint64_t bytes) { return static_cast<double>(bytes) / kGiB; }
double seconds_of(engine::Duration time) { return std::chrono::duration<double>(time).count(); }

engine::Duration duration_of(double seconds) {
  return std::chrono::duration_cast<engine::Duration>(std::chrono::duration<double>(seconds));
}

ModelSettings settings_of(const Options& options, unsigned workers) {
  ModelSettings settings;
  settings.partition_workers = workers;
  settings.gpu_workers = options.gpu_workers;
  settings.proofs = options.count;
  settings.concurrency = options.concurrency;
  settings.prepare_time = duration_of(options.prepare_seconds);
  settings.finish_time = duration_of(options.gpu_seconds / 10);
  settings.start_time = duration_of(options.gpu_seconds) - settings.finish_time;
  settings.fixed_bytes = bytes_of(options.fixed_gib);
  settings.prepared_bytes = bytes_of(options.partition_gib);
  settings.started_bytes = bytes_of(options.started_gib);
  return settings;
}

std::vector<Row> run_all(const Options& options) {
  std::vector<Row> rows;
  const auto add = [&](const char* rule, PermitRule permit_rule, bool budgeted) {
    for (unsigned workers : options.partition_workers) {
      ModelSettings settings = settings_of(options, workers);
      settings.permit_rule = permit_rule;
      if (budgeted) settings.budget_bytes = bytes_of(options.budget_gib);
      rows.push_back({rule, settings, engine::run_model(settings), budgeted});
    }
  };
  add("released early", PermitRule::kWhenPrepared, false);
  add("held", PermitRule::kWhenAccepted, false);
  add("held, budget", PermitRule::kWhenAccepted, true);
  return rows;
}

void print_table(const std::vector<Row>& rows) {
  std::string text =
      fmt::format("{:<14} {:>7} {:>7} {:>8} {:>9} {:>9} {:>7} {:>9}\n", "permits", "workers",
                  "budget", "s/proof", "reserved", "resident", "permits", "in flight");
  for (const Row& row : rows) {
    text +=
        fmt::format("{:<14} {:>7} {:>7} {:>8.1f} {:>9.0f} {:>9.0f} {:>7} {:>9}\n", row.rule,
                    row.settings.partition_workers,
                    row.budgeted ? fmt::format("{:.0f}", gib_of(row.settings.budget_bytes))
                                 : std::string("none"),
                    seconds_of(row.result.total) / static_cast<double>(row.result.proofs),
                    gib_of(row.result.reserved_peak_bytes), gib_of(row.result.resident_peak_bytes),
                    row.result.permits_peak, row.result.in_flight_peak);
  }
  Report report;
  report.heading("Model of the pipeline").append(text).append("Memory in GiB, peaks.\n").print();
}

void print_rows_as_json(const std::vector<Row>& rows) {
  json documents = json::array();
  for (const Row& row : rows) {
    documents.push_back(
        {{"permits", row.rule},
         {"partition_workers", row.settings.partition_workers},
         {"budget_bytes", row.budgeted ? json(row.settings.budget_bytes) : json(nullptr)},
         {"proofs", row.result.proofs},
         {"seconds", seconds_of(row.result.total)},
         {"reserved_peak_bytes", row.result.reserved_peak_bytes},
         {"resident_peak_bytes", row.result.resident_peak_bytes},
         {"permits_peak", row.result.permits_peak},
         {"in_flight_peak", row.result.in_flight_peak}});
  }
  print_json(documents);
}

}  // namespace

void add_model(CLI::App& bench, cli::Action& action) {
  CLI::App* command = bench.add_subcommand(
      "model", "Predict memory and throughput of settings, without proving anything");
  auto options = std::make_shared<Options>();
  command->add_option("--partition-workers", options->partition_workers, "Settings to compare")
      ->delimiter(',')
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  command->add_option("--gpu-workers", options->gpu_workers, "Partitions in flight on the device")
      ->check(CLI::Range(1, 64))
      ->capture_default_str();
  const auto positive = [&](const char* name, double& value, const char* text) {
    command->add_option(name, value, text)->check(CLI::PositiveNumber)->capture_default_str();
  };
  positive("--prepare-seconds", options->prepare_seconds, "To prepare a partition");
  positive("--gpu-seconds", options->gpu_seconds, "On the device, of each partition");
  positive("--partition-gib", options->partition_gib, "Of a partition until the device has it");
  positive("--started-gib", options->started_gib, "Of a partition from then on");
  positive("--fixed-gib", options->fixed_gib, "Circuit and parameters");
  positive("--budget-gib", options->budget_gib, "For the rows with a budget");
  command->add_option("-c,--count", options->count, "Proofs of ten partitions")
      ->check(CLI::Range(1, 10000))
      ->capture_default_str();
  command->add_option("-j,--concurrency", options->concurrency, "Proofs at once")
      ->check(CLI::Range(1, 10000))
      ->capture_default_str();
  command->add_flag("--json", options->json, "Print JSON");
  command->footer(
      "Runs the daemon's scheduler, permits, queues and budget under a fake clock. The defaults\n"
      "are the figures of the Rust prover for a 32 GiB PoRep.\n\n"
      "Example:\n  cuzk-bench model --prepare-seconds 1.1 --gpu-seconds 0.9 --partition-gib 0.1\n");
  command->callback([options, &action] {
    action = [options] {
      std::vector<Row> rows = run_all(*options);
      options->json ? print_rows_as_json(rows) : print_table(rows);
      return cli::kExitOk;
    };
  });
}

}  // namespace cuzk::bench
