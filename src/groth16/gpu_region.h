// SPDX-License-Identifier: MIT OR Apache-2.0
// The working region of a device: one allocation in which the partitions of several circuits are
// worked on, one after the other (residency.md RS-204). What lies in it is needed during a turn
// only; assignments and points lie elsewhere and belong to their circuit.
//
// A turn is what a prover enqueues at one time: for resident queries a partition; for streamed ones
// one list of a group, or the quotients and H of an h_group. So a turn is the grain at which
// circuits follow each other (residency.md RS-307). Turns are given in the order in which they are
// asked for. If the turn before was another user's, the streams of the new one first wait on the
// device, by events, for everything that was enqueued in it; turns of one user follow each other as
// its streams have it. A turn that ends by an exception, or that cannot say on the device where it
// ends, first waits for its streams, so that whoever follows finds the region unused.
//
// `take_turn` holds its thread up until the turn before has been enqueued, and until at most one
// turn is left that the device has not finished: so whoever asks next waits for two turns at most.
// Any thread may call; it must be one that may wait, as the queueing threads of provers are. The
// region outlives its turns.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "gpu/device.h"

namespace cuzk::gpu {
class Stream;
}

namespace cuzk::groth16 {

class GpuRegion {
 public:
  static constexpr size_t kStreamsMax = 3;

  // Throws kGpuOutOfMemory.
  GpuRegion(gpu::Device& device, uint64_t bytes);
  ~GpuRegion();

  void* data() const;
  uint64_t bytes() const;

  using Streams = std::span<const gpu::Stream* const>;

  class Turn {
   public:
    Turn(GpuRegion& region, const void* user, Streams streams);
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;
    ~Turn();

   private:
    GpuRegion& region_;
    Streams streams_;
    uint64_t number_;
    int exceptions_;  // under way when the turn began
  };

  // For all work that is put on the streams until the end of the turn. `user` names who takes turns
  // with the same streams. Requires: at most kStreamsMax streams, which outlive the turn. Throws
  // kGpuFault.
  Turn take_turn(const void* user, Streams streams) { return Turn(*this, user, streams); }

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace cuzk::groth16
