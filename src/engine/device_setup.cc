// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/device_setup.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace cuzk::engine {
namespace {

using groth16::GpuFootprint;
using groth16::GpuPlan;

uint64_t minus(uint64_t bytes, uint64_t less) { return bytes - std::min(bytes, less); }

// What is kept for a circuit, from the most to the least.
enum class Keep : uint8_t {
  kGroup,    // a full group of partitions in flight
  kLeast,    // one partition in flight
  kLanes,    // for lanes only
  kNothing,  // circuits displace each other
};
constexpr Keep kKeeps[] = {Keep::kGroup, Keep::kLeast, Keep::kLanes, Keep::kNothing};

uint64_t kept(const SetupCircuit& circuit, Keep keep) {
  const GpuFootprint& footprint = circuit.footprint;
  if (is_lane(footprint)) return keep == Keep::kNothing ? 0 : lane_need(footprint).bytes;
  switch (keep) {
    case Keep::kGroup:
      return footprint.circuit_bytes + footprint.group_max * footprint.plan.own_bytes_min;
    case Keep::kLeast: return footprint.device_bytes_min();
    case Keep::kLanes:
    case Keep::kNothing: break;
  }
  return 0;
}

// Least bytes of a circuit beside what is in the region.
uint64_t least(const SetupCircuit& circuit) {
  return is_lane(circuit.footprint) ? lane_need(circuit.footprint).bytes
                                    : circuit.footprint.device_bytes_min();
}

uint64_t region_least(const SetupCircuit& circuit) {
  return is_lane(circuit.footprint) ? 0 : circuit.footprint.plan.region_bytes_min;
}

using Circuits = std::vector<const SetupCircuit*>;

uint64_t fixed_bytes(const Circuits& circuits) {
  uint64_t program = 0;
  for (const SetupCircuit* circuit : circuits) program = std::max(program, circuit->program_bytes);
  return groth16::kContextBytes + program;
}

bool is_bulk(const SetupCircuit* circuit) { return !is_lane(circuit->footprint); }

// Room of circuits and their region, divided.
class Division {
 public:
  Division(const Circuits& circuits, uint64_t room, Keep keep)
      : circuits_(circuits), room_(room), keep_(keep) {
    for (const SetupCircuit* circuit : circuits) {
      kept_ += kept(*circuit, keep);
      region_least_ = std::max(region_least_, region_least(*circuit));
    }
  }

  uint64_t kept_for(const SetupCircuit& circuit) const { return kept(circuit, keep_); }
  // What a circuit finds at least, whatever the others take.
  uint64_t share(const SetupCircuit& circuit) const {
    return std::max(least(circuit), kept(circuit, keep_));
  }
  // What the others leave to this one and the region.
  uint64_t left_to(const SetupCircuit& circuit) const {
    return minus(room_, kept_ - kept(circuit, keep_));
  }
  bool is_possible() const {
    return std::ranges::all_of(circuits_, [&](const SetupCircuit* circuit) {
      return region_least_ + share(*circuit) <= left_to(*circuit);
    });
  }
  // Requires: is_possible().
  uint64_t region_bytes() const {
    uint64_t wanted = region_least_, most = room_;
    for (const SetupCircuit* circuit : circuits_) {
      most = std::min(most, left_to(*circuit) - share(*circuit));
      if (!is_bulk(circuit)) continue;
      wanted = std::max(wanted, circuit->footprint.alone(left_to(*circuit)).region_bytes);
    }
    return std::min(wanted, most);
  }

 private:
  Circuits circuits_;
  uint64_t room_;
  Keep keep_;
  uint64_t kept_ = 0, region_least_ = 0;
};

// For one circuit in the region more is of no use than for one partition in flight.
std::optional<Division> divide(const Circuits& circuits, uint64_t room) {
  const bool several = std::ranges::count_if(circuits, is_bulk) > 1;
  for (Keep keep : kKeeps) {
    const Division division(circuits, room, keep);
    if ((several || keep != Keep::kGroup) && division.is_possible()) return division;
  }
  return std::nullopt;
}

// Where a circuit has the region to itself, what its plan takes; it has no use for more.
uint64_t bytes_max(const SetupCircuit& circuit, const Circuits& circuits, uint64_t left) {
  const GpuFootprint& footprint = circuit.footprint;
  if (is_lane(footprint)) return lane_need(footprint).bytes;
  if (std::ranges::count_if(circuits, is_bulk) > 1) return footprint.device_bytes_max();
  return footprint.circuit_bytes + footprint.alone(left).own_bytes();
}

// Points that a circuit streams with so many bytes beside the region.
uint64_t streamed_points(const GpuFootprint& footprint, uint64_t region_bytes, uint64_t bytes) {
  return footprint.point_bytes_max() - footprint.in_region(region_bytes, bytes).point_bytes;
}

}  // namespace

LaneNeed lane_need(const GpuFootprint& footprint) {
  const uint64_t region = footprint.plan.region_bytes_in_line;
  return {region, footprint.device_bytes_max() + region};
}

bool is_lane(const GpuFootprint& footprint) { return lane_need(footprint).bytes <= kLaneBytesMax; }

DeviceSetup set_up_device(uint64_t budget_bytes, std::span<const SetupCircuit> all) {
  Circuits circuits;
  for (const SetupCircuit& circuit : all) circuits.push_back(&circuit);
  const auto need = [](const SetupCircuit* circuit) {
    return region_least(*circuit) + least(*circuit);
  };
  std::ranges::stable_sort(circuits, {}, need);
  DeviceSetup setup{.budget_bytes = budget_bytes};
  std::optional<Division> division;
  for (;; circuits.pop_back()) {
    setup.fixed_bytes = std::min(budget_bytes, fixed_bytes(circuits));
    division = divide(circuits, budget_bytes - setup.fixed_bytes);
    if (division) break;
  }
  if (std::ranges::any_of(circuits, is_bulk)) setup.region_bytes = division->region_bytes();
  uint64_t wanted = 0;
  for (const SetupCircuit* circuit : circuits) {
    const uint64_t most = bytes_max(*circuit, circuits, division->left_to(*circuit));
    setup.kept_bytes[circuit->name] = division->kept_for(*circuit);
    setup.bytes_max[circuit->name] = most;
    wanted += most;
  }
  for (const SetupCircuit* circuit : circuits) {
    if (!is_bulk(circuit)) continue;
    const uint64_t most = setup.bytes_max[circuit->name];
    const uint64_t at_worst = std::clamp(minus(setup.circuits_bytes(), wanted - most),
                                         std::min(division->share(*circuit), most), most);
    setup.pinned_bytes[circuit->name] =
        streamed_points(circuit->footprint, setup.region_bytes, at_worst);
  }
  return setup;
}

DeviceNeed device_need(const SetupCircuit& circuit, std::span<const DeviceSetup> devices) {
  const GpuFootprint& footprint = circuit.footprint;
  if (is_lane(footprint)) {
    const LaneNeed lane = lane_need(footprint);
    return {
        .bytes_min = lane.bytes, .bytes_max = lane.bytes, .lane_region_bytes = lane.region_bytes};
  }
  DeviceNeed need{.bytes_min = footprint.device_bytes_min(),
                  .region_bytes_min = footprint.plan.region_bytes_min};
  for (const DeviceSetup& device : devices) {
    uint64_t most = footprint.device_bytes_max();
    if (auto found = device.bytes_max.find(circuit.name); found != device.bytes_max.end()) {
      most = found->second;
      need.pinned_bytes += device.pinned_bytes.at(circuit.name);
    } else if (need.region_bytes_min <= device.region_bytes) {
      need.pinned_bytes += footprint.point_bytes_max();
    }
    need.bytes_max = std::max(need.bytes_max, most);
  }
  return need;
}

}  // namespace cuzk::engine
