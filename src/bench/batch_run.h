// SPDX-License-Identifier: MIT OR Apache-2.0
// Asks for many proofs of one statement, several at once, and takes the time of each, wherever they
// come from: a source is a function, and there is one for an engine in this process and one for a
// daemon. A proof that fails, also because nobody answers, is a result with its text.
//
// Sources and makers of requests are called from many threads at once; `ended` from one at a time.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "bench/batch_report.h"
#include "bench/statement.h"
#include "engine/engine.h"

namespace cuzk::service {
class Client;
}

namespace cuzk::bench {

// Everything of a result but its wall time. May throw base::Error.
using ProofSource = std::function<BatchProof(engine::Request)>;

// What they refer to outlives them.
ProofSource engine_source(engine::Engine& engine);
ProofSource daemon_source(service::Client& client);

// A new one with each call, for proof `index`.
using RequestMaker = std::function<engine::Request(unsigned index)>;

// Labelled by their index.
RequestMaker requests_of(const Statement& statement);

struct BatchRun {
  unsigned count = 1, concurrency = 1;
  RequestMaker request;
  ProofSource source;
  std::function<void(const BatchProof& proof, unsigned index)> ended = [](const auto&, auto) {};
};
// In the order of the calls.
std::vector<BatchProof> run_batch(const BatchRun& run);

}  // namespace cuzk::bench
