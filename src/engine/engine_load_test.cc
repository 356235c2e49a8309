// SPDX-License-Identifier: MIT OR Apache-2.0
// The engine under load, on a fake prover that counts what it holds: a sweep over partition workers
// under a budget of three partitions, and two hundred jobs from fifty threads of which half are
// cancelled or left at random. The sweep's check is a function, so that it can be seen to fail
// where permits are given back too early.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <thread>

#include "engine/engine_load_testing.h"
#include "engine/pipeline.h"

namespace cuzk::engine {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::seconds;

struct SweepRun {
  size_t right = 0;
  uint64_t held_peak_bytes = 0, used_peak_bytes = 0, used_after_bytes = 0;
  size_t permits_peak = 0, prepared_peak = 0;
  Duration wall{};
};

constexpr size_t kJobs = 6, kPartitions = 8;

// Preparing costs no time here and the device some, so that partitions pile up if they can.
SweepRun run_sweep(unsigned workers, uint64_t budget_bytes, PermitRule rule) {
  FakeProver fake({.start_time = microseconds(500), .finish_time = microseconds(200)});
  Options options;
  options.request_bytes_max = 1000;
  options.host_budget_bytes = 1000 + budget_bytes;
  options.partition_workers = workers;
  Pipeline engine(options, fake.prover(), rule);
  SweepRun run;
  const auto began = std::chrono::steady_clock::now();
  std::vector<std::string> jobs;
  for (size_t i = 0; i < kJobs; ++i) {
    jobs.push_back(
        engine.submit(FakeProver::request("job" + std::to_string(i), kPartitions), Interest::kKeep)
            .job);
  }
  std::atomic<bool> over = false;
  std::jthread watcher([&] {
    while (!over) {
      Flight flight = engine.status().flight;
      run.prepared_peak =
          std::max(run.prepared_peak, flight.preparing + flight.blocked + flight.queued);
      std::this_thread::sleep_for(microseconds(100));
    }
  });
  for (size_t i = 0; i < kJobs; ++i) {
    JobResult result = *engine.await(jobs[i], seconds(60), {});
    Request request = FakeProver::request("job" + std::to_string(i), kPartitions);
    run.right += result.proof == FakeProver::whole_proof(request);
  }
  run.wall = std::chrono::steady_clock::now() - began;
  over = true;
  watcher.join();
  Status status = engine.status();
  run.held_peak_bytes = fake.peak_bytes();
  run.used_peak_bytes = status.memory.peak_bytes;
  run.used_after_bytes = status.memory.used_bytes;
  run.permits_peak = status.flight.permits_peak;
  return run;
}

bool bounded(const SweepRun& run, unsigned workers, uint64_t budget_bytes) {
  return run.right == kJobs && run.held_peak_bytes <= budget_bytes &&
         run.used_peak_bytes <= 1000 + budget_bytes && run.used_after_bytes == 1000 &&
         run.permits_peak <= workers && run.prepared_peak <= 2 * workers;
}

// A circuit, two statements and three partitions.
constexpr uint64_t kThreePartitions = 1000 + 2 * 10 + 3 * 100 + 50;

// daemon-reference.md 0, fact 3: what is held is never more than what was reserved for it.
TEST(EngineSweep, ABudgetOfThreePartitionsBoundsAnyNumberOfWorkers) {
  for (unsigned workers : {1u, 2u, 4u, 8u, 16u}) {
    SweepRun run = run_sweep(workers, kThreePartitions, PermitRule::kWhenAccepted);
    EXPECT_TRUE(bounded(run, workers, kThreePartitions))
        << workers << ": right " << run.right << ", held " << run.held_peak_bytes << ", used "
        << run.used_peak_bytes << ", then " << run.used_after_bytes << ", permits "
        << run.permits_peak << ", prepared " << run.prepared_peak;
  }
}

TEST(EngineSweep, PermitsBoundWhereTheBudgetDoesNot) {
  for (unsigned workers : {1u, 2u, 4u}) {
    SweepRun run = run_sweep(workers, 100'000, PermitRule::kWhenAccepted);
    EXPECT_TRUE(bounded(run, workers, 100'000)) << workers;
    SweepRun wrong = run_sweep(workers, 100'000, PermitRule::kWhenPrepared);
    EXPECT_FALSE(bounded(wrong, workers, 100'000)) << workers;
    EXPECT_EQ(wrong.right, kJobs);
  }
}

TEST(EngineOverload, TwoHundredJobsHalfOfThemGivenUp) {
  for (unsigned seed : {1u, 2u, 3u}) Overload(seed).run();
}

}  // namespace
}  // namespace cuzk::engine
