// SPDX-License-Identifier: MIT OR Apache-2.0
// What happened when, for people who tune: one event where a stage of a partition begins or ends,
// with its job (design.md D11). Recording is free or off: a thread writes into a ring of its own (a
// Lane) and publishes by one atomic store; it takes no lock, allocates nothing and never waits. A
// full ring drops events and counts them. Another thread drains all rings into one bounded history.
//
// Two forms come out: lines like those of the reference daemon (daemon-reference.md 1.9),
//   TIMELINE,<ms since start>,<EVENT>,<job>,partition=N [synth_ms=T | gpu_ms=T]
// so that one tool reads old and new runs, and the trace format of Chrome and Perfetto, with an
// asynchronous span for each partition's preparation and proof.
//
// A lane is written by one thread and dies before the timeline. `drain`, `trace_json` and
// `name_job` may be called by any thread.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "engine/request.h"

namespace cuzk::engine {

enum class Event : uint8_t {
  kSynthStart,
  kSynthDone,
  kProveStart,
  kProveDone,
  kFinalize,  // of a job: its proof is complete and verified
  kDealloc,   // a partition's prepared memory has been given back
};

struct EventRecord {
  Duration at{};     // since the start of the engine
  Duration spent{};  // of a stage that is done
  uint64_t job = 0;
  uint32_t partition = 0;
  Event event = Event::kSynthStart;
};

class Timeline {
 public:
  explicit Timeline(bool on) : on_(on) {}

  class Lane {
   public:
    void record(const EventRecord& event);

   private:
    friend class Timeline;
    static constexpr size_t kSize = 1024;
    explicit Lane(std::string name) : name_(std::move(name)) {}

    const std::string name_;
    std::array<EventRecord, kSize> ring_;
    std::atomic<uint64_t> written_ = 0, read_ = 0, dropped_ = 0;
  };

  // For one thread, which the name tells: "prepare 3". Null if it is off.
  Lane* lane(const std::string& name);
  void name_job(uint64_t job, const std::string& name);

  // Moves what the rings hold into the history; returns its lines.
  std::vector<std::string> drain();
  std::string trace_json();
  uint64_t dropped() const;

 private:
  struct Kept {
    EventRecord record;
    size_t lane;
  };
  void drain_rings();  // Requires: the lock is held.
  std::string line(const EventRecord& record) const;

  const bool on_;
  mutable std::mutex mutex_;
  std::vector<std::unique_ptr<Lane>> lanes_;
  std::map<uint64_t, std::string> names_;
  std::deque<Kept> history_;
  size_t printed_ = 0;  // of the history, from its front
};

}  // namespace cuzk::engine
