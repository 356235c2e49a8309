// SPDX-License-Identifier: MIT OR Apache-2.0
// How the memory of a device is divided before anything is loaded (residency.md RS-201, RS-204):
//
//   budget = fixed + region + bytes of circuits + free
//
// Fixed is what CUDA takes: its context, and the stacks of the largest program that writes
// assignments. The region is what the partitions of all circuits but lanes are worked on in, one
// circuit at a time. It is as large as the best of the plans that the circuits would have alone,
// each beside what the others need at least. The rest is for circuits. A lane is a circuit so small
// that it is resident with a region of its own (RS-308).
//
// A device is set up for certain circuits. Each of them can start whatever stands there of the
// others: their shares are kept for them (`kept_bytes`). Where a device is too small for that, the
// shares get smaller, and last of all nothing is kept; circuits then displace each other
// (RS-303). What does not even fit alone is left out. A circuit that a device is not set up for can
// be proved there if it happens to fit.
//
// Pure functions; a few milliseconds for each circuit.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>

#include "groth16/gpu_footprint.h"

namespace cuzk::engine {

// A lane takes at most so much, its region included: WinningPoSt of 64 GiB takes 1.21 GB if all of
// its variables are wide (residency.md RS-102, RS-308). A PoRep of the smallest sectors is none.
inline constexpr uint64_t kLaneBytesMax = 1'300'000'000;

struct SetupCircuit {
  std::string name;
  uint64_t program_bytes = 0;  // AssignmentProgram::device_bytes
  groth16::GpuFootprint footprint;
};

struct LaneNeed {
  uint64_t region_bytes = 0;  // of its own
  uint64_t bytes = 0;         // with it
};
LaneNeed lane_need(const groth16::GpuFootprint& footprint);
bool is_lane(const groth16::GpuFootprint& footprint);

struct DeviceSetup {
  uint64_t budget_bytes = 0;
  uint64_t fixed_bytes = 0;
  uint64_t region_bytes = 0;                          // 0 if there are only lanes
  std::map<std::string, uint64_t> kept_bytes = {};    // of each circuit that it is set up for
  std::map<std::string, uint64_t> bytes_max = {};     // and with all that it has a use for
  std::map<std::string, uint64_t> pinned_bytes = {};  // points that it streams at worst

  uint64_t circuits_bytes() const { return budget_bytes - fixed_bytes - region_bytes; }
};

DeviceSetup set_up_device(uint64_t budget_bytes, std::span<const SetupCircuit> circuits);

// What a circuit takes of some devices, whether they are set up for it or not.
struct DeviceNeed {
  uint64_t bytes_min = 0, bytes_max = 0;  // on each
  uint64_t region_bytes_min = 0;          // of the region that it shares
  uint64_t lane_region_bytes = 0;         // of a lane, among its bytes
  uint64_t pinned_bytes = 0;              // of the host for all of them, at worst

  bool lane() const { return lane_region_bytes > 0; }
};
DeviceNeed device_need(const SetupCircuit& circuit, std::span<const DeviceSetup> devices);

}  // namespace cuzk::engine
