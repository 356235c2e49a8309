// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/messages.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace cuzk::service {
namespace {

using base::Error;
using base::ErrorCode;

constexpr size_t kDigestBytes = 32;
// Labels are kept with results and logged, and count against no budget.
constexpr size_t kLabelBytesMax = 1024;

// Absent, or a digest.
std::string digest_of(const char* name, std::string&& value) {
  if (!value.empty() && value.size() != kDigestBytes) {
    throw Error(ErrorCode::kBadArgument,
                fmt::format("{}: expected 32 bytes, found {}", name, value.size()));
  }
  return std::move(value);
}

v1::AwaitProofResponse::Status status_of(engine::JobState state) {
  switch (state) {
    case engine::JobState::kCompleted: return v1::AwaitProofResponse::COMPLETED;
    case engine::JobState::kFailed: return v1::AwaitProofResponse::FAILED;
    case engine::JobState::kCancelled: return v1::AwaitProofResponse::CANCELLED;
    case engine::JobState::kTimeout: return v1::AwaitProofResponse::TIMEOUT;
    case engine::JobState::kQueued:
    case engine::JobState::kRunning: break;
  }
  return v1::AwaitProofResponse::UNKNOWN;
}

v1::SRSStatus::Tier tier_of(engine::Tier tier) {
  switch (tier) {
    case engine::Tier::kHot: return v1::SRSStatus::HOT;
    case engine::Tier::kWarm: return v1::SRSStatus::WARM;
    case engine::Tier::kCold: break;
  }
  return v1::SRSStatus::COLD;
}

void add_device(const engine::DeviceStatus& device, const engine::Status& status,
                v1::GetStatusResponse& answer) {
  v1::GPUStatus& gpu = *answer.add_gpus();
  gpu.set_ordinal(device.ordinal);
  gpu.set_name(device.name);
  gpu.set_vram_total_bytes(device.memory_bytes);
  gpu.set_vram_free_bytes(device.memory_bytes - std::min(device.memory_bytes, device.used_bytes));
  for (const engine::WorkerStatus& worker : status.workers) {
    if (!worker.busy || worker.ordinal != device.ordinal) continue;
    gpu.set_current_job_id(worker.job);
    gpu.set_current_proof_kind(worker.kind->name);
    break;
  }
}

}  // namespace

std::optional<engine::Priority> priority_of(int number) {
  switch (number) {
    case v1::PRIORITY_UNSPECIFIED: return std::nullopt;
    case v1::LOW: return engine::Priority::kLow;
    case v1::HIGH: return engine::Priority::kHigh;
    case v1::CRITICAL: return engine::Priority::kCritical;
    default: return engine::Priority::kNormal;
  }
}

engine::Request request_of(v1::SubmitProofRequest&& message) {
  engine::Request request;
  request.label = std::move(*message.mutable_request_id());
  if (request.label.size() > kLabelBytesMax) {
    throw Error(ErrorCode::kBadArgument,
                fmt::format("request_id: expected at most {} bytes, found {}", kLabelBytesMax,
                            request.label.size()));
  }
  request.kind = engine::find_proof_kind(static_cast<unsigned>(message.proof_kind()));
  if (request.kind == nullptr) {
    throw Error(ErrorCode::kBadArgument,
                fmt::format("proof_kind: expected 1 to 4, found {}", int{message.proof_kind()}));
  }
  request.sector_size = message.sector_size();
  request.registered_proof = message.registered_proof();
  request.priority = priority_of(message.priority());
  if (!message.vanilla_proof().empty()) {
    request.vanilla_proofs.push_back(std::move(*message.mutable_vanilla_proof()));
  } else {
    for (std::string& proof : *message.mutable_vanilla_proofs()) {
      request.vanilla_proofs.push_back(std::move(proof));
    }
  }
  if (request.vanilla_proofs.empty()) {
    throw Error(ErrorCode::kBadArgument, "vanilla_proof and vanilla_proofs are both empty");
  }
  request.sector_number = message.sector_number();
  request.miner_id = message.miner_id();
  request.partition_index = message.partition_index();
  request.randomness = digest_of("randomness", std::move(*message.mutable_randomness()));
  request.comm_r_old = digest_of("comm_r_old", std::move(*message.mutable_comm_r_old()));
  request.comm_r_new = digest_of("comm_r_new", std::move(*message.mutable_comm_r_new()));
  request.comm_d_new = digest_of("comm_d_new", std::move(*message.mutable_comm_d_new()));
  return request;
}

v1::SubmitProofRequest message_of(const engine::Request& request) {
  v1::SubmitProofRequest message;
  message.set_request_id(request.label);
  message.set_proof_kind(static_cast<v1::ProofKind>(request.kind->number));
  message.set_sector_size(request.sector_size);
  message.set_registered_proof(request.registered_proof);
  if (request.priority) {
    message.set_priority(static_cast<v1::Priority>(static_cast<int>(*request.priority) + v1::LOW));
  }
  if (request.kind->number == v1::POREP_SEAL_COMMIT && request.vanilla_proofs.size() == 1) {
    message.set_vanilla_proof(request.vanilla_proofs[0]);
  } else {
    for (const std::string& proof : request.vanilla_proofs) message.add_vanilla_proofs(proof);
  }
  message.set_sector_number(request.sector_number);
  message.set_miner_id(request.miner_id);
  message.set_partition_index(request.partition_index);
  message.set_randomness(request.randomness);
  message.set_comm_r_old(request.comm_r_old);
  message.set_comm_r_new(request.comm_r_new);
  message.set_comm_d_new(request.comm_d_new);
  return message;
}

v1::AwaitProofResponse answer_of(const std::string& job_id, const engine::JobResult& result) {
  v1::AwaitProofResponse answer;
  answer.set_job_id(job_id);
  answer.set_status(status_of(result.state));
  if (result.state == engine::JobState::kCompleted) {
    answer.set_proof(result.proof.data(), result.proof.size());
  } else {
    answer.set_error_message(fmt::format("{}: {}", base::error_name(result.code), result.error));
  }
  answer.set_queue_wait_ms(milliseconds_of(result.times.queue));
  answer.set_srs_load_ms(milliseconds_of(result.times.parameters));
  answer.set_synthesis_ms(milliseconds_of(result.times.prepare));
  answer.set_gpu_compute_ms(milliseconds_of(result.times.prove));
  answer.set_total_ms(milliseconds_of(result.times.total));
  return answer;
}

v1::GetStatusResponse answer_of(const engine::Status& status) {
  v1::GetStatusResponse answer;
  for (const engine::DeviceStatus& device : status.devices) add_device(device, status, answer);
  for (const engine::CircuitStatus& circuit : status.circuits) {
    v1::SRSStatus& srs = *answer.add_loaded_srs();
    srs.set_circuit_id(circuit.circuit);
    srs.set_tier(tier_of(circuit.tier));
    srs.set_size_bytes(circuit.host_bytes + circuit.device_bytes);
    srs.set_ref_count(static_cast<uint32_t>(circuit.references));
  }
  for (const auto& [kind, counts] : status.kinds) {
    v1::QueueStatus& queue = *answer.add_queues();
    queue.set_proof_kind(kind->name);
    queue.set_pending(static_cast<uint32_t>(counts.pending));
    queue.set_in_progress(static_cast<uint32_t>(counts.in_progress));
  }
  const Totals totals = totals_of(status);
  answer.set_total_proofs_completed(totals.completed);
  answer.set_total_proofs_failed(totals.failed);
  answer.set_uptime_seconds(milliseconds_of(status.uptime) / 1000);
  answer.set_pinned_memory_bytes(status.memory.used_bytes);
  answer.set_pinned_memory_limit_bytes(status.memory.budget_bytes);
  return answer;
}

Totals totals_of(const engine::Status& status) {
  Totals totals;
  for (const auto& [kind, counts] : status.kinds) {
    totals.pending += counts.pending;
    totals.in_progress += counts.in_progress;
    totals.completed += counts.completed;
    totals.failed += counts.failed;
    totals.cancelled += counts.cancelled;
  }
  return totals;
}

uint64_t milliseconds_of(engine::Duration time) {
  return static_cast<uint64_t>(std::chrono::duration_cast<std::chrono::milliseconds>(time).count());
}

double seconds_of(engine::Duration time) { return std::chrono::duration<double>(time).count(); }

}  // namespace cuzk::service
