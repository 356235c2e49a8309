// SPDX-License-Identifier: MIT OR Apache-2.0
// A device of circuit_prover.h: how its memory is divided, the region that its circuits share, and
// which circuits are placed there with how many bytes. A circuit that is placed may have lost its
// prover, which is made anew when it is used next.
//
// Engines that are made one after the other use the same device, and each starts with the belief
// that nothing is placed. So a circuit that is granted bytes may find others from before, and where
// it does not fit beside them, those go whose last grant is the oldest: what the present engine has
// granted fits by its own count and is younger.
//
// One thread for each circuit at a time; several circuits may be used side by side.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "base/file_version.h"
#include "engine/partition_prover.h"

namespace cuzk::engine {

struct PlacedCircuit {
  uint64_t bytes = 0;                            // on the device
  uint64_t grant = 0;                            // number of its last grant
  std::shared_ptr<const r1cs::Circuit> circuit;  // of the prover
  std::optional<base::FileVersion> parameters;   // that it has read
  std::unique_ptr<PartitionProver> prover;

  void drop() { prover.reset(); }
};

class CircuitDevice {
 public:
  // Throws kGpuNotFound.
  explicit CircuitDevice(const Backend& wanted);

  const Backend backend;
  const std::shared_ptr<gpu::Device> hardware;  // null for the host
  DeviceSetup setup;                            // written before anything is placed

  // So many bytes are the circuit's. What it has there stays if the bytes are the same and nothing
  // is in flight, which only an engine that gave its partitions up leaves behind.
  void grant(const std::string& circuit, uint64_t bytes);
  void displace(const std::string& circuit);
  // Requires: it was granted bytes and not displaced.
  PlacedCircuit& placed(const std::string& circuit);
  // Taken when it is asked for first. Throws kGpuOutOfMemory.
  std::shared_ptr<groth16::GpuRegion> region();

 private:
  std::mutex mutex_;
  std::shared_ptr<groth16::GpuRegion> region_;
  std::map<std::string, PlacedCircuit> placed_;
  uint64_t grants_ = 0;
};

}  // namespace cuzk::engine
