// SPDX-License-Identifier: MIT OR Apache-2.0
// The calls of cuzk.v1.ProvingEngine as functions from a message to its answer (but GetStatus, see
// grpc_server.cc). They know the engine and nothing of the transport: a call that waits
// ends early when `stop` is requested. Throws base::Error for what is wrong with the call
// (daemon-reference.md 1.11); a job that fails is an answer.
//
// Names of jobs: SubmitProof returns the engine's name, the digest of the input, which AwaitProof
// and CancelProof take. `request_id` is only a label. Prove echoes it as its clients expect, or the
// engine's name if it is empty.
#pragma once

#include <optional>
#include <stop_token>

#include <cuzk/v1/proving.pb.h>
#include "engine/engine.h"
#include "service/log.h"

namespace cuzk::service {

struct Caller {
  engine::Engine& engine;
  const Log& log;
  std::stop_token stop;                      // the client has gone
  std::optional<engine::Duration> patience;  // until the client's deadline
  engine::Reservation reservation;           // of at least the bytes of the request
};

void submit_proof(Caller& caller, v1::SubmitProofRequest& message, v1::SubmitProofResponse& answer);
void await_proof(Caller& caller, v1::AwaitProofRequest& message, v1::AwaitProofResponse& answer);
void prove(Caller& caller, v1::ProveRequest& message, v1::ProveResponse& answer);
void cancel_proof(Caller& caller, v1::CancelProofRequest& message, v1::CancelProofResponse& answer);
void get_metrics(Caller& caller, v1::GetMetricsRequest& message, v1::GetMetricsResponse& answer);
void preload_srs(Caller& caller, v1::PreloadSrsRequest& message, v1::PreloadSrsResponse& answer);
void evict_srs(Caller& caller, v1::EvictSrsRequest& message, v1::EvictSrsResponse& answer);

}  // namespace cuzk::service
