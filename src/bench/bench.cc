// SPDX-License-Identifier: MIT OR Apache-2.0
#include "bench/bench.h"

#include <CLI/CLI.hpp>

#include "cli/decimal.h"

namespace cuzk::bench {
namespace {

constexpr const char* kFooter =
    "Examples:\n"
    "  cuzk-bench single --type porep --c1 c1.json --sector-num 1001 --miner-id 1000\n"
    "  cuzk-bench batch --c1 c1.json --count 15 --concurrency 15 --backend gpu\n"
    "  cuzk-bench gen-vanilla porep --registered-proof StackedDrg2KiBV1_1 -o c1.json\n"
    "  cuzk-bench circuit --kind porep --sector-size 32GiB\n"
    "  cuzk-bench params list\n"
    "\n"
    "Each command has its own --help. Reports go to stdout, progress and errors to stderr.\n"
    "Exit code: 0 done, 1 failed (a proof that does not verify is a failure), 2 wrong usage.\n";

}  // namespace

int run_bench(int argc, const char* const* argv) {
  CLI::App bench{"Proves, checks and measures Filecoin proofs on this machine.", "cuzk-bench"};
  bench.require_subcommand(1);
  bench.get_formatter()->column_width(32);
  cli::Action action;
  auto daemon = std::make_shared<std::optional<std::string>>();
  bench.add_option("-a,--addr", *daemon,
                   "The daemon, host:port or unix:///path: batch asks it for proofs; status,\n"
                   "metrics and preload without it ask http://127.0.0.1:9820");
  add_single(bench, action);
  add_batch(bench, action, daemon);
  add_sweep(bench, action);
  add_compare(bench, action);
  add_gen_vanilla(bench, action);
  add_synth_only(bench, action);
  add_circuit(bench, action);
  add_params(bench, action);
  add_verify(bench, action);
  add_micro(bench, action);
  add_model(bench, action);
  add_remote(bench, action, daemon);
  cli::require_decimal(bench);
  bench.footer(kFooter);  // After the commands, which would inherit it.
  return cli::run_program(bench, argc, argv, [&] { return action(); });
}

}  // namespace cuzk::bench
