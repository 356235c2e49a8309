// SPDX-License-Identifier: MIT OR Apache-2.0
// One gRPC call of the service, from its headers to its answer. Calls are taken before their
// message has been received, which gRPC offers for generic calls only: so memory for a request can
// be reserved first, and until it is there the message stays with its sender, held back by HTTP/2's
// flow control (beyond a window of some 64 kB to a few MB).
//
// A call that carries proofs reserves twice the largest message, for its bytes as they arrive and
// as they are parsed, and keeps what the request really has. A message has to make progress
// (upload.h), so that a client that stalls cannot hold the memory of requests.
//
// Every refusal is answered with its code and text, and logged.
//
// Calls that wait run on a thread of CallThreads, the others on gRPC's thread. A call whose client
// has gone stops waiting. The object deletes itself when gRPC and its thread are done with it; the
// service outlives it.
#pragma once

#include <grpcpp/generic/async_generic_service.h>

#include "engine/engine.h"
#include "service/call_threads.h"
#include "service/log.h"
#include "service/upload.h"

namespace cuzk::service {

inline constexpr uint64_t kMessageBytesMax = 256ull << 20;
// What the budget for requests must have at least.
inline constexpr uint64_t kReceptionBytes = 2 * kMessageBytesMax;

struct CallContext {
  engine::Engine& engine;
  Log log;
  UploadLimits upload;
  CallThreads threads;  // the last one: it ends first, and its work uses the others
};

// Takes a call that has just arrived; one of an unknown method is answered UNIMPLEMENTED.
grpc::ServerGenericBidiReactor* take_call(CallContext& service,
                                          grpc::GenericCallbackServerContext& context);

}  // namespace cuzk::service
