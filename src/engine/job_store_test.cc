// SPDX-License-Identifier: MIT OR Apache-2.0
// design.md D10: who shares a job, when it is begun anew, and what is forgotten.
#include "engine/job_store.h"

#include <gtest/gtest.h>

namespace cuzk::engine {
namespace {

using std::chrono::seconds;

struct Fixture {
  JobStore::Joined submit(const std::string& name, Interest interest = Interest::kKeep) {
    return store.submit(name, "label", find_proof_kind(1), interest, now);
  }
  void finish(const JobPointer& job, JobState state, std::vector<uint8_t> proof = {}) {
    JobResult result;
    result.state = state;
    result.proof = std::move(proof);
    store.finish(job, std::move(result), now);
  }
  JobStore store{{.results_max = 2, .results_age_max = seconds(100)}};
  Time now{};
};

TEST(JobStore, TheSameInputJoinsAndOtherInputDoesNot) {
  Fixture f;
  auto first = f.submit("a"), again = f.submit("a"), other = f.submit("b");
  EXPECT_TRUE(first.fresh);
  EXPECT_FALSE(again.fresh);
  EXPECT_EQ(first.job, again.job);
  EXPECT_TRUE(other.fresh);  // though it has the same label
  f.finish(first.job, JobState::kCompleted, {1, 2});
  auto later = f.submit("a");
  EXPECT_FALSE(later.fresh);
  EXPECT_EQ(later.job->result.proof, (std::vector<uint8_t>{1, 2}));
}

TEST(JobStore, WhatDidNotCompleteIsBegunAnew) {
  for (JobState state : {JobState::kFailed, JobState::kCancelled, JobState::kTimeout}) {
    Fixture f;
    auto first = f.submit("a");
    f.finish(first.job, state);
    EXPECT_EQ(f.store.find("a")->state, state);
    auto again = f.submit("a");
    EXPECT_TRUE(again.fresh);
    EXPECT_NE(again.job->number, first.job->number);
    EXPECT_EQ(f.store.find("a"), again.job);
  }
}

TEST(JobStore, TheLastWaiterTakesTheJobWithHim) {
  Fixture f;
  auto job = f.submit("a", Interest::kWhileAwaited).job;
  f.submit("a", Interest::kWhileAwaited);
  EXPECT_FALSE(f.store.leave(*job));
  EXPECT_TRUE(f.store.leave(*job));
  auto kept = f.submit("b", Interest::kWhileAwaited).job;
  f.submit("b", Interest::kKeep);
  EXPECT_FALSE(f.store.leave(*kept));
  auto done = f.submit("c", Interest::kWhileAwaited).job;
  f.finish(done, JobState::kCompleted);
  EXPECT_FALSE(f.store.leave(*done));
  auto awaited = f.submit("d", Interest::kWhileAwaited).job;
  f.store.join(*awaited);
  EXPECT_FALSE(f.store.leave(*awaited));
  EXPECT_TRUE(f.store.leave(*awaited));
}

// daemon-reference.md 5.1, fault 10: nothing stays for ever.
TEST(JobStore, ResultsAreForgottenByNumberAndAge) {
  Fixture f;
  for (const char* name : {"a", "b", "c"}) f.finish(f.submit(name).job, JobState::kCompleted);
  EXPECT_EQ(f.store.find("a"), nullptr);
  EXPECT_NE(f.store.find("b"), nullptr);
  auto running = f.submit("d");
  f.now += seconds(101);
  f.store.expire(f.now);
  EXPECT_EQ(f.store.find("c"), nullptr);
  EXPECT_EQ(f.store.find("d"), running.job);
}

TEST(JobStore, CountsAreTrue) {
  Fixture f;
  auto a = f.submit("a").job, b = f.submit("b").job, c = f.submit("c").job;
  b->state = JobState::kRunning;
  f.now += seconds(3);
  f.finish(c, JobState::kCompleted);
  auto counts = f.store.counts();
  EXPECT_EQ(counts.size(), proof_kinds().size());
  KindCounts& kind = counts[find_proof_kind(1)];
  EXPECT_EQ(kind.pending, 1u);
  EXPECT_EQ(kind.in_progress, 1u);
  EXPECT_EQ(kind.completed, 1u);
  EXPECT_EQ(kind.total_time, seconds(3));
  EXPECT_EQ(c->result.times.queue, seconds(3));
  f.finish(a, JobState::kCancelled);
  f.finish(b, JobState::kTimeout);
  EXPECT_EQ(f.store.counts()[find_proof_kind(1)].cancelled, 1u);
  EXPECT_EQ(f.store.counts()[find_proof_kind(1)].failed, 1u);
}

}  // namespace
}  // namespace cuzk::engine
