// SPDX-License-Identifier: MIT OR Apache-2.0
#include "daemon/options.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "cli/human_text.h"
#include "cli/quantity.h"
#include "daemon/folders.h"
#include "gpu/device.h"
#include "service/grpc_call.h"

namespace cuzk::daemon {
namespace {

using base::Error;
using base::ErrorCode;

[[noreturn]] void refuse(std::string text) {
  throw Error(ErrorCode::kBadArgument, std::move(text));
}

uint64_t host_budget(const DaemonConfig& config, const cli::HostMemory& memory) {
  if (config.total_budget) return *config.total_budget;
  const uint64_t usable = memory.usable_bytes();
  if (usable == 0) refuse("memory.total_budget: auto needs /proc/meminfo; give a size");
  if (usable <= config.safety_margin) {
    refuse(fmt::format("memory.safety_margin: {} leaves nothing of {}",
                       cli::bytes_text(config.safety_margin), cli::bytes_text(usable)));
  }
  return usable - config.safety_margin;
}

uint64_t request_budget(const DaemonConfig& config, uint64_t host_bytes) {
  constexpr uint64_t kAutoMin = 1ull << 30;
  const uint64_t bytes = config.request_budget.value_or(std::max(kAutoMin, host_bytes / 8));
  if (bytes < service::kReceptionBytes) {
    refuse(fmt::format("memory.request_budget: expected at least {}, found {}",
                       cli::bytes_setting(service::kReceptionBytes), cli::bytes_setting(bytes)));
  }
  if (bytes >= host_bytes) {
    refuse(fmt::format("memory.total_budget: {} leaves nothing beside {} for requests",
                       cli::bytes_text(host_bytes), cli::bytes_text(bytes)));
  }
  return bytes;
}

// None where the host is to prove.
std::vector<gpu::DeviceInfo> devices_found(const DaemonConfig& config) {
  if (config.backend == "cpu") return {};
  try {
    return gpu::list_devices();
  } catch (const Error&) {
    if (config.backend == "gpu") throw;
    return {};
  }
}

}  // namespace

engine::Options engine_options(const DaemonConfig& config, const cli::HostMemory& memory) {
  if (config.gpu_workers_per_device == 0) {
    refuse("gpus.gpu_workers_per_device: expected at least 1, found 0");
  }
  engine::Options options;
  options.host_budget_bytes = host_budget(config, memory);
  options.request_bytes_max = request_budget(config, options.host_budget_bytes);
  options.partition_workers = config.partition_workers;
  options.queue_capacity = config.queue_capacity;
  options.gpu_workers_per_device = config.gpu_workers_per_device;
  options.gpu_threads = config.gpu_threads;
  options.queue_jobs_max = config.queue_jobs_max;
  options.results_max = config.results_max;
  options.results_age_max = config.results_age_max;
  options.ageing_step = config.ageing_step;
  options.eviction_min_idle = config.eviction_min_idle;
  options.timeline = config.timeline;
  return options;
}

std::vector<engine::Backend> backends_of(const DaemonConfig& config) {
  std::vector<engine::Backend> backends;
  const std::vector<gpu::DeviceInfo> found = devices_found(config);
  if (found.empty()) {
    backends.emplace_back();
    return backends;
  }
  std::vector<unsigned> wanted = config.devices;
  if (wanted.empty()) {
    for (const gpu::DeviceInfo& device : found) wanted.push_back(unsigned(device.index));
  }
  for (unsigned index : wanted) {
    const bool exists = std::ranges::any_of(
        found, [&](const gpu::DeviceInfo& device) { return unsigned(device.index) == index; });
    if (!exists) {
      throw Error(ErrorCode::kGpuNotFound,
                  fmt::format("gpus.devices: there is no GPU {}, only {}", index, found.size()));
    }
    backends.push_back(
        {engine::BackendKind::kGpu, static_cast<int>(index), config.vram_budget.value_or(0)});
  }
  return backends;
}

engine::ProverOptions prover_options(const DaemonConfig& config) {
  engine::ProverOptions options;
  const Folders folders = folders_of(config);
  options.parameters = folders.parameters.path;
  options.circuit_cache = folders.circuits.path;
  options.devices = backends_of(config);
  return options;
}

}  // namespace cuzk::daemon
