// SPDX-License-Identifier: MIT OR Apache-2.0
// For tests: two hundred jobs of three kinds and two circuits from fifty threads on a fake prover,
// under a budget that holds the circuits and a few partitions. A caller cancels, leaves at a random
// moment, cancels after a while, sets a short time limit, or waits for the answer and compares it.
// What is random comes from the seed, but for the order of the threads. At the end nothing may be
// lost, wrong or held, and the budget never exceeded. Belongs to the thread that runs it.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <optional>
#include <random>
#include <thread>

#include "engine/engine.h"
#include "engine/fake_prover_testing.h"

namespace cuzk::engine {

struct Overload {
  explicit Overload(unsigned seed_)
      : seed(seed_),
        fake({.num_devices = 2,
              .prepare_time = std::chrono::microseconds(100),
              .start_time = std::chrono::microseconds(100),
              .finish_time = std::chrono::microseconds(50)}) {
    Options options;
    options.request_bytes_max = 20'000;
    options.host_budget_bytes = options.request_bytes_max + kBudget;
    options.partition_workers = 4;
    options.queue_jobs_max = 300;
    options.eviction_min_idle = std::chrono::milliseconds(5);
    options.timeline = true;
    options.timeline_line = [this](const std::string& line) {
      if (line.find("SYNTH_START") != line.npos) prepared.push_back(line);
    };
    engine.emplace(options, fake.prover());
  }

  // Four jobs of one caller: half of them are given up in one of four ways.
  void call(unsigned caller) {
    std::minstd_rand random(seed * 1000 + caller + 1);
    for (unsigned i = 0; i < 4; ++i) {
      Request request = FakeProver::request(
          "job-" + std::to_string(caller) + "-" + std::to_string(i), 1 + random() % 6,
          1 + static_cast<unsigned>(random() % 3), random() % 2);
      const ProofBytes expected = FakeProver::whole_proof(request);
      const size_t way = random() % 8;
      const std::chrono::milliseconds moment(random() % 100);
      if (way == 3) request.time_limit = moment;
      Submitted job = engine->submit(std::move(request), Interest::kWhileAwaited);
      ++submitted;
      std::stop_source disconnect;
      std::optional<JobResult> result;
      if (way == 0) {
        engine->cancel(job.job);
        result = engine->await(job.job, {});
      } else if (way <= 2) {
        result = engine->await(job.job, moment);
      } else {
        result = engine->await(job.job, std::chrono::seconds(100));
      }
      if (way == 2 && !result) engine->cancel(job.job);
      engine->leave(job);
      if (!result) {
        ++given_up;
      } else if (result->state == JobState::kCompleted) {
        result->proof == expected ? ++right : ++wrong;
      } else {
        (way < 4 ? given_up : wrong)++;
      }
    }
  }

  // Read, and its circuit is there: it lacks only a permit.
  bool is_ready(const std::string& job) const {
    Status status = engine->status();
    if (status.circuits.empty() || status.circuits[0].tier == Tier::kCold) return false;
    return std::ranges::any_of(status.pipelines, [&](const PipelineStatus& pipeline) {
      return pipeline.job == job && pipeline.state == JobState::kRunning;
    });
  }

  // All callers at once, and one critical job behind them.
  void run() {
    fake.set_gate(false);  // until everything waits
    std::vector<std::jthread> callers;
    for (unsigned caller = 0; caller < 50; ++caller) {
      callers.emplace_back([this, caller] { call(caller); });
    }
    // Not merely decided: a worker that has not begun yet drops the partition of a job given up.
    while (fake.at_gate() < 4) std::this_thread::yield();
    while (submitted < 50) std::this_thread::yield();
    std::string winning = engine->submit(FakeProver::request("winning", 1, 4), Interest::kKeep).job;
    while (!is_ready(winning)) std::this_thread::yield();
    fake.set_gate(true);
    std::optional<JobResult> result = engine->await(winning, std::chrono::seconds(100));
    ASSERT_TRUE(result);
    EXPECT_EQ(result->proof, FakeProver::proof_of("winning", 0));
    callers.clear();
    expect_all_is_well();
  }

  // What was being read or prepared for a job given up goes on to its end, also after a drain.
  void wait_for_idleness() const {
    const auto is_idle = [](const Status& status) {
      return status.flight.permits == 0 && status.memory.request_bytes == 0;
    };
    for (int i = 0; i < 10'000 && !is_idle(engine->status()); ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }

  void expect_all_is_well() {
    EXPECT_EQ(wrong, 0u);
    EXPECT_EQ(right + given_up, 200u);
    EXPECT_GT(right, 80u);
    EXPECT_LE(fake.peak_bytes(), kBudget);
    EXPECT_TRUE(engine->drain(std::chrono::seconds(100)));
    wait_for_idleness();
    Status status = engine->status();
    EXPECT_LE(status.memory.peak_bytes, status.memory.budget_bytes);
    EXPECT_EQ(status.flight.permits, 0u);
    EXPECT_EQ(status.memory.request_bytes, 0u);
    engine.reset();  // which tells the last lines
    // Four were being prepared already; then comes the critical one.
    const auto place = std::ranges::find_if(
        prepared, [](const std::string& line) { return line.find("winning") != line.npos; });
    EXPECT_EQ(place - prepared.begin(), 4) << "seed " << seed;
  }

  static constexpr uint64_t kBudget = 2 * 1000 + 600;  // two circuits, some partitions
  const unsigned seed;
  FakeProver fake;
  std::vector<std::string> prepared;  // lines of the timeline
  std::optional<Engine> engine;
  std::atomic<size_t> submitted = 0, right = 0, wrong = 0, given_up = 0;
};

}  // namespace cuzk::engine
