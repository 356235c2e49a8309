// SPDX-License-Identifier: MIT OR Apache-2.0
// The prover as service and bench see it: jobs in, verified proofs out, within a fixed budget of
// memory. It owns the job store, the scheduler, the budgets and the threads of the pipeline
// (ARCHITECTURE.md has the list), and knows neither gRPC nor a configuration file.
//
// Every function may be called from any thread, and none of them waits for proving except `await`,
// `preload` and `drain`. Failures of a job are results (JobResult::code); what is thrown is about
// the call: kNotSupported and kBadArgument for a request that no job can be made of,
// kResourceExhausted for a full queue or for what can never fit (the text has the numbers),
// kNotFound for a job or circuit that nobody knows, kUnavailable while it drains.
//
// Who waits: a job that was submitted with kWhileAwaited is cancelled when the last caller that
// submitted or awaits it has left; one with kKeep runs although nobody waits. Callers of the same
// input share the job, and it has the highest priority and the latest deadline of them.
#pragma once

#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "engine/engine_options.h"
#include "engine/engine_status.h"
#include "engine/prover.h"
#include "engine/request.h"

namespace cuzk::engine {

enum class Interest : uint8_t { kKeep, kWhileAwaited };

struct Submitted {
  std::string job;        // its name
  uint64_t run = 0;       // of the runs of this job, if it was begun anew
  uint32_t position = 0;  // jobs that wait before it
  bool joined = false;    // it was there already, running or finished
};

struct Preloaded {
  bool already = false;
  Duration time{};
};

struct Evicted {
  bool was_loaded = false;
  uint64_t freed_bytes = 0;  // of the host and the devices
};

class Pipeline;

// That an engine with these options makes for so many devices, beside those of oneTBB.
size_t engine_threads(const Options& options, size_t devices);

class Engine {
 public:
  // Throws kBadArgument for options that contradict each other.
  Engine(const Options& options, Prover prover);
  // Cancels what is not finished.
  ~Engine();

  // Waits until so many bytes of requests fit; nothing if `stop` is requested. To be held while a
  // message is received, and passed on in Request::reservation.
  std::optional<Reservation> reserve_request(uint64_t bytes, std::stop_token stop);

  Submitted submit(Request request, Interest interest);
  // Once for each submission with kWhileAwaited: the caller does not wait any more, be it answered
  // or gone.
  void leave(const Submitted& submitted);
  // The result, or nothing if the time is over or `stop` is requested. An absent timeout waits.
  std::optional<JobResult> await(const std::string& job, std::optional<Duration> timeout,
                                 std::stop_token stop = {});
  // Whether it was queued or running.
  bool cancel(const std::string& job);

  // Waits until there is room, and throws kCancelled if `stop` is requested before; the circuit is
  // loaded all the same, when there is room.
  Preloaded preload(const std::string& circuit, std::stop_token stop = {});
  // Throws kUnavailable while jobs need it.
  Evicted evict(const std::string& circuit);

  Status status() const;
  // Accepts nothing more, and returns when all jobs are finished (true) or the time is over.
  bool drain(Duration timeout);
  // Chrome's trace format, of what the timeline holds; empty lists without Options::timeline.
  std::string trace_json() const;

 private:
  std::unique_ptr<Pipeline> pipeline_;
};

}  // namespace cuzk::engine
