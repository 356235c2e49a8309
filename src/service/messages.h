// SPDX-License-Identifier: MIT OR Apache-2.0
// Between the messages of the interface (proving.proto) and the values of the engine: pure
// functions, one for each direction and message that is more than a field or two.
//
// What a request must have is checked here as far as it is about the message: a known kind, some
// proof, digests of 32 bytes, a label of at most 1 KiB. Everything else is the prover's business
// and ends in the job's result. Request takes the bytes of the message over without copying them.
#pragma once

#include <string>

#include <cuzk/v1/proving.pb.h>
#include "base/error.h"
#include "engine/engine.h"

namespace cuzk::service {

// Throws kBadArgument.
engine::Request request_of(v1::SubmitProofRequest&& message);

// The message of a client that wants this.
v1::SubmitProofRequest message_of(const engine::Request& request);

// 0 stands for the kind's own, an unknown number for NORMAL (daemon-reference.md 1.4).
std::optional<engine::Priority> priority_of(int number);

v1::AwaitProofResponse answer_of(const std::string& job_id, const engine::JobResult& result);

v1::GetStatusResponse answer_of(const engine::Status& status);

// Sums over all kinds.
struct Totals {
  uint64_t pending = 0, in_progress = 0, completed = 0, failed = 0, cancelled = 0;
};
Totals totals_of(const engine::Status& status);

uint64_t milliseconds_of(engine::Duration time);
double seconds_of(engine::Duration time);

}  // namespace cuzk::service
