// SPDX-License-Identifier: MIT OR Apache-2.0
// What the pipeline needs to be told about proving, as functions: how much memory a job takes, how
// it is read, prepared, proved on a device and verified. There is one over the
// kinds of proofs (circuit_prover.h), tests have a fake (fake_prover_testing.h); the pipeline knows
// neither circuits nor fields.
//
// All functions may throw base::Error; the stage runner catches it and the job fails with it.
// `describe`, `read`, `prepare` and `verify` are called from many threads at once, `load` and
// `unload` from one at a time. The functions of a device are called from one thread for lanes, and
// from another one for all other circuits. A circuit is loaded before it is placed or prepared for,
// and placed before something is started with it.
// Bytes are computed from shapes, before anything is allocated; the pipeline reserves them.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/progress.h"
#include "engine/partition_input.h"
#include "engine/request.h"

namespace cuzk::engine {

// Bytes are of the host but for those of the device and its region. A circuit's partitions are
// computed in the device's region, or, where region_bytes_min is 0, in working memory of its own,
// which its device bytes then contain. A lane is a small circuit of the second sort whose
// partitions run beside all others, one at a time, without a slot of the device.
struct CircuitFootprint {
  std::string circuit;            // names it and its parameters: "porep-32g"
  uint64_t circuit_bytes = 0;     // circuit and parameters, while they are loaded
  uint64_t device_bytes_min = 0;  // on a device: what has to be there before anything can start,
  uint64_t device_bytes_max = 0;  // and with everything that could be there
  uint64_t region_bytes_min = 0;  // of the device's region
  bool lane = false;
  uint64_t statement_bytes = 0;  // a job's input once it has been read
  uint64_t prepared_bytes = 0;   // a partition from its admission until `start` has returned,
  uint64_t started_bytes = 0;    // and from then until `finish` has returned
};

struct JobShape {
  CircuitFootprint circuit;
  size_t partitions = 1;
  uint64_t reading_bytes = 0;  // beside statement_bytes, while it is read
};

using ProofBytes = std::vector<uint8_t>;

// Of these partitions, proofs[i] of partitions[i]: valid or not, as a whole.
using VerifyPartitions =
    std::function<bool(std::span<const size_t> partitions, std::span<const ProofBytes> proofs)>;

struct Statement {
  std::function<Prepared(size_t partition)> prepare;
  VerifyPartitions verify;
};

struct DeviceDriver {
  std::string name;  // "cpu", "GPU 0: NVIDIA H200"
  std::string uuid = {}, pci_address = {};  // of a GPU (gpu/device.h)
  unsigned ordinal = 0;
  uint64_t memory_bytes = 0;  // that the device has; 0 for the host
  uint64_t budget_bytes = 0;  // that may be used of them
  uint64_t fixed_bytes = 0;   // of the budget, taken by the device's own software
  uint64_t region_bytes = 0;  // of the budget, taken at set-up: working memory, for the partitions
                              // of one circuit at a time
  // Of the budget, for circuits that the device is set up for: others leave so much to each.
  std::map<std::string, uint64_t> kept_bytes = {};
  size_t in_flight_max = 1;  // groups that may be started and not finished, besides lanes

  // Of the budget, `bytes` are the circuit's until it is displaced. Returns how many partitions
  // share what the device does for each of them, as a group: 1, or more where parameters are
  // streamed.
  std::function<size_t(const std::string& circuit, uint64_t bytes)> place;
  std::function<void(const std::string& circuit)> displace;
  // Returns when the device may take the next one and `prepared` is not needed any more. Where that
  // takes long it calls `progress`, which throws when nobody wants the proof any more; the
  // partition then is not in flight.
  std::function<void(const std::string& circuit, const Prepared& prepared,
                     const base::Progress& progress)>
      start;
  // Of the circuit's partition that was started first.
  std::function<ProofBytes(const std::string& circuit)> finish;
};

struct Prover {
  // Throws kNotSupported for what cannot be proved, before anything is read.
  std::function<JobShape(const Request&)> describe;
  // Nothing for a name that is no circuit.
  std::function<std::optional<CircuitFootprint>(const std::string& circuit)> describe_circuit;
  std::function<Statement(const Request&)> read;
  std::function<void(const std::string&circuit)> load, unload;
  // Bytes of its points that have been copied to devices so far. Any thread may call.
  std::function<uint64_t(const std::string& circuit)> copied_bytes;
  std::vector<DeviceDriver> devices;
};

}  // namespace cuzk::engine
