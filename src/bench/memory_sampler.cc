// SPDX-License-Identifier: MIT OR Apache-2.0
#include "bench/memory_sampler.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>

#include "base/error.h"
#include "base/resident.h"
#include "service/client.h"

namespace cuzk::bench {
namespace {

constexpr auto kPeriod = std::chrono::milliseconds(50);

}  // namespace

MemoryProbe process_memory(gpu::Device* device) {
  return [device] {
    MemoryUse use{.host_bytes = base::resident_bytes()};
    if (device != nullptr) {
      device->make_current();
      use.device_bytes = device->info().memory_bytes - device->free_bytes();
    }
    return use;
  };
}

MemoryProbe daemon_memory(service::Client& client) {
  return [&client] {
    MemoryUse use;
    try {
      const v1::GetStatusResponse status = client.status();
      use.host_bytes = status.pinned_memory_bytes();
      for (const v1::GPUStatus& gpu : status.gpus()) {
        use.device_bytes +=
            gpu.vram_total_bytes() - std::min(gpu.vram_total_bytes(), gpu.vram_free_bytes());
      }
    } catch (const base::Error&) {
      // The proof that is asked for meets the same error and tells it.
    }
    return use;
  };
}

MemorySampler::MemorySampler(MemoryProbe look) : look_(std::move(look)) {
  sample();
  thread_ = std::jthread([this](std::stop_token stop) {
    std::mutex mutex;
    std::condition_variable_any wake;
    std::unique_lock lock(mutex);
    while (!wake.wait_for(lock, stop, kPeriod, [&] { return stop.stop_requested(); })) sample();
  });
}

void MemorySampler::sample() {
  const MemoryUse use = look_();
  host_bytes_ = std::max(host_bytes_.load(), use.host_bytes);
  device_bytes_ = std::max(device_bytes_.load(), use.device_bytes);
}

}  // namespace cuzk::bench
