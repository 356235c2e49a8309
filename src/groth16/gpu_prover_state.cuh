// SPDX-License-Identifier: MIT OR Apache-2.0
// The inside of GpuProver (gpu_prover.h), for the files that make it up: gpu_prover.cu sets up,
// starts and finishes; gpu_prover_queue.cu decides what goes on which stream in which turn;
// gpu_prover_msm.cu enqueues the MSMs of a turn.
//
// Streams: `stream` for the quotient, H, and all MSMs that do not run beside them; `side` for
// those that do; `uploads` for inputs and their program; `copies` for streamed points. All but
// `uploads` touch the region and are the streams of its turns.
//
// What is in a Slot belongs to one partition in flight. Slots are handed out by the thread that
// starts and finishes; queueing threads, one at a time, record their events.
#pragma once

#include <functional>
#include <future>
#include <optional>

#include "base/clock.h"
#include "gpu/memory.h"
#include "groth16/gpu_plan.h"
#include "groth16/gpu_prover.h"
#include "groth16/gpu_query_form.h"
#include "groth16/gpu_ring.h"
#include "r1cs/gpu_rows.h"

namespace cuzk::groth16 {

// All but H, which are summed for a group at once.
constexpr std::array<Query, 4> kOtherQueries = {Query::kL, Query::kA, Query::kBG1, Query::kBG2};

// The stages of a proof, each ended by an event.
enum Stage : size_t {
  kBegin,
  kUpload,
  kShared,  // all before L, A, B1 and B2
  kFirst,   // all before the rows
  kRows,
  kQuotient,
  kQuotients,  // of the partitions that H is streamed for
  kMsms,
  kStages = kMsms + kQueries
};

// What belongs to one partition in flight.
struct Slot {
  Slot(gpu::Device& device, const CircuitShape& shape, uint64_t result_bytes)
      : staging(device, shape.input_bytes),
        results(device, result_bytes),
        is_unfinished(device, kQueries * sizeof(uint32_t)),
        first_unsatisfied(device, sizeof(uint32_t)) {
    for (size_t i = 0; i < kStages; ++i) events.push_back(std::make_unique<gpu::Event>(device));
  }

  gpu::PinnedMemory staging, results;
  gpu::PinnedMemory is_unfinished;  // by Query, what the MSMs have told
  gpu::PinnedMemory first_unsatisfied;
  std::vector<std::unique_ptr<gpu::Event>> events;
  DeviceAssignment assignment{};
  size_t group = 1;                 // partitions that were started together
  size_t h_group = 1;               // and those that H was summed for at once
  std::shared_future<void> queued;  // ready when all work is on the streams
  base::Stopwatch watch;
  bool is_pending = false;
  bool is_uniform = true;  // what is expected of h; see finish_blinded
};

struct GpuProver::State {
  State(gpu::Device& gpu_device, const r1cs::Circuit& r1cs, const GpuProverOptions& options);

  using Slots = std::vector<Slot*>;

  uint64_t circuit_bytes() const {
    return circuit.device_bytes() + (c_rows ? c_rows->device_bytes() : 0) + form_memory.bytes();
  }
  bool is_streamed(Query query) const {
    return plan.choice.placements[static_cast<size_t>(query)] == Placement::kHost;
  }

  void decide(const GpuProverOptions& options);
  void take_memory();
  void choose_accumulation();
  void take_slots();

  void upload(Slot& slot, const PackInput& pack);
  std::shared_future<void> queue_in_turn(std::function<void()> work);
  void queue_group(const Slots& group);
  void queue_in_line(const Slots& group);
  void queue_quotient(Slot& slot, Fr* first, Fr* second, Fr* third);
  void queue_h(const Slots& group);
  void queue_again(Slot& slot);

  void queue_msm_h(const Slots& group);
  void queue_other_msm(const gpu::Stream& on, const Slots& group, Query query);
  template <class F>
  void queue_msm(const gpu::Stream& on, const Slots& group, Query query);
  template <class F>
  void add_chunk_of_bits(const gpu::Stream& on, const Slots& group, Query query,
                         const QueryChunk& chunk, MsmLayout<F>& memory);
  template <class F>
  void add_wide_values(const gpu::Stream& on, const Slots& group, Query query,
                       MsmLayout<F>& memory);
  template <class F>
  void add_wide_chunk(const gpu::Stream& on, const Slots& group, Query query,
                      const QueryChunk& chunk, MsmLayout<F>& memory);
  void gather_own(const gpu::Stream& on, const Slot& slot, Query query, uint64_t count, Fr* own);
  template <class F>
  typename msm::GpuMsm<F>::Terms fetch(const gpu::Stream& on, Query query, const QueryChunk& chunk);
  void release(const gpu::Stream& on, Query query);
  template <class F>
  void end_msm(const gpu::Stream& on, msm::GpuMsm<F>& msm, const Slots& group, uint32_t set,
               Query query);
  template <class F>
  Jacobian<F> folded(const Slot& slot, Query query) const;

  void wait_for(const Slot& slot) const;
  // Returns when nothing of this prover is to be queued or on a stream.
  void settle() const noexcept;
  ProveTimes times(const Slot& slot) const;

  gpu::Device& device;
  const bool is_urgent;
  gpu::Stream stream, side, uploads, copies;
  const std::array<const gpu::Stream*, 3> turn_streams = {&stream, &side, &copies};
  r1cs::GpuCircuit circuit;
  std::optional<r1cs::GpuCircuit> c_rows;  // if rows are checked
  AssignmentProgram program;
  QueryForms forms;
  CircuitShape shape;
  gpu::DeviceMemory form_memory;
  std::optional<DeviceForms> device_forms;

  GpuPlan plan;
  std::shared_ptr<GpuRegion> region;  // null before parameters are set, unless it is shared
  bool owns_region;
  std::shared_ptr<std::atomic<uint64_t>> streamed_points;
  std::array<uint64_t, kQueries> result_offsets{};  // in bytes, in a slot's results
  gpu::DeviceMemory assignment_memory;
  std::optional<AssignmentLayout> assignments;
  std::optional<GpuLayout> layout;
  std::optional<ChunkRing> ring;
  std::vector<std::unique_ptr<Slot>> slots;
  std::shared_future<void> last_queued;
  std::shared_ptr<const GpuParameters> parameters;
};

}  // namespace cuzk::groth16
