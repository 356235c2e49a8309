// SPDX-License-Identifier: MIT OR Apache-2.0
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <string>

#include "base/error.h"
#include "bench/arguments.h"
#include "bench/backend_options.h"
#include "bench/bench.h"
#include "bench/params_list.h"
#include "bench/progress_display.h"
#include "bench/report.h"
#include "cli/human_text.h"
#include "cli/parameter_cache.h"
#include "engine/parameters.h"

namespace cuzk::bench {
namespace {

struct Options {
  std::string kind = "porep";
  std::string sector_size;
  std::string cache;
  std::string secrets;
  std::string file;
  bool quick = false;
  bool subgroup = false;
  bool digest = false;
  BackendOptions backend;
};

std::string counts_text(const groth16::QueryCounts& counts) {
  std::string text;
  for (size_t i = 0; i < counts.size(); ++i) {
    text += fmt::format("{}{} {}", i == 0 ? "" : ", ",
                        groth16::query_name(static_cast<groth16::Query>(i)),
                        cli::count_text(counts[i]));
  }
  return text;
}

std::filesystem::path path_of(const Options& options) {
  return engine::parameter_path(cli::parameter_cache(options.cache),
                                kind_argument("--kind", options.kind).parameters,
                                sector_argument("--sector-size", options.sector_size));
}

cli::ExitCode generate(const Options& options) {
  std::optional<std::filesystem::path> secrets;
  if (!options.secrets.empty()) secrets = options.secrets;
  const engine::KindCircuit& circuit =
      circuit_argument("--kind", options.kind, "--sector-size", options.sector_size);
  std::filesystem::path path = path_of(options);
  cli::print_stderr(fmt::format(
      "warning: these parameters are for tests: {}, so proofs under them can be forged and\n"
      "         no network accepts them; they have the names of real ones\n",
      secrets ? "their secrets stand in a file" : "one party makes them"));
  std::unique_ptr<gpu::Device> device = options.backend.make_device();
  ProgressDisplay display;
  groth16::SetupReport report = engine::generate_parameters(
      cli::parameter_cache(options.cache), circuit, secrets, device.get(), display.listener());
  display.finish();
  Report()
      .heading("Parameters for tests")
      .field("file", path.string())
      .field("bytes", fmt::format("{} ({})", report.bytes, cli::bytes_text(report.bytes)))
      .field("inputs", cli::count_text(report.num_inputs))
      .field("points", counts_text(report.counts))
      .field("SHA-256 of .params", base::to_hex(report.sha256_params))
      .field("SHA-256 of .vk", base::to_hex(report.sha256_key))
      .field("scalars in", cli::seconds_text(report.seconds_scalars))
      .field("points in", cli::seconds_text(report.seconds_points))
      .print();
  return cli::kExitOk;
}

cli::ExitCode verify(const Options& options) {
  if (options.file.empty() && options.sector_size.empty()) {
    throw base::Error(base::ErrorCode::kBadArgument,
                      "params verify: expected a FILE or --sector-size, found neither");
  }
  std::filesystem::path path = options.file;
  if (options.file.empty()) path = path_of(options);
  std::unique_ptr<gpu::Device> device = options.backend.make_device();
  ProgressDisplay display;
  engine::ParametersReport report =
      engine::verify_parameters(path, {.points = !options.quick,
                                       .subgroup = options.subgroup,
                                       .digest = options.digest,
                                       .device = device.get(),
                                       .progress = display.listener()});
  display.finish();
  Report text;
  text.heading("Parameters")
      .field("file", path.string())
      .field("bytes", fmt::format("{} ({})", report.bytes, cli::bytes_text(report.bytes)))
      .field("inputs", cli::count_text(report.num_inputs))
      .field("points", counts_text(report.counts))
      .field("counts", report.circuit_checked ? "those of the circuit of this name"
                                              : "not compared: no circuit has this name")
      .field("key", "every point valid")
      .field("points checked", options.subgroup ? "encoding, curve, subgroup"
                               : options.quick  ? "no"
                                                : "encoding, curve");
  if (options.digest) {
    text.field("digest", fmt::format("{} ({})", report.digest,
                                     report.digest_published ? "the published one"
                                                             : "none is published for this name"));
  }
  text.field("made for", report.made_for_tests ? "tests; insecure" : "unknown; no side file")
      .print();
  return cli::kExitOk;
}

cli::ExitCode list(const Options& options) {
  std::filesystem::path folder = cli::parameter_cache(options.cache);
  fmt::print("folder: {}\n\n{}", folder.string(), parameter_table(list_parameters(folder)));
  return cli::kExitOk;
}

using Command = cli::ExitCode (*)(const Options&);

CLI::App* add(CLI::App* params, cli::Action& action, Command command, const char* name,
              const char* description, const std::shared_ptr<Options>& options) {
  CLI::App* sub = params->add_subcommand(name, description);
  sub->add_option("--param-cache", options->cache,
                  fmt::format("Folder of parameter files (else {}, else {})",
                              cli::kParameterCacheVariable, cli::kDefaultParameterCache));
  sub->callback([=, &action] { action = [=] { return command(*options); }; });
  return sub;
}

}  // namespace

void add_params(CLI::App& bench, cli::Action& action) {
  CLI::App* params = bench.add_subcommand("params", "Make, check and list parameter files");
  params->require_subcommand(1);
  auto options = std::make_shared<Options>();

  CLI::App* make =
      add(params, action, generate, "generate", "Make parameter files for tests", options);
  make->add_option("--kind", options->kind, "Proof kind, as porep")->capture_default_str();
  make->add_option("--sector-size", options->sector_size, "2KiB to 64GiB")->required();
  make->add_option(
      "--secrets", options->secrets,
      "JSON file with tau, alpha, beta, gamma, delta, g1, g2 as 64 hexadecimal digits,\n"
      "little-endian; the same secrets make the same files. Else the system's random\n"
      "source");
  options->backend.add_to(*make);
  make->footer(
      "Writes .params, .vk, .meta and a side file that says that they are for tests. Nothing that\n"
      "exists is overwritten.\n\n"
      "Example:\n"
      "  cuzk-bench params generate --kind porep --sector-size 2KiB --param-cache /tmp/params\n");

  CLI::App* check = add(params, action, verify, "verify", "Check a .params file", options);
  check->add_option("file", options->file, "The file; or name it by --kind and --sector-size");
  check->add_option("--kind", options->kind, "Proof kind: " + kind_names())->capture_default_str();
  check->add_option("--sector-size", options->sector_size, "2KiB to 64GiB");
  check->add_flag("--quick", options->quick, "Do not read the points of the five queries");
  check->add_flag("--subgroup", options->subgroup, "Also test every point's subgroup; takes long");
  check->add_flag("--digest", options->digest, "Also compare with the published digest");
  options->backend.add_to(*check);
  check->footer(
      "Length, key, counts against the circuit of the name, and every point.\n\n"
      "Example:\n"
      "  cuzk-bench params verify --kind porep --sector-size 32GiB --digest\n");

  add(params, action, list, "list", "List all names and what of them is there", options);
}

}  // namespace cuzk::bench
