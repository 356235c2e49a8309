// SPDX-License-Identifier: MIT OR Apache-2.0
// Which kinds of proof can be made, as GET /readyz says it: a kind is ready if the parameters of at
// least one of its circuits are there. Where the parameters are, and how they are looked for, is
// the daemon's; this folder asks by a function and writes the answer.
//
// The first line of the answer is for machines, as before there were kinds: "ready", or the reason
// of 503. A line for each kind follows:
//   porep-c2 ready: porep-2k, porep-32g
//   winning-post not ready: /data/zk/params (default): it holds no parameter file …
// Plain values and a pure function.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace cuzk::service {

struct KindReadiness {
  std::string kind;                   // its name
  std::vector<std::string> circuits;  // that can be proved; none: not ready
  std::string reason = {};            // why it is not, or why some circuits are missing

  friend bool operator==(const KindReadiness&, const KindReadiness&) = default;
};

// An empty function stands for a daemon that looks for no parameters: every kind is ready. It is
// called on the thread of HTTP and must not wait for long, nor throw.
using KindsReady = std::function<std::vector<KindReadiness>()>;

struct ReadinessAnswer {
  bool ready = false;
  std::string text;
};
// `reason` is why no work can be done whatever the kind, or empty.
ReadinessAnswer readiness_answer(const std::string& reason,
                                 const std::vector<KindReadiness>* kinds);

}  // namespace cuzk::service
