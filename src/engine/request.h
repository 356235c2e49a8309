// SPDX-License-Identifier: MIT OR Apache-2.0
// What a caller asks for, and what it gets back: plain values that the service fills from messages
// and the bench from flags. Their meaning follows the reference daemon (daemon-reference.md 1.4,
// 2.2).
//
// A job is named by the digest of everything that determines its proof (design.md D10): kind,
// sizes, vanilla proofs, identity, randomness, commitments. The label (the callers' `request_id`),
// the priority and the deadline say how a job is to be run and are no part of its name: two callers
// with the same input share one job, and the same label with other input is another job.
//
// Kinds of proofs are rows of a table; nothing in this folder but their adapters looks at which
// kind a job has. Values belong to one thread; they are moved, not shared.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "engine/budget.h"

namespace cuzk::engine {

using Duration = std::chrono::nanoseconds;

enum class Priority : uint8_t { kLow, kNormal, kHigh, kCritical };

struct ProofKind {
  unsigned number;          // of the wire format
  const char* name;         // "porep-c2"
  const char* metric_name;  // "porep_c2"
  Priority priority;        // where the caller does not say
};

std::span<const ProofKind> proof_kinds();
// Null for a number that is no kind.
const ProofKind* find_proof_kind(unsigned number);

struct Request {
  std::string label;
  const ProofKind* kind = nullptr;
  uint64_t sector_size = 0;
  uint64_t registered_proof = 0;
  std::vector<std::string> vanilla_proofs;  // one for PoRep: the C1 file
  uint64_t sector_number = 0, miner_id = 0;
  uint32_t partition_index = 0;
  std::string randomness;
  std::string comm_r_old, comm_r_new, comm_d_new;

  std::optional<Priority> priority;    // the kind's if absent
  std::optional<Duration> time_limit;  // from submission to the answer
  // Of the bytes above, from Engine::reserve_request; submit takes one itself if it is empty.
  Reservation reservation;

  // Bytes that are held until the job has been read.
  uint64_t bytes() const;
};

// 64 hexadecimal digits.
std::string job_name(const Request& request);

// Queued until it has been read.
enum class JobState : uint8_t { kQueued, kRunning, kCompleted, kFailed, kCancelled, kTimeout };

inline bool is_final(JobState state) { return state >= JobState::kCompleted; }

// Sums over partitions, except for queue and total.
struct JobTimes {
  Duration queue{}, parameters{}, prepare{}, prove{}, total{};
};

struct JobResult {
  JobState state = JobState::kQueued;
  std::vector<uint8_t> proof;  // 192 bytes a partition, in order; verified
  base::ErrorCode code = {};   // of a job that did not complete
  std::string error;           // empty for one that did
  JobTimes times;
};

}  // namespace cuzk::engine
