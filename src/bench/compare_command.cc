// SPDX-License-Identifier: MIT OR Apache-2.0
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "base/file.h"
#include "bench/bench.h"
#include "bench/comparison.h"
#include "bench/report.h"

namespace cuzk::bench {
namespace {

struct Options {
  std::string a, b;
};

constexpr uint64_t kRunBytesMax = uint64_t{256} << 20;

RunDocument read(const std::string& path) {
  return read_run_document(base::read_file(path, kRunBytesMax), path);
}

cli::ExitCode run(const Options& options) {
  const RunDocument a = read(options.a), b = read(options.b);
  const std::vector<SamplePair> pairs = matching_samples(a, b);
  Report report;
  report.heading("Comparison")
      .field("A", options.a)
      .field("B", options.b)
      .field("sample", a.is_sweep ? "seconds a proof of each run, by configuration"
                                  : "wall time of each proof")
      .append("\n")
      .append(comparison_text(a.is_sweep ? "configuration" : "", pairs))
      .print();
  return cli::kExitOk;
}

}  // namespace

void add_compare(CLI::App& bench, cli::Action& action) {
  CLI::App* command =
      bench.add_subcommand("compare", "Say whether a second measurement is faster than a first");
  auto options = std::make_shared<Options>();
  command->add_option("A", options->a, "What batch --json or sweep --json wrote")->required();
  command->add_option("B", options->b, "The same, of what is compared with it")->required();
  command->footer(
      "Of two sweeps the configurations that both have are compared by the seconds a proof of\n"
      "their runs; of two batches the wall times of the proofs, which with --concurrency above 1\n"
      "are longer than the seconds a proof. The verdict is \"B is faster\", \"B is slower\", \"no\n"
      "difference beyond the spread\" or \"too few runs\"; it supposes nothing about how times\n"
      "spread. Both files should come from the same machine.\n"
      "\n"
      "Examples:\n"
      "  cuzk-bench compare before.json after.json\n"
      "  cuzk-bench batch --c1 c1.json -c 10 --json > after.json\n");
  command->callback([options, &action] { action = [options] { return run(*options); }; });
}

}  // namespace cuzk::bench
