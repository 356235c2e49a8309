// SPDX-License-Identifier: MIT OR Apache-2.0
// What the scheduler asks the pipeline to do, and the names that both use: jobs by the number of
// their arrival, partitions as tasks, moments as time since any fixed one.
//
// An action is an order, not a state: whoever performs it tells the scheduler by the event that
// stands beside it, once, whatever came of it. Plain values; they belong to whoever holds them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "engine/request.h"

namespace cuzk::engine {

using Time = Duration;
using JobNumber = uint64_t;  // in the order of arrival

struct Task {
  JobNumber job = 0;
  size_t partition = 0;
  auto operator<=>(const Task&) const = default;
};

// Why a job fails by decision of the scheduler.
enum class Cause : uint8_t {
  kProofInvalid,  // a partition's proof was wrong too many times
  kDeviceFailed,  // devices lost a partition too many times; `device` was the last
  kNoDevice,      // none is left that could prove it; `device` failed last
  kCircuit,       // its circuit could not be loaded or placed
};

struct Action {
  enum class What : uint8_t {
    kRead,      // job; then `read_done`
    kLoad,      // circuit; then `loaded`
    kUnload,    // circuit; then `unloaded`
    kPlace,     // circuit, device, bytes that it may use there; then `placed`
    kDisplace,  // circuit, device; then `displaced`
    kPrepare,   // job, partition; then `prepared`
    kStart,     // job, partition, device, circuit; then `started` and `finished`, or `lost`
    kVerify,    // job; then `verified`, `proofs_bad` or `verify_failed`
    kRetry,     // job, partition: its proof was wrong or lost and is made again; nothing to tell
    kExpire,    // job, whose deadline has passed; then `drop`
    kRefuse,    // job, which can never get its memory; then `drop`
    kFail,      // job, cause; then `drop`
  };
  What what;
  JobNumber job = 0;
  size_t partition = 0;
  size_t device = 0;
  std::string circuit = {};
  uint64_t bytes = 0;
  Cause cause = Cause::kProofInvalid;
};

}  // namespace cuzk::engine
