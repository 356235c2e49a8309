// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/job_store.h"

#include "base/check.h"

namespace cuzk::engine {

JobStore::Joined JobStore::submit(const std::string& name, const std::string& label,
                                  const ProofKind* kind, Interest interest, Time now) {
  JobPointer& job = by_name_[name];
  const bool fresh = job == nullptr || (is_final(job->state) && job->state != JobState::kCompleted);
  if (fresh) {
    job = std::make_shared<JobRecord>();
    job->name = name;
    job->label = label;
    job->kind = kind;
    job->number = next_++;
    job->submitted = now;
    open_[job->number] = job;
  }
  if (interest == Interest::kKeep) {
    job->keep = true;
  } else {
    join(*job);
  }
  KindCounts& counts = totals_[kind];
  ++counts.submitted;
  if (!fresh) ++counts.joined;
  return {job, fresh};
}

void JobStore::forget(const JobPointer& job) {
  --totals_[job->kind].submitted;
  open_.erase(job->number);
  by_name_.erase(job->name);
}

JobPointer JobStore::find(const std::string& name) const {
  auto found = by_name_.find(name);
  return found == by_name_.end() ? nullptr : found->second;
}

bool JobStore::leave(JobRecord& job) {
  if (job.waiters > 0) --job.waiters;
  return job.waiters == 0 && !job.keep && !is_final(job.state);
}

void JobStore::finish(const JobPointer& job, JobResult result, Time now) {
  base::check(!is_final(job->state) && is_final(result.state), "a job ends once");
  result.times = job->result.times;
  result.times.total = now - job->submitted;
  if (!job->begun) result.times.queue = result.times.total;
  job->state = result.state;
  job->result = std::move(result);
  open_.erase(job->number);
  KindCounts& counts = totals_[job->kind];
  switch (job->state) {
    case JobState::kCompleted:
      ++counts.completed;
      counts.total_time += job->result.times.total;
      break;
    case JobState::kCancelled: ++counts.cancelled; break;
    default: ++counts.failed;
  }
  finished_.emplace_back(now, job);
  expire(now);
}

void JobStore::expire(Time now) {
  while (!finished_.empty() && (finished_.size() > limits_.results_max ||
                                now - finished_.front().first > limits_.results_age_max)) {
    const JobPointer& job = finished_.front().second;
    auto found = by_name_.find(job->name);
    if (found != by_name_.end() && found->second == job) by_name_.erase(found);
    finished_.pop_front();
  }
}

std::map<const ProofKind*, KindCounts> JobStore::counts() const {
  std::map<const ProofKind*, KindCounts> counts = totals_;
  for (const ProofKind& kind : proof_kinds()) counts.try_emplace(&kind);
  for (const auto& [number, job] : open_) {
    KindCounts& kind = counts[job->kind];
    ++(job->state == JobState::kQueued ? kind.pending : kind.in_progress);
  }
  return counts;
}

}  // namespace cuzk::engine
