// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/handlers.h"

#include <fmt/format.h>

#include <utility>

#include "base/error.h"
#include "service/messages.h"
#include "service/metrics_text.h"
#include "service/process_use.h"

namespace cuzk::service {
namespace {

using base::Error;
using base::ErrorCode;
using engine::Interest;

// Leaves the job however the call ends.
class Waiting {
 public:
  Waiting(engine::Engine& engine, const engine::Submitted& submitted)
      : engine_(engine), submitted_(submitted) {}
  Waiting(const Waiting&) = delete;
  Waiting& operator=(const Waiting&) = delete;
  ~Waiting() { engine_.leave(submitted_); }

 private:
  engine::Engine& engine_;
  const engine::Submitted& submitted_;
};

[[noreturn]] void client_has_gone() {
  throw Error(ErrorCode::kCancelled, "the client does not wait any more");
}

engine::Submitted submit(Caller& caller, v1::SubmitProofRequest&& message, Interest interest) {
  engine::Request request = request_of(std::move(message));
  if (caller.reservation.bytes() > request.bytes()) caller.reservation.shrink(request.bytes());
  request.reservation = std::move(caller.reservation);
  if (interest == Interest::kWhileAwaited) request.time_limit = caller.patience;
  LogFields fields = {{"label", request.label}, {"kind", request.kind->name}};
  engine::Submitted submitted = caller.engine.submit(std::move(request), interest);
  fields.push_back({"job", submitted.job});
  write(caller.log, LogLevel::kInfo, submitted.joined ? "job joined" : "job submitted", fields);
  return submitted;
}

void log_result(const Caller& caller, const engine::Submitted& submitted, const std::string& label,
                const engine::JobResult& result) {
  const bool good = result.state == engine::JobState::kCompleted;
  LogFields fields = {{"job", submitted.job},
                      {"label", label},
                      // The proof was made once, for the submission that this one joined.
                      {"shared", submitted.joined ? "yes" : "no"},
                      {"total_ms", fmt::format("{}", milliseconds_of(result.times.total))}};
  if (!good) {
    fields.push_back({"code", base::error_name(result.code)});
    fields.push_back({"error", result.error});
  }
  write(caller.log, good ? LogLevel::kInfo : LogLevel::kWarning,
        good ? "job completed" : "job did not complete", fields);
}

}  // namespace

void submit_proof(Caller& caller, v1::SubmitProofRequest& message,
                  v1::SubmitProofResponse& answer) {
  engine::Submitted submitted = submit(caller, std::move(message), Interest::kKeep);
  answer.set_job_id(submitted.job);
  answer.set_queue_position(submitted.position);
}

void await_proof(Caller& caller, v1::AwaitProofRequest& message, v1::AwaitProofResponse& answer) {
  std::optional<engine::Duration> timeout;
  // What is longer than a century does not fit into a duration, and is no limit.
  constexpr uint64_t kMillisecondsMax = 100ull * 366 * 24 * 3600 * 1000;
  if (message.timeout_ms() > 0 && message.timeout_ms() < kMillisecondsMax) {
    timeout = std::chrono::milliseconds(message.timeout_ms());
  }
  std::optional<engine::JobResult> result =
      caller.engine.await(message.job_id(), timeout, caller.stop);
  if (result) {
    answer = answer_of(message.job_id(), *result);
    return;
  }
  if (caller.stop.stop_requested()) client_has_gone();
  answer.set_job_id(message.job_id());
  answer.set_status(v1::AwaitProofResponse::TIMEOUT);
  answer.set_error_message(
      fmt::format("not finished after {} ms; the job goes on", message.timeout_ms()));
}

void prove(Caller& caller, v1::ProveRequest& message, v1::ProveResponse& answer) {
  if (!message.has_submit()) throw Error(ErrorCode::kBadArgument, "submit is missing");
  const std::string label = message.submit().request_id();
  engine::Submitted submitted =
      submit(caller, std::move(*message.mutable_submit()), Interest::kWhileAwaited);
  Waiting waiting(caller.engine, submitted);
  std::optional<engine::JobResult> result =
      caller.engine.await(submitted.job, std::nullopt, caller.stop);
  if (!result) client_has_gone();
  log_result(caller, submitted, label, *result);
  // The job has the latest deadline of its callers, so this one's is over too. Its own timer may be
  // late: the code is the same whoever is first.
  if (result->code == ErrorCode::kDeadlineExceeded && caller.patience) {
    throw Error(result->code, result->error);
  }
  *answer.mutable_result() = answer_of(label.empty() ? submitted.job : label, *result);
}

void cancel_proof(Caller& caller, v1::CancelProofRequest& message,
                  v1::CancelProofResponse& answer) {
  answer.set_was_running(caller.engine.cancel(message.job_id()));
  write(caller.log, LogLevel::kInfo, "job cancelled", {{"job", message.job_id()}});
}

void get_metrics(Caller& caller, v1::GetMetricsRequest&, v1::GetMetricsResponse& answer) {
  answer.set_prometheus_text(metrics_text(caller.engine.status()) +
                             process_metrics_text(process_use()));
}

void preload_srs(Caller& caller, v1::PreloadSrsRequest& message, v1::PreloadSrsResponse& answer) {
  engine::Preloaded preloaded = caller.engine.preload(message.circuit_id(), caller.stop);
  answer.set_already_loaded(preloaded.already);
  answer.set_load_time_ms(milliseconds_of(preloaded.time));
  write(caller.log, LogLevel::kInfo, "circuit loaded",
        {{"circuit", message.circuit_id()}, {"load_ms", fmt::format("{}", answer.load_time_ms())}});
}

void evict_srs(Caller& caller, v1::EvictSrsRequest& message, v1::EvictSrsResponse& answer) {
  engine::Evicted evicted = caller.engine.evict(message.circuit_id());
  answer.set_was_loaded(evicted.was_loaded);
  answer.set_freed_bytes(evicted.freed_bytes);
  write(
      caller.log, LogLevel::kInfo, "circuit evicted",
      {{"circuit", message.circuit_id()}, {"freed_bytes", fmt::format("{}", evicted.freed_bytes)}});
}

}  // namespace cuzk::service
