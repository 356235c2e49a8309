// SPDX-License-Identifier: MIT OR Apache-2.0
#include "bench/proof_report.h"

#include <fmt/format.h>

#include "base/bytes.h"
#include "base/resident.h"
#include "cli/human_text.h"

namespace cuzk::bench {
namespace {

engine::PartitionTimes sum(const std::vector<engine::PartitionTimes>& partitions) {
  engine::PartitionTimes all;
  for (const engine::PartitionTimes& times : partitions) {
    all.witness_seconds += times.witness_seconds;
    all.prove.upload += times.prove.upload;
    all.prove.rows += times.prove.rows;
    all.prove.quotient += times.prove.quotient;
    all.prove.h += times.prove.h;
    all.prove.l += times.prove.l;
    all.prove.a += times.prove.a;
    all.prove.b_g1 += times.prove.b_g1;
    all.prove.b_g2 += times.prove.b_g2;
    all.prove.device += times.prove.device;
  }
  return all;
}

std::string ready_text(const engine::BackendReport& backend) {
  std::string text = cli::seconds_text(backend.parameters_seconds);
  if (!backend.made) return text;
  return fmt::format("{} (scalars {}, points {})", text, cli::seconds_text(backend.made->scalars),
                     cli::seconds_text(backend.made->points));
}

// One line a partition: seconds of each stage, and what was held when it was finished.
std::string partition_table(const std::vector<engine::PartitionTimes>& partitions) {
  std::string text = fmt::format(
      "\n{:>9} {:>8} {:>7} {:>7} {:>9} {:>7} {:>7} {:>7} {:>7} {:>7} {:>8} "
      "{:>12} {:>12}\n",
      "partition", "witness", "upload", "rows", "quotient", "h", "l", "a", "b_g1", "b_g2", "device",
      "host memory", "GPU memory");
  for (const engine::PartitionTimes& times : partitions) {
    const groth16::ProveTimes& p = times.prove;
    text += fmt::format(
        "{:>9} {:>8.3f} {:>7.4f} {:>7.4f} {:>9.4f} {:>7.4f} {:>7.4f} {:>7.4f} {:>7.4f} {:>7.4f} "
        "{:>8.4f} {:>12} {:>12}\n",
        times.partition, times.witness_seconds, p.upload, p.rows, p.quotient, p.h, p.l, p.a, p.b_g1,
        p.b_g2, p.device, cli::bytes_text(times.host_bytes), cli::bytes_text(times.device_bytes));
  }
  return text;
}

}  // namespace

Report proof_report(const ProofReport& report, const engine::CaseResult& result) {
  engine::PartitionTimes times = sum(result.partitions);
  Report text;
  text.heading("Proof Result")
      .field("status", "COMPLETED, verified")
      .field("type", report.statement.type);
  for (const auto& [name, value] : report.statement.lines) text.field(name, value);
  text.field("parameters", fmt::format("{}{}", report.params.string(),
                                       report.made_for_tests ? " (made for tests)" : ""))
      .field("back end", result.backend.name)
      .field("parameters in", result.backend.parameters)
      .field("partitions", fmt::format("{}", result.partitions.size()));
  if (report.setup_seconds) text.field("setup", cli::seconds_text(*report.setup_seconds));
  text.field("read", cli::seconds_text(report.statement.read_seconds))
      .field("check statement", cli::seconds_text(report.statement.check_seconds))
      .field("circuit", fmt::format("{}, {}", cli::seconds_text(result.circuit_seconds),
                                    result.circuit_origin))
      .field("parameters ready", ready_text(result.backend))
      .field("witness", cli::seconds_text(times.witness_seconds))
      .field("rows a, b", cli::seconds_text(times.prove.rows))
      .field("quotient", cli::seconds_text(times.prove.quotient))
      .field("MSM h", cli::seconds_text(times.prove.h))
      .field("MSM l", cli::seconds_text(times.prove.l))
      .field("MSM a", cli::seconds_text(times.prove.a))
      .field("MSM b_g1", cli::seconds_text(times.prove.b_g1))
      .field("MSM b_g2", cli::seconds_text(times.prove.b_g2))
      .field("prove, in all", cli::seconds_text(result.prove_seconds))
      .field("verify", cli::seconds_text(result.verify_seconds))
      .field("wall time", cli::seconds_text(report.wall_seconds))
      .field("peak host memory", cli::bytes_text(base::peak_resident_bytes()));
  if (result.backend.device_bytes > 0) {
    text.field("GPU working memory", cli::bytes_text(result.backend.device_bytes))
        .field("to the GPU",
               fmt::format("{} for {}", cli::bytes_text(result.backend.streamed_bytes),
                           result.backend.group_max == 1
                               ? std::string("a partition")
                               : fmt::format("{} partitions", result.backend.group_max)));
  }
  text.field("proof length", fmt::format("{} bytes", result.proof.size()))
      .field("proof", base::to_hex(result.proof));
  if (result.backend.device_bytes > 0) text.append(partition_table(result.partitions));
  return text;
}

}  // namespace cuzk::bench
