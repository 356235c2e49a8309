// SPDX-License-Identifier: MIT OR Apache-2.0
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "bench/arguments.h"
#include "bench/bench.h"
#include "bench/progress_display.h"
#include "bench/report.h"
#include "cli/human_text.h"
#include "engine/circuit_report.h"

namespace cuzk::bench {
namespace {

struct Options {
  std::string kind = "porep";
  std::string sector_size;
  bool json = false;
};

std::string three(const std::array<uint64_t, 3>& values) {
  return fmt::format("A {}, B {}, C {}", cli::count_text(values[0]), cli::count_text(values[1]),
                     cli::count_text(values[2]));
}

nlohmann::json to_json(const engine::KindCircuit& circuit, const engine::CircuitReport& report) {
  nlohmann::json checkpoints = nlohmann::json::array();
  for (const base::Bytes32& value : report.digest.checkpoints) {
    checkpoints.push_back(base::to_hex(value));
  }
  return {{"name", circuit.file_name},
          {"num_constraints", report.num_constraints},
          {"num_constraints_with_input_rows", report.num_rows},
          {"num_inputs", report.num_inputs},
          {"num_aux", report.num_aux},
          {"num_wide", report.num_wide},
          {"domain_log2", report.log_domain},
          {"nonzeros", report.non_zeros},
          {"density_a_aux", report.a_aux_density},
          {"density_b_aux", report.b_aux_density},
          {"density_b_input", report.b_input_density},
          {"dig1", base::to_hex(report.digest.value)},
          {"dig1_checkpoint_every", 1000000},
          {"dig1_checkpoints", std::move(checkpoints)},
          {"memory_bytes", report.memory_bytes},
          {"file_bytes", report.file_bytes},
          {"seconds_recording", report.record_seconds},
          {"seconds_digest", report.digest_seconds}};
}

void print_report(const engine::KindCircuit& circuit, const engine::CircuitReport& report) {
  auto bytes = [](uint64_t count) {
    return fmt::format("{} ({} bytes)", cli::bytes_text(count), cli::count_text(count));
  };
  Report()
      .heading(fmt::format("Circuit {}", circuit.file_name))
      .field("constraints", cli::count_text(report.num_constraints))
      .field("with input rows", cli::count_text(report.num_rows))
      .field("domain", fmt::format("2^{}", report.log_domain))
      .field("inputs", fmt::format("{} (with ONE)", cli::count_text(report.num_inputs)))
      .field("aux variables", cli::count_text(report.num_aux))
      .field("of them not bits", cli::count_text(report.num_wide))
      .field("non-zeros", three(report.non_zeros))
      .field("density a_aux", cli::count_text(report.a_aux_density))
      .field("density b_aux", cli::count_text(report.b_aux_density))
      .field("density b_input", cli::count_text(report.b_input_density))
      .field("DIG-1", base::to_hex(report.digest.value))
      .field("compiled, in memory", bytes(report.memory_bytes))
      .field("compiled, as a file", bytes(report.file_bytes))
      .field("recorded in", cli::seconds_text(report.record_seconds))
      .field("digested in", cli::seconds_text(report.digest_seconds))
      .print();
}

cli::ExitCode describe(const Options& options) {
  const engine::KindCircuit& circuit =
      circuit_argument("--kind", options.kind, "--sector-size", options.sector_size);
  ProgressDisplay display;
  engine::CircuitReport report = engine::describe_circuit(circuit, display.listener());
  display.finish();
  if (options.json) {
    print_json(to_json(circuit, report));
  } else {
    print_report(circuit, report);
  }
  return cli::kExitOk;
}

}  // namespace

void add_circuit(CLI::App& bench, cli::Action& action) {
  CLI::App* command = bench.add_subcommand("circuit", "Compile a circuit and describe it");
  auto options = std::make_shared<Options>();
  command->add_option("--kind", options->kind, "Proof kind, as porep")->capture_default_str();
  command->add_option("--sector-size", options->sector_size, "2KiB to 64GiB")->required();
  command->add_flag("--json", options->json, "Print JSON, with digests after each million rows");
  command->footer(
      "Prints counts, densities, the digest of the matrices (DIG-1: equal digests, equal circuits) "
      "and\n"
      "the bytes that the compiled circuit takes.\n\n"
      "Example:\n  cuzk-bench circuit --kind porep --sector-size 32GiB\n");
  command->callback([options, &action] { action = [options] { return describe(*options); }; });
}

}  // namespace cuzk::bench
