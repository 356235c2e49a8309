// SPDX-License-Identifier: MIT OR Apache-2.0
// How long-running work tells its caller how far it is: the stage's name, units done and units in
// all. Called from any thread, also from several at once, and at most a few times a second for each
// stage; the listener must return at once. An empty function means that nobody listens.
// Units are the stage's own (points, rows, bytes): only their ratio is shown. A stage ends when
// `done` reaches `total` or when the next one reports; `done` never decreases.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

namespace cuzk::base {

using Progress = std::function<void(std::string_view stage, uint64_t done, uint64_t total)>;

inline void report(const Progress& progress, std::string_view stage, uint64_t done,
                   uint64_t total) {
  if (progress) progress(stage, done, total);
}

}  // namespace cuzk::base
