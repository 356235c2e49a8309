// SPDX-License-Identifier: MIT OR Apache-2.0
// The prover of one circuit on a back end that the caller chooses: the processors of the host
// (groth16/prover.h) or a device (groth16/gpu_prover.h). Both prove by `start` and `finish`, so
// that the next assignment can be prepared while a device works; on the host `start` does
// everything.
//
// An assignment is made where it is needed: on the host before `start`, on a device by a program of
// the circuit from values that the host has packed (groth16/assignment_program.h). A circuit
// without such a program is proved on a device from whole assignments.
//
// Parameters come from a file, or, for measurements on a device, are made from random secrets and
// kept in memory, since a file of 47 GB takes longer to write than its points to make.
//
// One thread at a time; the circuit outlives the prover.
#pragma once

#include <atomic>
#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "base/progress.h"
#include "engine/device_setup.h"
#include "engine/partition_input.h"
#include "gpu/device.h"
#include "groth16/cpu_prover.h"
#include "groth16/gpu_prover.h"

namespace cuzk::engine {

// Groups of partitions that a device is given before the first one is finished.
inline constexpr size_t kGroupsInFlight = 2;

// What a prover gets of a device where others are too: bytes of its own, and a region, which it
// shares unless it is a lane.
struct DeviceShare {
  std::shared_ptr<gpu::Device> device;
  std::shared_ptr<groth16::GpuRegion> region = nullptr;
  uint64_t bytes = 0;
  bool is_lane = false;
  std::shared_ptr<std::atomic<uint64_t>> copied_bytes = nullptr;  // of points, to the device
};

struct Backend {
  BackendKind kind = BackendKind::kCpu;
  int device = 0;
  uint64_t vram_budget = 0;  // bytes; 0 stands for all that is free
  bool check_rows = false;   // on a device: whether every row is checked; see first_unsatisfied
  std::optional<DeviceShare> share = std::nullopt;  // in place of the whole device
};

// What is proved.
struct Workload {
  const r1cs::Circuit& circuit;
  size_t partitions;  // of a proof
  // Writes assignments on a device, from the packed values of a PartitionInput; empty: from whole
  // assignments.
  std::function<groth16::AssignmentProgram(gpu::Device&)> device_program;
};

groth16::AssignmentProgram program_of(const Workload& workload, gpu::Device& device);

// What the engine may use of a device: the budget, unless less is free.
uint64_t device_budget(const Backend& backend, const gpu::Device& device);
SetupCircuit setup_circuit(const std::string& name, const Workload& workload, gpu::Device& device);

// Refers to both.
groth16::PackInput pack_input(const r1cs::Circuit& circuit, const PartitionInput& input);

// `file` absent: made from random secrets and kept. Requires a device then.
struct ParametersSource {
  std::optional<std::filesystem::path> file;
};

struct BackendReport {
  std::string name;               // "cpu", or the device
  std::string parameters;         // where they stand
  double parameters_seconds = 0;  // to open, or to read and check, or to make
  std::optional<groth16::GpuParameters::MakeTimes> made;  // where they were made
  uint64_t device_bytes = 0;                              // circuit and working memory
  size_t group_max = 1;                                   // partitions that are started together
  uint64_t streamed_bytes = 0;                            // to the device for each such group
};

class PartitionProver {
 public:
  // Throws kGpuNotFound, kGpuOutOfMemory and the errors of ParamsFile and GpuParameters.
  PartitionProver(const Workload& workload, const Backend& backend, const ParametersSource& source,
                  const base::Progress& progress);

  const groth16::VerifyingKey& key() const;
  const BackendReport& report() const { return report_; }
  // Of the device in use now, by everybody; 0 on the host.
  uint64_t device_bytes_in_use() const;

  // Partitions that may be started and not finished.
  size_t in_flight_max() const;
  size_t in_flight() const { return done_.size() + pending_.size() + waiting_.size(); }

  // Requires: in_flight() < in_flight_max(), and the input is one for this back end. A partition
  // for which `start` or `finish` throws is not in flight any more; the others are as they were.
  void start(const PartitionInput& input, const base::Progress& progress);
  // Of the partition that was started first, if rows are checked on a device: the first row that
  // does not hold.
  std::optional<uint64_t> first_unsatisfied();
  // Of the partition that was started first.
  groth16::Proof finish(groth16::ProveTimes* times);

 private:
  // With the inputs that have waited longest, at most a group of them.
  void start_group();
  // As long as there are inputs for it and the device can take it.
  void start_full_groups();
  void set_up_device(const Workload& workload, const Backend& backend,
                     const ParametersSource& source, const base::Progress& progress);

  const r1cs::Circuit& circuit_;
  bool checks_rows_ = false;
  BackendReport report_;
  // On the host.
  std::unique_ptr<groth16::ParamsFile> file_;
  std::unique_ptr<groth16::CpuProver> prover_;
  std::deque<std::pair<groth16::Proof, groth16::ProveTimes>> done_;
  // On a device.
  std::shared_ptr<gpu::Device> device_;
  std::shared_ptr<const groth16::GpuParameters> parameters_;
  std::unique_ptr<groth16::GpuProver> gpu_prover_;
  std::deque<PartitionInput> waiting_;  // for others of their group, or for the group before
  std::deque<groth16::GpuProver::Pending> pending_;
};

}  // namespace cuzk::engine
