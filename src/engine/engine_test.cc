// SPDX-License-Identifier: MIT OR Apache-2.0
// The engine on a fake prover: what callers see of jobs, failures, devices and circuits, and the
// faults of the reference that it must not have.
#include "engine/engine.h"

#include <gtest/gtest.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <thread>

#include "engine/fake_prover_testing.h"

namespace cuzk::engine {
namespace {

using base::ErrorCode;
using std::chrono::milliseconds;
using std::chrono::seconds;

Options small_options() {
  Options options;
  options.host_budget_bytes = 5000;
  options.request_bytes_max = 1000;
  options.partition_workers = 2;
  return options;
}

class EngineTest : public testing::Test {
 protected:
  void make(const FakeProver::Settings& settings = {}, const Options& options = small_options()) {
    fake_ = std::make_unique<FakeProver>(settings);
    engine_ = std::make_unique<Engine>(options, fake_->prover());
  }
  std::string submit(Request request) {
    return engine_->submit(std::move(request), Interest::kKeep).job;
  }
  JobResult result(const std::string& job) { return *engine_->await(job, seconds(20)); }
  JobResult prove(const Request& request) { return result(submit_copy(request)); }
  std::string submit_copy(const Request& from) {
    Request copy = FakeProver::request(from.vanilla_proofs[0], from.sector_size, from.kind->number,
                                       from.registered_proof);
    copy.time_limit = from.time_limit;
    return submit(std::move(copy));
  }
  void expect_proved(const Request& request) {
    JobResult got = prove(request);
    EXPECT_EQ(got.state, JobState::kCompleted) << got.error;
    EXPECT_EQ(got.proof, FakeProver::whole_proof(request));
  }
  static ErrorCode code_of(const std::function<void()>& call) {
    try {
      call();
    } catch (const base::Error& error) {
      return error.code();
    }
    return ErrorCode::kInternal;
  }
  template <typename Condition>
  void wait_until(Condition condition) {
    for (int i = 0; i < 10'000 && !condition(); ++i) std::this_thread::sleep_for(milliseconds(1));
    EXPECT_TRUE(condition());
  }

  std::unique_ptr<FakeProver> fake_;
  std::unique_ptr<Engine> engine_;
};

TEST_F(EngineTest, ProvesInTheOrderOfPartitions) {
  make();
  Request request = FakeProver::request("sector", 10);
  expect_proved(request);
  JobResult again = prove(request);
  EXPECT_GT(again.times.total, Duration{});
  EXPECT_GT(again.times.total, again.times.queue);
  Status status = engine_->status();
  EXPECT_TRUE(status.pipelines.empty());
  EXPECT_EQ(status.kinds.at(request.kind).completed, 1u);
  EXPECT_EQ(status.circuits.at(0).tier, Tier::kHot);
  EXPECT_EQ(status.circuits.at(0).references, 0u);
  EXPECT_EQ(status.memory.used_bytes, 1000u);  // the circuit
  EXPECT_EQ(fake_->held_bytes(), 1000u);
}

// Partitions overlap on the device; a job's time does not count them twice.
TEST_F(EngineTest, TimesAreThoseOfTheWall) {
  make({.finish_time = milliseconds(2)});
  const JobTimes times = prove(FakeProver::request("sector", 10)).times;
  EXPECT_GE(times.prove, milliseconds(20));
  EXPECT_LE(times.queue + times.prove, times.total);
}

// Partitions are prepared while the device is busy with other jobs; the queue ends with the first
// that is started.
TEST_F(EngineTest, AJobBehindOthersIsInTheQueue) {
  make();
  fake_->set_device_gate(false);
  // How many of a job's partitions are prepared, started or not, and how many are started.
  const auto count = [&](const std::string& job) {
    std::pair<size_t, size_t> out;
    const Status status = engine_->status();
    for (const PipelineStatus& pipeline : status.pipelines) {
      if (pipeline.job != job) continue;
      for (const PartitionStatus& partition : pipeline.partitions) {
        if (partition.state == PartitionState::kGpu) ++out.second;
        if (partition.state == PartitionState::kSynthDone) ++out.first;
      }
    }
    out.first += out.second;
    return out;
  };
  // The device has started both partitions, or one of them and waits in its finish: the second job
  // is behind the other one in each case.
  const std::string first = submit(FakeProver::request("first", 2));
  wait_until([&] { return count(first).first == 2 && count(first).second >= 1; });
  const std::string second = submit(FakeProver::request("second", 1));
  wait_until([&] { return count(second) == std::pair<size_t, size_t>{1, 0}; });
  const auto prepared = std::chrono::steady_clock::now();
  std::this_thread::sleep_for(milliseconds(1));
  const auto waited = std::chrono::steady_clock::now() - prepared;
  fake_->set_device_gate(true);
  EXPECT_GE(result(second).times.queue, waited);
  EXPECT_EQ(result(first).state, JobState::kCompleted);
}

// daemon-reference.md 0, fact 8; and jobs of one partition do not collide (daemon-reference.md 5.1,
// fault 2).
TEST_F(EngineTest, JobsAreNamedByTheirInput) {
  make();
  fake_->set_gate(false);
  Request first = FakeProver::request("a"), same = FakeProver::request("a"),
          other = FakeProver::request("b");
  same.label = "another caller";
  other.label = "a";
  Submitted a = engine_->submit(std::move(first), Interest::kKeep);
  Submitted again = engine_->submit(std::move(same), Interest::kKeep);
  Submitted b = engine_->submit(std::move(other), Interest::kKeep);
  EXPECT_EQ(a.job, again.job);
  EXPECT_TRUE(again.joined);
  EXPECT_NE(a.job, b.job);
  fake_->set_gate(true);
  EXPECT_EQ(result(a.job).proof, FakeProver::proof_of("a", 0));
  EXPECT_EQ(result(b.job).proof, FakeProver::proof_of("b", 0));
  EXPECT_EQ(fake_->prepared_inputs().size(), 2u);
}

// daemon-reference.md 0, facts 5 and 9, and 5.1, fault 18.
TEST_F(EngineTest, StatusCountsAreTrue) {
  make();
  fake_->set_gate(false);
  submit(FakeProver::request("job0", 2));
  wait_until([&] { return fake_->at_gate() == 2; });
  for (int i = 1; i < 6; ++i) submit(FakeProver::request("job" + std::to_string(i), 2));
  Status status = engine_->status();
  const KindCounts& counts = status.kinds.at(find_proof_kind(1));
  EXPECT_EQ(counts.pending + counts.in_progress, 6u);
  EXPECT_GE(counts.in_progress, 1u);
  EXPECT_EQ(status.pipelines.size(), 6u);
  EXPECT_EQ(status.pipelines[0].partitions[0].state, PartitionState::kSynthesizing);
  EXPECT_EQ(status.pipelines[5].partitions[1].state, PartitionState::kPending);
  EXPECT_STREQ(partition_state_name(PartitionState::kSynthDone), "synth_done");
  EXPECT_EQ(status.workers.size(), 2u);
  fake_->set_gate(true);
  EXPECT_TRUE(engine_->drain(seconds(20)));
}

TEST_F(EngineTest, CancelStopsWhatWaitsAndWhatRuns) {
  make();
  fake_->set_gate(false);
  std::string running = submit(FakeProver::request("running", 5));
  wait_until([&] { return engine_->status().flight.preparing == 2; });
  std::string waiting = submit(FakeProver::request("waiting"));
  EXPECT_TRUE(engine_->cancel(running));
  EXPECT_TRUE(engine_->cancel(waiting));
  EXPECT_FALSE(engine_->cancel(waiting));
  EXPECT_EQ(result(running).state, JobState::kCancelled);
  EXPECT_EQ(result(waiting).code, ErrorCode::kCancelled);
  EXPECT_EQ(code_of([&] { engine_->cancel("nobody"); }), ErrorCode::kNotFound);
  EXPECT_EQ(code_of([&] { engine_->await("nobody", {}); }), ErrorCode::kNotFound);
  fake_->set_gate(true);
  wait_until([&] { return fake_->held_bytes() == 1000; });
  EXPECT_LE(fake_->prepared_inputs().size(), 2u);  // which had begun
  // Reservations are given back after the memory that they stand for.
  wait_until([&] { return engine_->status().memory.used_bytes == 1000; });
}

// A start that lasts is told to stop: the device is free for the next job, and so is the engine's
// end.
TEST_F(EngineTest, CancelStopsAStart) {
  make();
  const std::string endless = submit(FakeProver::request("endless"));
  wait_until([&] { return engine_->status().workers[0].busy; });
  EXPECT_EQ(engine_->status().flight.abandoned, 0u);
  EXPECT_TRUE(engine_->cancel(endless));
  EXPECT_EQ(prove(FakeProver::request("next")).state, JobState::kCompleted);
  EXPECT_EQ(engine_->status().flight.abandoned, 0u);
  submit(FakeProver::request("endless"));
  wait_until([&] { return engine_->status().workers[0].busy; });
  engine_.reset();
}

// What is over for its job and not for its device is counted.
TEST_F(EngineTest, AbandonedPartitionsAreCounted) {
  make();
  fake_->set_device_gate(false);
  const std::string job = submit(FakeProver::request("job"));
  wait_until([&] { return engine_->status().flight.finishing == 1; });
  EXPECT_TRUE(engine_->cancel(job));
  EXPECT_EQ(engine_->status().flight.abandoned, 1u);
  fake_->set_device_gate(true);
  wait_until([&] { return engine_->status().flight.abandoned == 0; });
}

TEST_F(EngineTest, TheLastCallerThatLeavesCancels) {
  make();
  fake_->set_gate(false);
  Submitted first = engine_->submit(FakeProver::request("a"), Interest::kWhileAwaited);
  Submitted second = engine_->submit(FakeProver::request("a"), Interest::kWhileAwaited);
  std::stop_source disconnect;
  disconnect.request_stop();
  EXPECT_FALSE(engine_->await(first.job, {}, disconnect.get_token()));
  engine_->leave(first);
  EXPECT_EQ(engine_->status().pipelines.size(), 1u);
  engine_->leave(second);
  EXPECT_EQ(result(first.job).state, JobState::kCancelled);
  // Who waited for that run has nothing to do with the next one.
  Submitted third = engine_->submit(FakeProver::request("a"), Interest::kWhileAwaited);
  EXPECT_EQ(third.job, first.job);
  engine_->leave(first);
  fake_->set_gate(true);
  EXPECT_EQ(result(third.job).state, JobState::kCompleted);
}

TEST_F(EngineTest, TimeLimitsAndTimeouts) {
  make();
  fake_->set_gate(false);
  Request request = FakeProver::request("late");
  request.time_limit = milliseconds(50);
  std::string late = submit(std::move(request));
  std::string patient = submit(FakeProver::request("patient"));
  EXPECT_FALSE(engine_->await(patient, milliseconds(1)));
  EXPECT_EQ(result(late).state, JobState::kTimeout);
  EXPECT_EQ(result(late).code, ErrorCode::kDeadlineExceeded);
  fake_->set_gate(true);
  EXPECT_EQ(engine_->await(patient, Duration::max())->state, JobState::kCompleted);
}

// daemon-reference.md 5.1, faults 11 and 18: whatever fails, its memory and its place in the counts
// are given back.
TEST_F(EngineTest, FailuresNameTheirCodeAndHurtNobodyElse) {
  make();
  const std::vector<std::pair<const char*, ErrorCode>> cases = {
      {"unreadable", ErrorCode::kC1BadJson},
      {"unpreparable", ErrorCode::kVanillaMismatch},
      {"unprovable", ErrorCode::kUnsatisfied}};
  std::string good = submit(FakeProver::request("good", 10));
  for (auto [input, code] : cases) {
    JobResult got = prove(FakeProver::request(input, 3));
    EXPECT_EQ(got.state, JobState::kFailed);
    EXPECT_EQ(got.code, code) << input;
    EXPECT_TRUE(got.proof.empty());
  }
  EXPECT_EQ(prove(FakeProver::request("x", 1, 1, 13)).code, ErrorCode::kFileMissing);
  EXPECT_EQ(result(good).state, JobState::kCompleted);
  wait_until([&] {
    const Flight flight = engine_->status().flight;
    return flight.preparing + flight.blocked + flight.queued + flight.starting == 0 &&
           flight.finishing + flight.permits == 0;
  });
  EXPECT_EQ(fake_->held_bytes(), 1000u);
  const Status status = engine_->status();
  EXPECT_EQ(status.kinds.at(find_proof_kind(1)).failed, 4u);
  EXPECT_TRUE(status.pipelines.empty());
}

// design.md D9.
TEST_F(EngineTest, ABadPartitionIsProvedAgainAndItsDeviceQuarantined) {
  make({.num_devices = 2});
  fake_->device(0).wrong_proofs = 1000;
  for (int i = 0; i < 20; ++i) {
    expect_proved(FakeProver::request("job" + std::to_string(i), 10));
    if (engine_->status().devices[0].quarantined) break;
  }
  Status status = engine_->status();
  EXPECT_TRUE(status.devices[0].quarantined);
  EXPECT_FALSE(status.devices[1].quarantined);
  EXPECT_GE(status.proved_again, 2u);
  const int lies = fake_->device(0).wrong_proofs;
  expect_proved(FakeProver::request("after", 10));
  EXPECT_EQ(fake_->device(0).wrong_proofs, lies);
}

// daemon-reference.md 0, fact 6: of any kind.
TEST_F(EngineTest, AWrongProofNeverLeaves) {
  make();
  for (const ProofKind& kind : proof_kinds()) {
    fake_->device(0).wrong_proofs = 1;
    expect_proved(FakeProver::request("once", 4, kind.number));
    fake_->device(0).wrong_proofs = 1000;  // as with the parameters of another circuit
    JobResult got = prove(FakeProver::request("always", 4, kind.number));
    EXPECT_EQ(got.state, JobState::kFailed) << kind.name;
    EXPECT_EQ(got.code, ErrorCode::kProofInvalid);
    EXPECT_TRUE(got.proof.empty());
  }
  EXPECT_FALSE(engine_->status().devices[0].quarantined);
}

// residency.md RS-308: neither a partition in flight nor a move of another circuit is in its way.
TEST_F(EngineTest, ALaneWaitsForNoOtherCircuit) {
  make({.device_budget_bytes = 2000, .lane = 7});
  fake_->set_place_gate(false);
  const Request large = FakeProver::request("large", 4), small = FakeProver::request("a", 1, 1, 7);
  const std::string job = submit_copy(large);
  wait_until([&] { return fake_->at_place_gate() == 1; });
  expect_proved(small);
  fake_->set_device_gate(false);
  fake_->set_place_gate(true);
  wait_until([&] { return engine_->status().flight.finishing == 2; });
  for (const char* input : {"b", "c", "d"}) expect_proved(FakeProver::request(input, 2, 1, 7));
  EXPECT_EQ(engine_->status().pipelines.at(0).job, job);
  fake_->set_device_gate(true);
  EXPECT_EQ(result(job).proof, FakeProver::whole_proof(large));
}

// What both threads of a device have in flight is lost with it, once.
TEST_F(EngineTest, ADeviceThatFaultsLosesItsLanesToo) {
  make({.device_budget_bytes = 2000, .num_devices = 2, .lane = 7});
  fake_->set_device_gate(false);
  fake_->set_lane_gate(false);
  const Request large = FakeProver::request("large", 4), small = FakeProver::request("s", 1, 1, 7);
  const std::string first = submit_copy(large), second = submit_copy(small);
  wait_until([&] { return engine_->status().flight.finishing >= 3; });
  for (size_t d = 0; d < 2; ++d) {
    if (fake_->in_flight(d, "circuit-7") > 0) fake_->device(d).faulty = true;
  }
  fake_->set_device_gate(true);
  fake_->set_lane_gate(true);
  EXPECT_EQ(result(first).proof, FakeProver::whole_proof(large));
  EXPECT_EQ(result(second).proof, FakeProver::whole_proof(small));
}

// Of a job that is over already, its partition must not be lost twice.
TEST_F(EngineTest, ADeviceMayFaultAfterItsJobWasCancelled) {
  make({.num_devices = 2});
  fake_->set_device_gate(false);
  const std::string job = submit(FakeProver::request("job"));
  wait_until([&] { return engine_->status().flight.finishing == 1; });
  EXPECT_TRUE(engine_->cancel(job));
  const size_t at = engine_->status().workers[0].busy ? 0 : 1;
  fake_->device(at).faulty = true;
  fake_->set_device_gate(true);
  wait_until([&] { return engine_->status().devices[at].quarantined; });
  EXPECT_EQ(engine_->status().proved_again, 0u);
  expect_proved(FakeProver::request("next", 3));
}

// daemon-reference.md 5.1, fault 12.
TEST_F(EngineTest, ADeviceThatFaultsIsLeft) {
  make({.num_devices = 2});
  fake_->set_device_gate(false);
  std::vector<Request> requests;
  std::vector<std::string> jobs;
  for (int i = 0; i < 5; ++i) {
    requests.push_back(FakeProver::request("job" + std::to_string(i), 10));
    jobs.push_back(submit_copy(requests.back()));
  }
  wait_until([&] { return engine_->status().workers[2].busy; });  // the second device's first
  fake_->device(1).faulty = true;
  fake_->set_device_gate(true);
  for (int i = 0; i < 5; ++i)
    EXPECT_EQ(result(jobs[i]).proof, FakeProver::whole_proof(requests[i]));
  EXPECT_TRUE(engine_->status().devices[1].quarantined);
  fake_->device(0).faulty = true;
  EXPECT_EQ(prove(FakeProver::request("last", 3)).code, ErrorCode::kGpuFault);
  EXPECT_EQ(code_of([&] { submit(FakeProver::request("later")); }), ErrorCode::kUnavailable);
}

// daemon-reference.md 0, fact 9, and 5.1, faults 8 and 15: what is freed is freed in the budget,
// and a circuit counts as loaded when all of it is there.
TEST_F(EngineTest, PreloadAndEvict) {
  make({.load_time = milliseconds(2)});
  const Preloaded first = engine_->preload("circuit-0");
  EXPECT_FALSE(first.already);
  EXPECT_GE(first.time, milliseconds(2));
  EXPECT_TRUE(engine_->preload("circuit-0").already);
  EXPECT_EQ(engine_->status().circuits.at(0).tier, Tier::kHot);
  EXPECT_EQ(code_of([&] { engine_->preload("unknown"); }), ErrorCode::kNotFound);
  EXPECT_EQ(code_of([&] { engine_->preload("circuit-13"); }), ErrorCode::kFileMissing);
  fake_->set_gate(false);
  std::string job = submit(FakeProver::request("a"));
  EXPECT_EQ(code_of([&] { engine_->evict("circuit-0"); }), ErrorCode::kUnavailable);
  fake_->set_gate(true);
  result(job);
  Evicted evicted = engine_->evict("circuit-0");
  EXPECT_TRUE(evicted.was_loaded);
  EXPECT_EQ(evicted.freed_bytes, 1500u);
  EXPECT_EQ(fake_->held_bytes(), 0u);
  EXPECT_EQ(engine_->status().memory.used_bytes, 0u);
  EXPECT_FALSE(engine_->evict("circuit-0").was_loaded);
  EXPECT_EQ(code_of([&] { engine_->evict("unknown"); }), ErrorCode::kNotFound);
}

// daemon-reference.md 5.1, fault 6: who wants a circuit that finds no room can give up.
TEST_F(EngineTest, PreloadEndsWithItsCaller) {
  Options options = small_options();
  options.host_budget_bytes = 1000 + 1500;
  options.eviction_min_idle = {};
  make({}, options);
  fake_->set_gate(false);
  std::string job = submit(FakeProver::request("a"));
  wait_until([&] { return fake_->at_gate() == 1; });
  std::stop_source gone;
  std::jthread caller([&] {
    EXPECT_EQ(code_of([&] { engine_->preload("circuit-1", gone.get_token()); }),
              ErrorCode::kCancelled);
  });
  gone.request_stop();
  caller.join();
  fake_->set_gate(true);
  EXPECT_EQ(result(job).state, JobState::kCompleted);
  wait_until([&] { return engine_->status().circuits.at(1).tier == Tier::kHot; });
}

// daemon-reference.md 5.1, fault 6. More circuits than fit, in turn: each is loaded again when a
// job needs it.
TEST_F(EngineTest, CircuitsGiveWayToOthers) {
  Options options = small_options();
  options.host_budget_bytes = 1000 + 2300;
  options.eviction_min_idle = {};
  make({}, options);
  for (int round = 0; round < 3; ++round) {
    for (uint64_t circuit : {1, 2, 3}) {
      expect_proved(FakeProver::request("r" + std::to_string(round), 3, 1, circuit));
    }
  }
  EXPECT_LE(fake_->peak_bytes(), 2300u);
}

// More circuits wait than the device has room for, and all their partitions are ready at once.
TEST_F(EngineTest, FourCircuitsShareADeviceThatHoldsOne) {
  Options options = small_options();
  options.host_budget_bytes = 10'000;
  options.partition_workers = 8;
  make({.device_budget_bytes = 500}, options);
  fake_->set_gate(false);
  std::vector<Request> requests;
  std::vector<std::string> jobs;
  for (uint64_t circuit : {0, 1, 2, 3}) {
    requests.push_back(FakeProver::request("sector", 2, 1, circuit));
    jobs.push_back(submit_copy(requests.back()));
  }
  wait_until([&] { return fake_->at_gate() >= 4; });
  fake_->set_gate(true);
  for (size_t i = 0; i < jobs.size(); ++i) {
    std::optional<JobResult> got = engine_->await(jobs[i], seconds(10));
    ASSERT_TRUE(got) << "job " << i << " after " << fake_->displacements() << " displacements";
    EXPECT_EQ(got->proof, FakeProver::whole_proof(requests[i]));
  }
  EXPECT_LE(fake_->displacements(), 8u);  // one for each start
}

// daemon-reference.md 5.1, fault 6: what can never fit does not wait; and the queue has a bound.
TEST_F(EngineTest, RefusesWhatItCannotHold) {
  Options options = small_options();
  options.queue_jobs_max = 2;
  make({.prepared_bytes = 100}, options);
  fake_->set_gate(false);
  EXPECT_EQ(code_of([&] { submit(FakeProver::request(std::string(1001, 'x'))); }),
            ErrorCode::kResourceExhausted);
  submit(FakeProver::request("a"));
  submit(FakeProver::request("b"));
  EXPECT_EQ(code_of([&] { submit(FakeProver::request("c")); }), ErrorCode::kResourceExhausted);
  submit(FakeProver::request("a"));  // joins
  EXPECT_EQ(code_of([&] { submit(Request()); }), ErrorCode::kBadArgument);
  fake_->set_gate(true);
  EXPECT_TRUE(engine_->drain(seconds(20)));
  EXPECT_EQ(code_of([&] { submit(FakeProver::request("d")); }), ErrorCode::kUnavailable);

  options.host_budget_bytes = 2000;
  make({}, options);
  EXPECT_EQ(code_of([&] { submit(FakeProver::request("a")); }), ErrorCode::kResourceExhausted);
  options.request_bytes_max = 2000;
  EXPECT_EQ(code_of([&] { make({}, options); }), ErrorCode::kBadArgument);
}

// daemon-reference.md 5.1, fault 14: jobs would wait for ever.
TEST_F(EngineTest, NeedsADevice) {
  EXPECT_EQ(code_of([&] { make({.num_devices = 0}); }), ErrorCode::kBadArgument);
}

TEST_F(EngineTest, EndsWhileJobsRun) {
  make();
  fake_->set_device_gate(false);
  for (int i = 0; i < 20; ++i) submit(FakeProver::request("job" + std::to_string(i), 5));
  wait_until([&] { return engine_->status().workers[0].busy; });
  fake_->set_device_gate(true);
  engine_.reset();
  EXPECT_EQ(fake_->held_bytes(), 1000u);  // the circuit, which the prover owns
}

TEST_F(EngineTest, TimelineTellsEveryStage) {
  Options options = small_options();
  std::vector<std::string> lines;
  options.timeline = true;
  options.timeline_line = [&](const std::string& line) { lines.push_back(line); };
  make({}, options);
  prove(FakeProver::request("sector", 3));
  nlohmann::json trace = nlohmann::json::parse(engine_->trace_json());
  EXPECT_GE(trace["traceEvents"].size(), 3u * 5 + 1);
  engine_.reset();
  ASSERT_EQ(lines.size(), 3u * 5 + 1);
  std::map<std::string, int> events;
  for (const std::string& line : lines) {
    const size_t begin = line.find(',', 9) + 1;
    ++events[line.substr(begin, line.find(',', begin) - begin)];
  }
  EXPECT_EQ(events, (std::map<std::string, int>{{"SYNTH_START", 3},
                                                {"SYNTH_END", 3},
                                                {"GPU_START", 3},
                                                {"GPU_END", 3},
                                                {"DEALLOC", 3},
                                                {"FINALIZE", 1}}));
}

}  // namespace
}  // namespace cuzk::engine
