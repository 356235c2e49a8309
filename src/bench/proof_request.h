// SPDX-License-Identifier: MIT OR Apache-2.0
// From the flags of a command to requests whose statement was checked, once for all of them: a C1
// file as a PoRep, a file of vanilla proofs as a request of its kind. An engine in this process
// proves from the checked case, a daemon reads the bytes.
//
// Requests of one command differ in a value that their kind does not use and the name of a job
// covers: equal ones, of this run or of one before it, would be answered from one result. For a
// PoRep this is the randomness, for the others the sector number (daemon-reference.md 2.2).
// Makers of requests may be called from many threads at once.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "bench/proof_options.h"

namespace cuzk::bench {

// A new one with each call, for proof `index`.
using RequestMaker = std::function<engine::Request(unsigned index)>;

struct ProofRequests {
  RequestMaker make;
  std::shared_ptr<const engine::CheckedCase> checked;
  std::string circuit;  // "porep-32g"
  // For reports: "StackedDrg2KiBV1_1", "sector 1 of miner 1000", and why the chain takes no such
  // proofs as they are, empty if it does.
  std::string proof_name, subject, remark;
  double read_seconds = 0, check_seconds = 0;
};

// Whether the replica of a PoRep has to be that of the sector and miner of the flags.
enum class Identity : uint8_t { kChecked, kIgnored };

// Throws what options, reader and check throw.
ProofRequests proof_requests(const ProofOptions& options, Identity identity = Identity::kChecked);

}  // namespace cuzk::bench
