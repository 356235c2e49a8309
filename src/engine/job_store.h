// SPDX-License-Identifier: MIT OR Apache-2.0
// The jobs that anybody may ask for, by name (request.h): those under way, and the results of
// finished ones as long as there is room and they are young. It answers who shares a job with whom
// and when nobody waits any more; it runs nothing.
//
// A second submission of the same input joins the job while it is under way, and gets the result of
// one that completed. One that failed, was cancelled or ran out of time is begun anew: what was
// wrong may have passed. The label is a label: the same one with other input is another job
// (daemon-reference.md 0, fact 8, and 2.6).
//
// A value without threads and clock. Records are shared: one that is forgotten lives as long as
// somebody still reads its result.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/action.h"
#include "engine/engine.h"

namespace cuzk::engine {

struct JobRecord {
  std::string name, label;
  const ProofKind* kind = nullptr;
  JobNumber number = 0;
  JobState state = JobState::kQueued;
  size_t waiters = 0;  // submissions with kWhileAwaited and awaiting callers that have not left
  bool keep = false;   // runs also without them
  Time submitted{};
  std::optional<Time> begun;  // its first partition was started
  JobResult result;  // times while it runs, all of it at the end
  std::vector<PartitionStatus> partitions;
};

using JobPointer = std::shared_ptr<JobRecord>;

class JobStore {
 public:
  struct Limits {
    size_t results_max;
    Duration results_age_max;
  };
  explicit JobStore(const Limits& limits) : limits_(limits) {}

  struct Joined {
    JobPointer job;
    bool fresh = false;  // it has to be run, under job->number
  };
  Joined submit(const std::string& name, const std::string& label, const ProofKind* kind,
                Interest interest, Time now);
  // Of a fresh one that could not be begun.
  void forget(const JobPointer& job);
  // Null if nobody knows it.
  JobPointer find(const std::string& name) const;

  // One more who waits, until `leave`.
  void join(JobRecord& job) { ++job.waiters; }
  // True if nobody waits any more and it is to be cancelled.
  [[nodiscard]] bool leave(JobRecord& job);
  // Sets the final state, code and error; the proof too if it completed.
  void finish(const JobPointer& job, JobResult result, Time now);
  // Forgets results that are too old.
  void expire(Time now);

  // Under way, by number.
  const std::map<JobNumber, JobPointer>& open() const { return open_; }
  std::map<const ProofKind*, KindCounts> counts() const;

 private:
  Limits limits_;
  JobNumber next_ = 1;
  std::map<std::string, JobPointer> by_name_;
  std::map<JobNumber, JobPointer> open_;
  std::deque<std::pair<Time, JobPointer>> finished_;  // the oldest first
  std::map<const ProofKind*, KindCounts> totals_;
};

}  // namespace cuzk::engine
