// SPDX-License-Identifier: MIT OR Apache-2.0
// The most memory that was in use while it lives. A thread looks twenty times a second, so that a
// peak which lasts longer is seen. A shorter one may be missed; VmHWM would have it for this
// process, but counts from its start.
// The probe selects what is measured: this process with a device, or a daemon, which tells what it
// has reserved (and nothing while it does not answer). It is called by one thread at a time; what
// it refers to outlives the sampler. Reading the peaks is for any thread.
// Costs some ten microseconds a look, or a call to the daemon.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <thread>

#include "gpu/device.h"

namespace cuzk::service {
class Client;
}

namespace cuzk::bench {

struct MemoryUse {
  uint64_t host_bytes = 0, device_bytes = 0;
};
using MemoryProbe = std::function<MemoryUse()>;

// What is resident, and what is in use on the device by everybody; `device` may be null.
MemoryProbe process_memory(gpu::Device* device);
// What is reserved of its host and of its devices together.
MemoryProbe daemon_memory(service::Client& client);

class MemorySampler {
 public:
  explicit MemorySampler(MemoryProbe look);

  MemoryUse peak() const { return {host_bytes_, device_bytes_}; }

 private:
  void sample();

  const MemoryProbe look_;
  std::atomic<uint64_t> host_bytes_ = 0, device_bytes_ = 0;
  std::jthread thread_;
};

}  // namespace cuzk::bench
