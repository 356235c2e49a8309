// SPDX-License-Identifier: MIT OR Apache-2.0
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "bench/bench.h"
#include "bench/report.h"
#include "cli/human_text.h"
#include "service/client.h"

namespace cuzk::bench {
namespace {

using service::Client;
namespace v1 = ::cuzk::v1;

std::string devices_text(const v1::GetStatusResponse& status) {
  std::string out = "GPUs:\n";
  for (const v1::GPUStatus& gpu : status.gpus()) {
    out += fmt::format(
        "  {} {}: {} free of {}, {}\n", gpu.ordinal(), gpu.name(),
        cli::bytes_text(gpu.vram_free_bytes()), cli::bytes_text(gpu.vram_total_bytes()),
        gpu.current_job_id().empty() ? "idle"
                                     : gpu.current_proof_kind() + " " + gpu.current_job_id());
  }
  return out;
}

std::string circuits_text(const v1::GetStatusResponse& status) {
  std::string out = "SRS:\n";
  for (const v1::SRSStatus& srs : status.loaded_srs()) {
    out += fmt::format("  {}: {}, {}, {} jobs\n", srs.circuit_id(),
                       v1::SRSStatus::Tier_Name(srs.tier()), cli::bytes_text(srs.size_bytes()),
                       srs.ref_count());
  }
  return out;
}

std::string queues_text(const v1::GetStatusResponse& status) {
  std::string out = "queues:\n";
  for (const v1::QueueStatus& queue : status.queues()) {
    out += fmt::format("  {}: {} pending, {} in progress\n", queue.proof_kind(), queue.pending(),
                       queue.in_progress());
  }
  return out;
}

cli::ExitCode print_status(const std::string& address) {
  const v1::GetStatusResponse status = Client(address).status();
  Report report;
  report.heading("Daemon Status")
      .field("uptime", fmt::format("{} s", status.uptime_seconds()))
      .field("completed", cli::count_text(status.total_proofs_completed()))
      .field("failed", cli::count_text(status.total_proofs_failed()))
      .field("memory", fmt::format("{} of {}", cli::bytes_text(status.pinned_memory_bytes()),
                                   cli::bytes_text(status.pinned_memory_limit_bytes())))
      .append(devices_text(status))
      .append(circuits_text(status))
      .append(queues_text(status))
      .print();
  return cli::kExitOk;
}

cli::ExitCode print_preload(const std::string& address, const std::string& circuit) {
  const v1::PreloadSrsResponse answer = Client(address).preload(circuit);
  fmt::print(
      "{}: {}\n", circuit,
      answer.already_loaded()
          ? "already loaded"
          : fmt::format("loaded in {}", cli::seconds_text(double(answer.load_time_ms()) / 1000)));
  return cli::kExitOk;
}

}  // namespace

void add_remote(CLI::App& bench, cli::Action& action, const DaemonAddress& daemon) {
  const auto address = [daemon] { return daemon->value_or("http://127.0.0.1:9820"); };
  bench.add_subcommand("status", "Print what a daemon does")->fallthrough()->callback([=, &action] {
    action = [address] { return print_status(address()); };
  });
  bench.add_subcommand("metrics", "Print a daemon's metrics in Prometheus's format")
      ->fallthrough()
      ->callback([=, &action] {
        action = [address] {
          fmt::print("{}", Client(address()).metrics());
          return cli::kExitOk;
        };
      });
  CLI::App* preload = bench.add_subcommand("preload", "Load a circuit's parameters in a daemon");
  auto circuit = std::make_shared<std::string>();
  preload->add_option("-c,--circuit-id", *circuit, "As porep-32g")->required();
  preload->fallthrough()->callback(
      [=, &action] { action = [=] { return print_preload(address(), *circuit); }; });
}

}  // namespace cuzk::bench
