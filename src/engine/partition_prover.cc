// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/partition_prover.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "base/clock.h"
#include "base/error.h"

namespace cuzk::engine {

using groth16::GpuParameters;

groth16::AssignmentProgram program_of(const Workload& workload, gpu::Device& device) {
  return workload.device_program ? workload.device_program(device)
                                 : groth16::plain_program(workload.circuit);
}

// The context has been made, but what it takes later is not yet taken.
uint64_t device_budget(const Backend& backend, const gpu::Device& device) {
  const uint64_t usable = device.free_bytes() + groth16::kContextBytes / 2;
  return backend.vram_budget > 0 ? std::min(backend.vram_budget, usable) : usable;
}

SetupCircuit setup_circuit(const std::string& name, const Workload& workload, gpu::Device& device) {
  const groth16::AssignmentProgram program = program_of(workload, device);
  return {.name = name,
          .program_bytes = program.device_bytes,
          .footprint =
              groth16::gpu_footprint(workload.circuit, program.input_bytes, workload.partitions)};
}

groth16::PackInput pack_input(const r1cs::Circuit& circuit, const PartitionInput& input) {
  if (const auto* assignment = std::get_if<r1cs::Assignment>(&input)) {
    return groth16::plain_input(circuit, *assignment);
  }
  return [&values = std::get<PackedValues>(input)](void* out) {
    std::copy(values.begin(), values.end(), static_cast<uint64_t*>(out));
  };
}

namespace {

uint64_t resident_bytes(const GpuParameters& parameters) {
  uint64_t bytes = 0;
  for (size_t i = 0; i < groth16::kQueries; ++i) {
    if (parameters.placements()[i] == groth16::Placement::kHost) continue;
    bytes += parameters.counts()[i] * groth16::point_bytes(static_cast<groth16::Query>(i));
  }
  return bytes;
}

}  // namespace

PartitionProver::PartitionProver(const Workload& workload, const Backend& backend,
                                 const ParametersSource& source, const base::Progress& progress)
    : circuit_(workload.circuit) {
  checks_rows_ = backend.check_rows && backend.kind == BackendKind::kGpu;
  if (backend.kind == BackendKind::kGpu) {
    set_up_device(workload, backend, source, progress);
    return;
  }
  if (!source.file) {
    throw base::Error(base::ErrorCode::kBadArgument,
                      "parameters that are kept in memory: expected --backend gpu, found cpu");
  }
  base::Stopwatch watch;
  file_ = std::make_unique<groth16::ParamsFile>(*source.file);
  prover_ = std::make_unique<groth16::CpuProver>(workload.circuit, *file_);
  report_.name = "cpu";
  report_.parameters = "file";
  report_.parameters_seconds = watch.seconds();
}

void PartitionProver::set_up_device(const Workload& workload, const Backend& backend,
                                    const ParametersSource& source,
                                    const base::Progress& progress) {
  const r1cs::Circuit& circuit = workload.circuit;
  const DeviceShare share = backend.share.value_or(DeviceShare{
      .device = std::make_shared<gpu::Device>(backend.device), .bytes = backend.vram_budget});
  device_ = share.device;
  device_->make_current();
  base::report(progress, "circuit to the device", 0, 1);
  gpu_prover_ = std::make_unique<groth16::GpuProver>(
      *device_, circuit,
      groth16::GpuProverOptions{.vram_budget = share.bytes,
                                .group_max = workload.partitions,
                                .program = program_of(workload, *device_),
                                .check_rows = checks_rows_,
                                .region = share.region,
                                .is_urgent = share.is_lane,
                                .streamed_points = share.copied_bytes});
  base::report(progress, "circuit to the device", 1, 1);
  const groth16::Placements& placements = gpu_prover_->placements();
  base::Stopwatch watch;
  if (source.file) {
    groth16::ParamsFile file(*source.file);
    file.check_circuit(circuit);
    parameters_ = std::make_shared<GpuParameters>(*device_, file, placements, progress);
    if (share.copied_bytes) *share.copied_bytes += resident_bytes(*parameters_);
  } else {
    GpuParameters::MakeTimes times;
    parameters_ = std::make_shared<GpuParameters>(*device_, circuit, groth16::Trapdoor::random(),
                                                  placements, progress, &times);
    report_.made = times;
  }
  report_.parameters_seconds = watch.seconds();
  gpu_prover_->set_parameters(parameters_);
  const gpu::DeviceInfo& info = device_->info();
  report_.name = fmt::format("GPU {}: {}", info.index, info.name);
  report_.parameters = groth16::is_resident(placements) ? "device memory" : "host memory, streamed";
  report_.device_bytes = gpu_prover_->device_bytes();
  report_.group_max = gpu_prover_->group_max();
  report_.streamed_bytes = gpu_prover_->streamed_bytes();
}

const groth16::VerifyingKey& PartitionProver::key() const {
  return parameters_ ? parameters_->key() : file_->key();
}

uint64_t PartitionProver::device_bytes_in_use() const {
  return device_ ? device_->info().memory_bytes - device_->free_bytes() : 0;
}

size_t PartitionProver::in_flight_max() const {
  return gpu_prover_ ? kGroupsInFlight * report_.group_max : 1;
}

void PartitionProver::start(const PartitionInput& input, const base::Progress& progress) {
  base::check(in_flight() < in_flight_max(), "a partition may be started");
  if (gpu_prover_) {
    waiting_.push_back(input);
    try {
      start_full_groups();
    } catch (...) {
      waiting_.pop_back();
      throw;
    }
    return;
  }
  groth16::ProveTimes times;
  groth16::Proof proof = prover_->prove(std::get<r1cs::Assignment>(input), progress, &times);
  done_.emplace_back(proof, times);
}

void PartitionProver::start_group() {
  const size_t count = std::min(waiting_.size(), report_.group_max);
  std::vector<groth16::PackInput> inputs;
  for (size_t i = 0; i < count; ++i) inputs.push_back(pack_input(circuit_, waiting_[i]));
  for (groth16::GpuProver::Pending pending : gpu_prover_->start(inputs)) {
    pending_.push_back(pending);
  }
  waiting_.erase(waiting_.begin(), waiting_.begin() + static_cast<ptrdiff_t>(count));
}

void PartitionProver::start_full_groups() {
  while (waiting_.size() >= report_.group_max &&
         pending_.size() + report_.group_max <= gpu_prover_->in_flight_max()) {
    start_group();
  }
}

std::optional<uint64_t> PartitionProver::first_unsatisfied() {
  base::check(in_flight() > 0, "a partition was started");
  if (!checks_rows_) return std::nullopt;
  if (pending_.empty()) start_group();
  return gpu_prover_->first_unsatisfied(pending_.front());
}

groth16::Proof PartitionProver::finish(groth16::ProveTimes* times) {
  base::check(in_flight() > 0, "a partition was started");
  if (gpu_prover_) {
    if (pending_.empty()) {
      try {
        start_group();
      } catch (...) {
        waiting_.pop_front();
        throw;
      }
    }
    groth16::GpuProver::Pending pending = pending_.front();
    pending_.pop_front();
    groth16::Proof proof = gpu_prover_->finish(pending, times);
    try {
      start_full_groups();
    } catch (const std::exception&) {
      // This proof is right. Those that wait are tried again when they are asked for.
    }
    return proof;
  }
  auto [proof, spent] = done_.front();
  done_.pop_front();
  if (times != nullptr) *times = spent;
  return proof;
}

}  // namespace cuzk::engine
