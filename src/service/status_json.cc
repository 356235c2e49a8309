// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/status_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "service/messages.h"

namespace cuzk::service {
namespace {

using nlohmann::json;

json pipeline_of(const engine::PipelineStatus& job) {
  using State = engine::PartitionState;
  json partitions = json::array();
  size_t done = 0;
  for (size_t i = 0; i < job.partitions.size(); ++i) {
    const engine::PartitionStatus& partition = job.partitions[i];
    if (partition.state == State::kDone) ++done;
    partitions.push_back({{"index", i},
                          {"state", engine::partition_state_name(partition.state)},
                          {"synth_ms", milliseconds_of(partition.prepare)},
                          {"gpu_ms", milliseconds_of(partition.prove)}});
  }
  return {{"job_id", job.label.empty() ? job.job : job.label},
          {"job", job.job},
          {"proof_kind", job.kind->name},
          {"started_secs_ago", seconds_of(job.age)},
          {"total_partitions", job.partitions.size()},
          {"partitions_done", done},
          {"partitions", std::move(partitions)}};
}

json worker_of(const engine::WorkerStatus& worker) {
  json out = {{"worker_id", worker.worker},
              {"gpu_ordinal", worker.ordinal},
              {"state", worker.busy ? "proving" : "idle"},
              {"current_job", nullptr},
              {"current_partition", nullptr},
              {"busy_secs", 0.0}};
  if (worker.busy) {
    out["current_job"] = worker.job;
    out["current_partition"] = worker.partition;
    out["busy_secs"] = seconds_of(worker.busy_for);
  }
  return out;
}

json number_or_null(const std::optional<uint64_t>& number) {
  return number ? json(*number) : json(nullptr);
}

json devices_of(const engine::Status& status) {
  json out = json::array();
  for (const engine::DeviceStatus& device : status.devices) {
    out.push_back({{"gpu_ordinal", device.ordinal},
                   {"name", device.name},
                   {"uuid", device.uuid},
                   {"pci_address", device.pci_address},
                   {"budget_bytes", device.budget_bytes},
                   {"used_bytes", device.used_bytes},
                   {"quarantined", device.quarantined}});
  }
  return out;
}

json loaded_circuits_of(const engine::Status& status) {
  json out = json::array();
  for (const engine::CircuitStatus& circuit : status.circuits) {
    if (circuit.host_bytes + circuit.device_bytes == 0) continue;
    out.push_back({{"circuit_id", circuit.circuit},
                   {"bytes", circuit.host_bytes + circuit.device_bytes},
                   {"last_used_secs_ago", seconds_of(circuit.idle_for)},
                   {"evictable", circuit.references == 0}});
  }
  return out;
}

json counters_of(const engine::Status& status) {
  json completed = json::object(), failed = json::object();
  for (const auto& [kind, counts] : status.kinds) {
    completed[kind->name] = counts.completed;
    failed[kind->name] = counts.failed;
  }
  const Totals totals = totals_of(status);
  return {{"total_completed", totals.completed},
          {"total_failed", totals.failed},
          {"completed_by_kind", std::move(completed)},
          {"failed_by_kind", std::move(failed)},
          {"queue_depth", totals.pending}};
}

json buffers_of(const engine::Flight& flight) {
  return {{"synth_in_flight", flight.preparing},
          {"provers_in_flight", flight.blocked + flight.queued + flight.starting},
          {"aux_in_flight", flight.finishing},
          {"shells_in_flight", 0},
          {"abandoned_in_flight", flight.abandoned},
          {"pending_handles", flight.finishing}};
}

}  // namespace

std::string status_json(const engine::Status& status, const ProcessUse& process) {
  const engine::MemoryStatus& memory = status.memory;
  json out = {{"uptime_secs", seconds_of(status.uptime)},
              {"draining", status.draining},
              {"memory",
               {{"total_bytes", memory.budget_bytes},
                {"used_bytes", memory.used_bytes},
                {"available_bytes",
                 memory.budget_bytes - std::min(memory.budget_bytes, memory.used_bytes)}}},
              {"synthesis",
               {{"max_concurrent", status.partition_workers}, {"active", status.flight.preparing}}},
              {"pipelines", json::array()},
              {"gpu_workers", json::array()},
              {"devices", devices_of(status)},
              {"process",
               {{"threads", number_or_null(process.threads)},
                {"descriptors", number_or_null(process.descriptors)},
                {"descriptors_max", process.descriptors_max}}},
              {"allocations", {{"srs", loaded_circuits_of(status)}, {"pce", json::array()}}},
              {"counters", counters_of(status)},
              {"buffers", buffers_of(status.flight)}};
  for (const engine::PipelineStatus& job : status.pipelines) {
    out["pipelines"].push_back(pipeline_of(job));
  }
  for (const engine::WorkerStatus& worker : status.workers) {
    out["gpu_workers"].push_back(worker_of(worker));
  }
  // Labels are the callers' and may hold any bytes.
  return out.dump(-1, ' ', false, json::error_handler_t::replace);
}

}  // namespace cuzk::service
