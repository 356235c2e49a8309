// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/metrics_text.h"

#include <fmt/format.h>

#include "service/messages.h"

namespace cuzk::service {
namespace {

class Text {
 public:
  void type(const char* name, const char* type, const char* help) {
    out_ += fmt::format("# HELP {} {}\n# TYPE {} {}\n", name, help, name, type);
  }
  template <class Number>
  void value(const std::string& name, Number number) {
    out_ += fmt::format("{} {}\n", name, number);
  }
  template <class Number>
  void single(const char* name, const char* kind, const char* help, Number number) {
    type(name, kind, help);
    value(name, number);
  }
  std::string take() { return std::move(out_); }

 private:
  std::string out_;
};

// Backslash, quote and line end, as the format wants them in values of labels.
std::string escaped(const std::string& value) {
  std::string out;
  for (char c : value) {
    if (c == '\n') {
      out += "\\n";
      continue;
    }
    if (c == '\\' || c == '"') out += '\\';
    out += c;
  }
  return out;
}

void add_kinds(const engine::Status& status, Text& text) {
  const auto each = [&](const char* name, const char* type, const char* help, auto number_of) {
    text.type(name, type, help);
    for (const auto& [kind, counts] : status.kinds) {
      text.value(fmt::format("{}{{proof_kind=\"{}\"}}", name, kind->metric_name),
                 number_of(counts));
    }
  };
  using Counts = const engine::KindCounts&;
  each("cuzk_jobs_submitted_total", "counter", "Submissions that were accepted, by kind",
       [](Counts counts) { return counts.submitted; });
  each("cuzk_jobs_shared_total", "counter",
       "Of these, the ones that got the job and proof of another with the same input",
       [](Counts counts) { return counts.joined; });
  each("cuzk_proofs_completed", "counter", "Jobs completed, by kind",
       [](Counts counts) { return counts.completed; });
  each("cuzk_proofs_failed", "counter", "Jobs failed, by kind",
       [](Counts counts) { return counts.failed; });
  each("cuzk_proofs_cancelled", "counter", "Jobs cancelled, by kind",
       [](Counts counts) { return counts.cancelled; });
  text.type("cuzk_proof_duration_seconds", "summary", "From submission to the verified proof");
  for (const auto& [kind, counts] : status.kinds) {
    if (counts.completed == 0) continue;
    const std::string label = fmt::format("{{proof_kind=\"{}\"}}", kind->metric_name);
    text.value("cuzk_proof_duration_seconds_count" + label, counts.completed);
    text.value("cuzk_proof_duration_seconds_sum" + label, seconds_of(counts.total_time));
  }
}

void add_memory(const engine::Status& status, Text& text) {
  const engine::MemoryStatus& memory = status.memory;
  text.single("cuzk_memory_budget_bytes", "gauge", "Host memory that may be used",
              memory.budget_bytes);
  text.single("cuzk_memory_used_bytes", "gauge", "Host memory that is reserved", memory.used_bytes);
  text.single("cuzk_memory_peak_bytes", "gauge", "The most that was reserved at once",
              memory.peak_bytes);
  text.single("cuzk_memory_request_bytes", "gauge", "Reserved for requests that are not yet read",
              memory.request_bytes);
}

void add_devices(const engine::Status& status, Text& text) {
  const auto each = [&](const char* name, const char* help, auto number_of) {
    text.type(name, "gauge", help);
    for (const engine::DeviceStatus& device : status.devices) {
      text.value(fmt::format("{}{{device=\"{}\",name=\"{}\"}}", name, device.ordinal,
                             escaped(device.name)),
                 number_of(device));
    }
  };
  using Device = const engine::DeviceStatus&;
  each("cuzk_device_budget_bytes", "Device memory that may be used",
       [](Device device) { return device.budget_bytes; });
  each("cuzk_device_used_bytes", "Device memory that is reserved",
       [](Device device) { return device.used_bytes; });
  each("cuzk_device_fixed_bytes", "Of these, what CUDA takes",
       [](Device device) { return device.fixed_bytes; });
  each("cuzk_device_region_bytes", "Of these, the working region that circuits share",
       [](Device device) { return device.region_bytes; });
  each("cuzk_device_quarantined", "1 for a device that gets no work after faults",
       [](Device device) { return device.quarantined ? 1 : 0; });
}

void add_circuits(const engine::Status& status, Text& text) {
  text.type("cuzk_circuit_bytes", "gauge", "Memory of a circuit and its parameters");
  for (const engine::CircuitStatus& circuit : status.circuits) {
    const std::string name = escaped(circuit.circuit);
    text.value(fmt::format("cuzk_circuit_bytes{{circuit=\"{}\",where=\"host\"}}", name),
               circuit.host_bytes);
    text.value(fmt::format("cuzk_circuit_bytes{{circuit=\"{}\",where=\"device\"}}", name),
               circuit.device_bytes);
  }
  text.type("cuzk_copied_bytes_total", "counter", "Points of a circuit copied to devices");
  for (const engine::CircuitStatus& circuit : status.circuits) {
    text.value(fmt::format("cuzk_copied_bytes_total{{circuit=\"{}\"}}", escaped(circuit.circuit)),
               circuit.copied_bytes);
  }
}

void add_flight(const engine::Status& status, Text& text) {
  const engine::Flight& flight = status.flight;
  text.type("cuzk_partitions", "gauge", "Partitions under way, by stage");
  const auto stage = [&](const char* name, size_t count) {
    text.value(fmt::format("cuzk_partitions{{stage=\"{}\"}}", name), count);
  };
  stage("preparing", flight.preparing);
  stage("blocked", flight.blocked);
  stage("queued", flight.queued);
  stage("starting", flight.starting);
  stage("finishing", flight.finishing);
  text.single("cuzk_partitions_proved_again_total", "counter",
              "Partitions whose proof was bad or lost", status.proved_again);
}

}  // namespace

std::string metrics_text(const engine::Status& status) {
  Text text;
  const Totals totals = totals_of(status);
  text.single("cuzk_proofs_completed_total", "counter", "Jobs completed", totals.completed);
  text.single("cuzk_proofs_failed_total", "counter", "Jobs failed", totals.failed);
  text.single("cuzk_uptime_seconds", "gauge", "Since the start", seconds_of(status.uptime));
  text.single("cuzk_queue_depth", "gauge", "Jobs that wait", totals.pending);
  text.single("cuzk_running_jobs", "gauge", "Jobs that run", totals.in_progress);
  text.single("cuzk_gpu_workers", "gauge", "Partitions that the devices may hold",
              status.workers.size());
  add_kinds(status, text);
  add_memory(status, text);
  add_devices(status, text);
  add_circuits(status, text);
  add_flight(status, text);
  return text.take();
}

}  // namespace cuzk::service
