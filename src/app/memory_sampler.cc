// SPDX-License-Identifier: MIT OR Apache-2.0
#include "app/memory_sampler.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>

#include "base/resident.h"

namespace cuzk::app {
namespace {

constexpr auto kPeriod = std::chrono::milliseconds(50);

}  // namespace

MemorySampler::MemorySampler(gpu::Device* device) : device_(device) {
  sample();
  thread_ = std::jthread([this](std::stop_token stop) {
    std::mutex mutex;
    std::condition_variable_any wake;
    std::unique_lock lock(mutex);
    while (!wake.wait_for(lock, stop, kPeriod, [&] { return stop.stop_requested(); })) sample();
  });
}

void MemorySampler::sample() {
  host_ = std::max(host_.load(), base::resident_bytes());
  if (device_ == nullptr) return;
  device_->make_current();
  const uint64_t used = device_->info().memory_bytes - device_->free_bytes();
  device_bytes_ = std::max(device_bytes_.load(), used);
}

}  // namespace cuzk::app
