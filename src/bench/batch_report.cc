// SPDX-License-Identifier: MIT OR Apache-2.0
#include "bench/batch_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "bench/report.h"
#include "bench/spread.h"
#include "cli/human_text.h"

namespace cuzk::bench {
namespace {

using nlohmann::json;

std::vector<double> of_completed(const BatchResult& batch, double BatchProof::*value) {
  std::vector<double> out;
  for (const BatchProof& proof : batch.proofs) {
    if (proof.error.empty()) out.push_back(proof.*value);
  }
  return out;
}

std::string spread_text(const std::vector<double>& values) {
  return fmt::format("avg={:.1f}s min={:.1f}s max={:.1f}s", mean(values), percentile(values, 0),
                     percentile(values, 1));
}

double proofs_a_minute(const BatchResult& batch) {
  return batch.total_seconds > 0 ? 60 * batch.completed() / batch.total_seconds : 0;
}

}  // namespace

unsigned BatchResult::completed() const {
  return static_cast<unsigned>(std::count_if(
      proofs.begin(), proofs.end(), [](const BatchProof& proof) { return proof.error.empty(); }));
}

double BatchResult::seconds_a_proof() const {
  return completed() > 0 ? total_seconds / completed() : 0;
}

std::string proof_line(const BatchResult& batch, size_t index) {
  const BatchProof& proof = batch.proofs[index];
  return fmt::format("[{}/{}] {} — {:.1f}s (prove={:.0f} ms, queue={:.0f} ms){}", index + 1,
                     batch.count, proof.status, proof.wall_seconds, 1e3 * proof.prove_seconds,
                     1e3 * proof.queue_seconds, proof.error.empty() ? "" : ": " + proof.error);
}

std::string summary_text(const BatchResult& batch) {
  const std::vector<double> walls = of_completed(batch, &BatchProof::wall_seconds);
  Report text;
  text.heading("Batch Summary")
      .field("total time", fmt::format("{:.1f}s", batch.total_seconds))
      .field("completed", fmt::format("{}", batch.completed()))
      .field("failed", fmt::format("{}", batch.proofs.size() - batch.completed()))
      .field("wall time", spread_text(walls))
      .field("prove time", spread_text(of_completed(batch, &BatchProof::prove_seconds)))
      .field("throughput", fmt::format("{:.3f} proofs/min ({:.1f}s/proof)", proofs_a_minute(batch),
                                       batch.seconds_a_proof()))
      .field("wall percentiles",
             fmt::format("p50={:.1f}s p90={:.1f}s p99={:.1f}s", percentile(walls, 0.5),
                         percentile(walls, 0.9), percentile(walls, 0.99)));
  if (batch.daemon.empty()) {
    text.field("ready",
               fmt::format("{:.1f}s before the first proof was asked for", batch.ready_seconds));
  }
  // A daemon tells what it has reserved, not what is in use.
  const char* kind = batch.daemon.empty() ? "memory" : "reserved";
  text.field("first proof", fmt::format("{:.1f}s after the start", batch.first_seconds))
      .field(fmt::format("peak host {}", kind), cli::bytes_text(batch.peak_host_bytes));
  if (batch.peak_device_bytes > 0) {
    text.field(fmt::format("peak GPU {}", kind), cli::bytes_text(batch.peak_device_bytes));
  }
  return text.text();
}

json to_json(const BatchResult& batch) {
  json proofs = json::array();
  for (const BatchProof& proof : batch.proofs) {
    proofs.push_back({{"status", proof.status},
                      {"error", proof.error},
                      {"wall_seconds", proof.wall_seconds},
                      {"prove_seconds", proof.prove_seconds},
                      {"queue_seconds", proof.queue_seconds}});
  }
  json out = {{"proof_type", batch.type},
              {"count", batch.count},
              {"concurrency", batch.concurrency},
              {"completed", batch.completed()},
              {"total_seconds", batch.total_seconds},
              {"seconds_per_proof", batch.seconds_a_proof()},
              {"proofs_per_minute", proofs_a_minute(batch)},
              {"first_proof_seconds", batch.first_seconds},
              {"proofs", std::move(proofs)}};
  if (batch.daemon.empty()) {
    out["ready_seconds"] = batch.ready_seconds;
    out["peak_host_bytes"] = batch.peak_host_bytes;
    out["peak_device_bytes"] = batch.peak_device_bytes;
  } else {
    out["daemon"] = batch.daemon;
    out["peak_reserved_bytes"] = batch.peak_host_bytes;
    out["peak_reserved_device_bytes"] = batch.peak_device_bytes;
  }
  return out;
}

std::string to_csv(const BatchResult& batch) {
  std::string text = "proof,status,wall_seconds,prove_seconds,queue_seconds\n";
  for (size_t i = 0; i < batch.proofs.size(); ++i) {
    const BatchProof& proof = batch.proofs[i];
    text += fmt::format("{},{},{:.3f},{:.3f},{:.3f}\n", i + 1, proof.status, proof.wall_seconds,
                        proof.prove_seconds, proof.queue_seconds);
  }
  return text;
}

}  // namespace cuzk::bench
