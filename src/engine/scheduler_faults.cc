// SPDX-License-Identifier: MIT OR Apache-2.0
// What the scheduler does when a proof is wrong or lost, a device fails, or a circuit cannot come.
#include <algorithm>

#include "engine/scheduler.h"

namespace cuzk::engine {
namespace {

using What = Action::What;

constexpr unsigned kStrikesMax = 2;  // wrong proofs of a device that turned out right elsewhere

}  // namespace

void Scheduler::fail(JobNumber number, Job& job, Cause cause, size_t partition, size_t device) {
  if (job.dropped || job.ending) return;
  job.ending = true;
  actions_.push_back({.what = What::kFail,
                      .job = number,
                      .partition = partition,
                      .device = device,
                      .circuit = job.circuit->shape.circuit,
                      .cause = cause});
}

void Scheduler::fail_users(const CircuitEntry& circuit, size_t device) {
  for (auto& [number, job] : jobs_) {
    if (job.circuit == &circuit) fail(number, job, Cause::kCircuit, 0, device);
  }
}

void Scheduler::prove_again(JobNumber number, Job& job, size_t k) {
  Partition& partition = job.partitions[k];
  partition.avoid = partition.device;
  release(job, partition);
  partition.stage = Stage::kPending;
  ++proved_again_;
  actions_.push_back({.what = What::kRetry, .job = number, .partition = k});
}

void Scheduler::lost(Task task, Time now) {
  Job& job = jobs_.at(task.job);
  Partition& partition = job.partitions[task.partition];
  const bool once_more = ++partition.attempts < kAttemptsMax;
  if (once_more && !job.dropped && !job.ending) {
    prove_again(task.job, job, task.partition);
    return;
  }
  if (!once_more) fail(task.job, job, Cause::kDeviceFailed, task.partition, *partition.device);
  finished(task, now);
}

void Scheduler::device_failed(size_t device, Time now) {
  residency_.quarantine(device);
  std::vector<Task> tasks;
  for (const auto& [number, job] : jobs_) {
    for (size_t k = 0; k < job.partitions.size(); ++k) {
      const Partition& partition = job.partitions[k];
      if (partition.stage == Stage::kFinishing && partition.device == device) {
        tasks.push_back({number, k});
      }
    }
  }
  for (Task task : tasks) lost(task, now);
  for (auto& [number, job] : jobs_) {
    if (!residency_.has_device(job.circuit->shape)) fail(number, job, Cause::kNoDevice, 0, device);
  }
}

void Scheduler::verified(JobNumber number) {
  for (const Partition& partition : jobs_.at(number).partitions) {
    if (partition.suspected && partition.suspected != partition.device) {
      suspect(*partition.suspected);
    }
  }
  verify_failed(number);
}

void Scheduler::proofs_bad(JobNumber number, std::span<const size_t> partitions) {
  Job& job = jobs_.at(number);
  bool once_more = true;
  for (size_t k : partitions) {
    Partition& partition = job.partitions[k];
    partition.suspected = partition.device;
    if (++partition.attempts < kAttemptsMax) continue;
    fail(number, job, Cause::kProofInvalid, k, *partition.device);
    once_more = false;
  }
  for (size_t k : partitions) {
    if (once_more && !job.dropped && !job.ending) prove_again(number, job, k);
  }
  verify_failed(number);
}

void Scheduler::verify_failed(JobNumber number) {
  jobs_.at(number).stage = JobStage::kReady;
  erase_if_over(number);
}

// The last device that can prove what waits is kept.
void Scheduler::suspect(size_t device) {
  if (++strikes_[device] < kStrikesMax || usable_devices() <= 1) return;
  const bool needed = std::ranges::any_of(jobs_, [&](const auto& entry) {
    return !residency_.has_device(entry.second.circuit->shape, device);
  });
  if (!needed) residency_.quarantine(device);
}

}  // namespace cuzk::engine
