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
// Kinds of proofs are rows of a table (filecoin/proof_kind.h); nothing in this folder but their
// other halves (kind.h) looks at which kind a job has. Values belong to one thread; they are moved,
// not shared.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "engine/budget.h"
#include "filecoin/proof_kind.h"

namespace cuzk::engine {

using Duration = std::chrono::nanoseconds;

using filecoin::find_proof_kind;
using filecoin::Priority;
using filecoin::proof_kinds;
using filecoin::ProofClass;
using filecoin::ProofKind;

struct CheckedCase;

struct Request {
  std::string label;
  const ProofKind* kind = nullptr;
  uint64_t sector_size = 0;
  uint64_t registered_proof = 0;
  std::vector<std::string> vanilla_proofs;  // one for PoRep: the C1 file
  uint64_t sector_number = 0, miner_id = 0;
  uint32_t partition_index = 0;
  // What the proofs say, if the caller has read and checked them: they are not read again.
  std::shared_ptr<const CheckedCase> checked;
  std::string randomness;
  std::string comm_r_old, comm_r_new, comm_d_new;

  std::optional<Priority> priority;    // the kind's if absent
  std::optional<Duration> time_limit;  // from submission to the answer
  // Of the bytes above, from Engine::reserve_request; submit takes one itself if it is empty.
  Reservation reservation;

  // Bytes that are held until the job has been read.
  uint64_t bytes() const;
};

// All but the reservation, which is one request's.
Request copy_of(const Request& request);

// 64 hexadecimal digits.
std::string job_name(const Request& request);

// Queued until it has been read.
enum class JobState : uint8_t { kQueued, kRunning, kCompleted, kFailed, kCancelled, kTimeout };

inline bool is_final(JobState state) { return state >= JobState::kCompleted; }

struct JobTimes {
  Duration queue{};       // from submission until the first partition is started
  Duration parameters{};  // while its circuit was loaded
  Duration prepare{};     // sum over partitions
  Duration prove{};       // from the end of queue until the last partition was proved
  Duration total{};       // from submission to the end
};

struct JobResult {
  JobState state = JobState::kQueued;
  std::vector<uint8_t> proof;  // 192 bytes a partition, in order; verified
  base::ErrorCode code = {};   // of a job that did not complete
  std::string error;           // empty for one that did
  JobTimes times;
};

}  // namespace cuzk::engine
