// SPDX-License-Identifier: MIT OR Apache-2.0
// What `batch` tells: a line for each proof as it comes, and a summary, in the words of the
// reference's bench (daemon-reference.md 1.8), which scripts read; percentiles and peaks of memory
// follow in lines of their own. Also as one JSON document and as CSV, a row a proof.
// Times are of the wall clock, seen by the caller, except where a field says otherwise; a proof's
// times on a device overlap those of other proofs. Peaks of a daemon are what it has reserved, not
// what is resident, and have names of their own.
// Everything here is a pure function of the result.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace cuzk::bench {

struct BatchProof {
  std::string status;        // "COMPLETED", "FAILED", ...
  std::string error;         // empty for a completed one
  double wall_seconds = 0;   // from the call to the answer
  double prove_seconds = 0;  // from the end of the queue to its last partition
  double queue_seconds = 0;
};

struct BatchResult {
  std::string type;
  std::string daemon;  // its address; empty for proofs of this process
  unsigned count = 0, concurrency = 0;
  std::vector<BatchProof> proofs;  // in the order of the calls
  double total_seconds = 0;        // from the first call to the last answer
  double ready_seconds = 0;        // before it, in this process: circuit and parameters
  double first_seconds = 0;        // from the start of the program to the first proof
  // In the batch: resident in this process, in use on its devices by everybody (0 without any); or
  // reserved by the daemon.
  uint64_t peak_host_bytes = 0, peak_device_bytes = 0;

  unsigned completed() const;
  double seconds_a_proof() const;  // total over completed
};

// "[3/15] COMPLETED - 9.2s (prove=9011 ms, queue=40 ms)".
std::string proof_line(const BatchResult& batch, size_t index);
std::string summary_text(const BatchResult& batch);
nlohmann::json to_json(const BatchResult& batch);
std::string to_csv(const BatchResult& batch);

}  // namespace cuzk::bench
