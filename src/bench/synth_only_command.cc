// SPDX-License-Identifier: MIT OR Apache-2.0
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <numeric>
#include <string>

#include "base/error.h"
#include "bench/arguments.h"
#include "bench/backend_options.h"
#include "bench/bench.h"
#include "bench/progress_display.h"
#include "bench/report.h"
#include "bench/statement.h"
#include "cli/human_text.h"
#include "engine/circuit_report.h"

namespace cuzk::bench {
namespace {

using engine::WitnessReport;
using nlohmann::json;

constexpr std::array<const char*, 3> kRowNames = {"a", "b", "c"};

struct Options {
  StatementOptions statement;
  bool json = false;
  BackendOptions backend;
};

json to_json(const r1cs::ValuesDigest& digest) {
  json chunks = json::array();
  for (const base::Bytes32& chunk : digest.chunks) chunks.push_back(base::to_hex(chunk));
  return {{"chunk", r1cs::kDigestChunk},
          {"chunk_sha256", std::move(chunks)},
          {"count", digest.count},
          {"sha256", base::to_hex(digest.whole)}};
}

bool satisfied(const WitnessReport& report) {
  return report.first_unsatisfied >= report.rows[0].count;
}

json to_json(const WitnessReport& report) {
  json inputs = json::array();
  for (const auto& input : report.inputs) inputs.push_back(base::to_hex(input.to_bytes_le()));
  json out = {{"name", fmt::format("partition-{}", report.partition)},
              {"aux", to_json(report.aux)},
              {"inputs_with_one", std::move(inputs)},
              {"rows_from_circuit", report.rows[0].count - report.inputs.size()},
              {"first_unsatisfied_row", nullptr},
              {"seconds_witness", report.witness_seconds},
              {"seconds_rows", report.rows_seconds}};
  if (!satisfied(report)) out["first_unsatisfied_row"] = report.first_unsatisfied;
  for (size_t i = 0; i < kRowNames.size(); ++i) {
    out[kRowNames[i]] = to_json(report.rows[i]);
    out[fmt::format("{}_sha256_circuit_rows_only", kRowNames[i])] =
        base::to_hex(report.rows_without_closing[i]);
  }
  return out;
}

bool same(const WitnessReport& host, const WitnessReport& device) {
  return host.inputs == device.inputs && host.aux == device.aux && host.rows == device.rows;
}

// Side by side with the device's, if there is one.
void print_report(const WitnessReport& report, const WitnessReport* device) {
  Report text;
  const auto values = [&](const std::string& name, const r1cs::ValuesDigest& host,
                          const r1cs::ValuesDigest& other) {
    text.field(name, fmt::format("{}  {}", base::to_hex(host.whole), cli::count_text(host.count)));
    if (device != nullptr) {
      text.field(name + " on the device", fmt::format("{}  {}", base::to_hex(other.whole),
                                                      host == other ? "equal" : "DIFFERS"));
    }
  };
  const WitnessReport& other = device != nullptr ? *device : report;
  text.heading(fmt::format("Witness of partition {}", report.partition));
  values("aux", report.aux, other.aux);
  for (size_t i = 0; i < kRowNames.size(); ++i) {
    values(kRowNames[i], report.rows[i], other.rows[i]);
  }
  for (size_t i = 0; i < kRowNames.size(); ++i) {
    text.field(fmt::format("{}, circuit rows only", kRowNames[i]),
               base::to_hex(report.rows_without_closing[i]));
  }
  text.field("constraints", satisfied(report)
                                ? "all hold"
                                : fmt::format("row {} does not hold", report.first_unsatisfied))
      .field("witness in", cli::seconds_text(report.witness_seconds))
      .field("rows a, b, c in", cli::seconds_text(report.rows_seconds));
  if (device != nullptr) {
    text.field("on the device",
               fmt::format("witness in {:.2f} ms, rows a, b in {:.2f} ms",
                           1e3 * device->witness_seconds, 1e3 * device->rows_seconds));
  }
  text.print();
}

std::vector<size_t> chosen_partitions(const Options& options, size_t count) {
  const std::optional<size_t> chosen = options.statement.only_partition();
  if (!chosen) {
    std::vector<size_t> all(count);
    std::iota(all.begin(), all.end(), size_t{0});
    return all;
  }
  if (*chosen >= count) {
    throw base::Error(base::ErrorCode::kBadArgument,
                      fmt::format("--partition: expected 0 to {}, found {}", count - 1, *chosen));
  }
  return {*chosen};
}

cli::ExitCode synthesise(const Options& options) {
  const Statement statement = read_statement(options.statement, false);
  const engine::CheckedCase& checked = *statement.checked;
  const engine::KindCircuit& circuit = *engine::find_circuit(engine::kinds(), checked.circuit);
  const std::vector<size_t> chosen = chosen_partitions(options, checked.partitions);
  ProgressDisplay display;
  std::vector<WitnessReport> reports =
      engine::describe_witness(circuit, checked, chosen, nullptr, display.listener());
  std::vector<WitnessReport> of_device;
  if (std::unique_ptr<gpu::Device> device = options.backend.make_device()) {
    of_device =
        engine::describe_witness(circuit, checked, chosen, device.get(), display.listener());
  }
  display.finish();
  bool all_hold = true;
  json documents = json::array();
  for (size_t i = 0; i < reports.size(); ++i) {
    const WitnessReport* device = of_device.empty() ? nullptr : &of_device[i];
    all_hold =
        all_hold && satisfied(reports[i]) && (device == nullptr || same(reports[i], *device));
    if (options.json) {
      documents.push_back(to_json(reports[i]));
      if (device != nullptr) documents.back()["device"] = to_json(*device);
    } else {
      print_report(reports[i], device);
    }
  }
  if (options.json) print_json(documents);
  return all_hold ? cli::kExitOk : cli::kExitFailed;
}

}  // namespace

void add_synth_only(CLI::App& bench, cli::Action& action) {
  CLI::App* command =
      bench.add_subcommand("synth-only", "Build the witness of a statement without proving");
  auto options = std::make_shared<Options>();
  options->statement.partition_flag = PartitionFlag::kIndexOrOnly;
  options->statement.add_statement(*command);
  options->backend.add_to(*command);
  command->add_flag("--json", options->json, "Print JSON, with digests of chunks of 65,536 values");
  command->footer(
      "Prints the SHA-256 of the auxiliary values and of the row values a, b, c (32 bytes each,\n"
      "little-endian), to compare with those of another prover; with --backend gpu also those\n"
      "of the device, which have to be equal.\n\n"
      "Examples:\n"
      "  cuzk-bench synth-only --c1 c1.json --partition 0 --json\n"
      "  cuzk-bench synth-only --c1 c1.json --backend gpu\n");
  command->callback([options, &action] { action = [options] { return synthesise(*options); }; });
}

}  // namespace cuzk::bench
