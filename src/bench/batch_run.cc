// SPDX-License-Identifier: MIT OR Apache-2.0
#include "bench/batch_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>

#include "base/clock.h"
#include "base/error.h"
#include "service/client.h"

namespace cuzk::bench {
namespace {

using engine::Duration;
using engine::JobResult;

double seconds(Duration duration) { return std::chrono::duration<double>(duration).count(); }

std::string coded(base::ErrorCode code, const std::string& text) {
  return fmt::format("{}: {}", base::error_name(code), text);
}

const char* status_text(engine::JobState state) {
  switch (state) {
    case engine::JobState::kCompleted: return "COMPLETED";
    case engine::JobState::kCancelled: return "CANCELLED";
    case engine::JobState::kTimeout: return "TIMEOUT";
    default: return "FAILED";
  }
}

// The one place where errors of asking for a proof end.
BatchProof prove(const BatchRun& run, unsigned index) {
  const base::Stopwatch watch;
  BatchProof proof;
  try {
    proof = run.source(run.request(index));
  } catch (const base::Error& error) {
    proof = {.status = "FAILED", .error = coded(error.code(), error.text())};
  }
  proof.wall_seconds = watch.seconds();
  return proof;
}

}  // namespace

ProofSource engine_source(engine::Engine& engine) {
  return [&engine](engine::Request request) {
    const auto submitted = engine.submit(std::move(request), engine::Interest::kKeep);
    const JobResult result = *engine.await(submitted.job, std::nullopt);
    BatchProof proof;
    proof.status = status_text(result.state);
    if (result.state != engine::JobState::kCompleted) {
      proof.error = coded(result.code, result.error);
    }
    proof.prove_seconds = seconds(result.times.prove);
    proof.queue_seconds = seconds(result.times.queue);
    return proof;
  };
}

ProofSource daemon_source(service::Client& client) {
  return [&client](const engine::Request& request) {
    const v1::AwaitProofResponse answer = client.prove(request);
    BatchProof proof;
    proof.status = v1::AwaitProofResponse::Status_Name(answer.status());
    if (answer.status() != v1::AwaitProofResponse::COMPLETED) {
      proof.error =
          answer.error_message().empty() ? "the daemon gives no reason" : answer.error_message();
    }
    proof.prove_seconds = 1e-3 * static_cast<double>(answer.gpu_compute_ms());
    proof.queue_seconds = 1e-3 * static_cast<double>(answer.queue_wait_ms());
    return proof;
  };
}

RequestMaker requests_of(const Statement& statement) {
  return [request = statement.request](unsigned index) {
    return request(fmt::format("batch-{}", index + 1));
  };
}

std::vector<BatchProof> run_batch(const BatchRun& run) {
  std::vector<BatchProof> proofs(run.count);
  std::atomic<unsigned> next = 0;
  std::mutex mutex;
  std::vector<std::jthread> threads;
  for (unsigned i = 0; i < std::min(run.concurrency, run.count); ++i) {
    threads.emplace_back([&] {
      for (unsigned index = next++; index < run.count; index = next++) {
        proofs[index] = prove(run, index);
        std::lock_guard lock(mutex);
        run.ended(proofs[index], index);
      }
    });
  }
  threads.clear();
  return proofs;
}

}  // namespace cuzk::bench
