// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/circuit_device.h"

#include <algorithm>
#include <vector>

namespace cuzk::engine {

CircuitDevice::CircuitDevice(const Backend& wanted)
    : backend(wanted),
      hardware(wanted.kind == BackendKind::kGpu ? std::make_shared<gpu::Device>(wanted.device)
                                                : nullptr) {}

void CircuitDevice::grant(const std::string& circuit, uint64_t bytes) {
  std::vector<PlacedCircuit> gone;  // ends without the lock
  std::lock_guard lock(mutex_);
  PlacedCircuit& mine = placed_[circuit];
  if (mine.prover && (mine.bytes != bytes || mine.prover->in_flight() > 0)) {
    gone.push_back(std::exchange(mine, {}));
  }
  mine.bytes = bytes;
  mine.grant = ++grants_;
  uint64_t granted = 0;
  for (const auto& [name, placed] : placed_) granted += placed.bytes;
  while (hardware && granted > setup.circuits_bytes() && placed_.size() > 1) {
    const auto oldest =
        std::ranges::min_element(placed_, {}, [](const auto& named) { return named.second.grant; });
    granted -= oldest->second.bytes;
    gone.push_back(std::move(oldest->second));
    placed_.erase(oldest);
  }
}

void CircuitDevice::displace(const std::string& circuit) {
  PlacedCircuit gone;
  std::lock_guard lock(mutex_);
  auto found = placed_.find(circuit);
  if (found == placed_.end()) return;
  gone = std::move(found->second);
  placed_.erase(found);
}

PlacedCircuit& CircuitDevice::placed(const std::string& circuit) {
  std::lock_guard lock(mutex_);
  return placed_.at(circuit);
}

std::shared_ptr<groth16::GpuRegion> CircuitDevice::region() {
  std::lock_guard lock(mutex_);
  if (!region_) region_ = std::make_shared<groth16::GpuRegion>(*hardware, setup.region_bytes);
  return region_;
}

}  // namespace cuzk::engine
